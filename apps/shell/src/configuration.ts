/**
 * The configuration document `assets/config/config.json`. The host of the shell serves it; it is the
 * first thing that is loaded. Checked by hand rather than with a schema library, because every byte
 * here stands before the content's first request.
 */
export interface Configuration {
  readonly project: ProjectConfiguration;
  readonly signIn: SignInConfiguration;
  readonly services: {
    /** Address that the suffixes follow; empty: the shell's own origin. */
    readonly clusterBase: string;
    readonly suffixes: Readonly<Record<SuffixCode, string>>;
  };
  /** BCP 47 tag that the content is told. */
  readonly locale: string;
  readonly currency: string;
  /** Connector id of the identity provider. */
  readonly providerId: string;
  readonly licenseDenied?: LicenseDenied;
}

export interface ProjectConfiguration {
  readonly title: string;
  /** Absolute address on the shell's own origin. */
  readonly favicon: string;
  readonly version: string;
  /** Absolute address of the content's first page. */
  readonly location: string;
  /** Absolute address of the custom login page; absent: the shell shows its own. */
  readonly loginLocation?: string;
  readonly contentOrigin: string;
  readonly mandantIdentifier: string;
  readonly productReference: string;
}

export interface SignInConfiguration {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  /** Path within the shell. */
  readonly postLoginRoute: string;
  /** Whether an unauthenticated visit goes to the identity provider without the login page. */
  readonly autoLogin: boolean;
}

/** Where a user without a licence is sent, with the article that would help. */
export interface LicenseDenied {
  /** Absent: the login page says why the user is there. */
  readonly address?: string;
  readonly teacherArticle: string;
  readonly studentArticle: string;
}

/** Services with an address of their own; group management stands under `gres`. */
type SuffixCode = 'aua' | 'atma' | 'lima' | 'osc' | 'clag' | 'gres' | 'lars';

/** A field of the configuration document is missing or wrong. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  /** Path of the field, such as `project.title`. */
  readonly field: string;
  readonly kind: 'invalid' | 'content-on-own-origin';

  constructor(field: string, kind: ConfigurationError['kind'] = 'invalid') {
    super(`${field}: ${kind}`);
    this.field = field;
    this.kind = kind;
  }
}

/**
 * Checks the document and resolves its addresses.
 *
 * @param document What the host served, parsed.
 * @param ownOrigin Origin of the shell.
 * @throws {ConfigurationError} for the first wrong field.
 */
export function readConfiguration(document: unknown, ownOrigin: string): Configuration {
  const root = section(document, '');
  const { locale, currency, providerId } = root;
  const denied = root['licenseDenied'];
  return {
    project: readProject(section(root['project'], 'project'), ownOrigin),
    signIn: readSignIn(section(root['signIn'], 'signIn')),
    services: readServices(section(root['services'], 'services')),
    // Defaults of section 9.
    locale: text(locale, 'locale', 'en-US'),
    currency: text(currency, 'currency', 'USD'),
    providerId: text(providerId, 'providerId', 'BEOOK_1'),
    ...(denied === undefined
      ? {}
      : { licenseDenied: readLicenseDenied(section(denied, 'licenseDenied')) }),
  };
}

function readProject(project: Section, ownOrigin: string): ProjectConfiguration {
  const contentOrigin = webAddress(project['contentOrigin'], 'project.contentOrigin');
  if (contentOrigin.href !== `${contentOrigin.origin}/`)
    throw new ConfigurationError('project.contentOrigin');
  // On the shell's origin `allow-scripts` with `allow-same-origin` would void the frame's sandbox.
  if (contentOrigin.origin === ownOrigin)
    throw new ConfigurationError('project.contentOrigin', 'content-on-own-origin');

  // The bridge talks to the content's origin alone, so nothing may be framed from another.
  const framed = (value: unknown, field: string) =>
    addressWithin(contentOrigin.origin, value, field);
  const { loginLocation } = project;
  const loginPage = loginLocation === true ? '/login.html' : loginLocation;
  return {
    title: text(project['title'], 'project.title'),
    // The page's content policy takes images from its own origin alone.
    favicon: addressWithin(ownOrigin, project['favicon'], 'project.favicon'),
    version: text(project['version'], 'project.version'),
    location: framed(project['location'] ?? '/index.html', 'project.location'),
    ...(loginPage === undefined || loginPage === false
      ? {}
      : { loginLocation: framed(loginPage, 'project.loginLocation') }),
    contentOrigin: contentOrigin.origin,
    mandantIdentifier: text(project['mandantIdentifier'], 'project.mandantIdentifier'),
    productReference: text(project['productReference'], 'project.productReference'),
  };
}

function readSignIn(signIn: Section): SignInConfiguration {
  const authority = text(signIn['authority'], 'signIn.authority');
  const { protocol, hostname } = webAddress(authority, 'signIn.authority');
  // Over plain http anyone on the way could sign in as anyone; a loopback address has no way.
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw new ConfigurationError('signIn.authority');
  const postLoginRoute = text(signIn['postLoginRoute'], 'signIn.postLoginRoute', '/');
  if (!/^\/(?![/\\])/.test(postLoginRoute)) throw new ConfigurationError('signIn.postLoginRoute');
  const { autoLogin = false } = signIn;
  if (typeof autoLogin !== 'boolean') throw new ConfigurationError('signIn.autoLogin');
  return {
    authority,
    clientId: text(signIn['clientId'], 'signIn.clientId'),
    scope: text(signIn['scope'], 'signIn.scope'),
    postLoginRoute,
    autoLogin,
  };
}

function readServices(services: Section): Configuration['services'] {
  const suffixes = section(services['suffixes'], 'services.suffixes');
  const suffix = (code: SuffixCode, fallback?: string) =>
    optionallyEmpty(suffixes[code] ?? fallback, `services.suffixes.${code}`);
  return {
    clusterBase: optionallyEmpty(services['clusterBase'], 'services.clusterBase'),
    suffixes: {
      // Defaults of section 9.
      aua: suffix('aua', '/aua/v1'),
      atma: suffix('atma', '/atma'),
      lima: suffix('lima', ''),
      osc: suffix('osc', ''),
      clag: suffix('clag'),
      gres: suffix('gres'),
      lars: suffix('lars'),
    },
  };
}

function readLicenseDenied(denied: Section): LicenseDenied {
  const { address } = denied;
  return {
    ...(address === undefined
      ? {}
      : { address: webAddress(address, 'licenseDenied.address').href }),
    teacherArticle: text(denied['teacherArticle'], 'licenseDenied.teacherArticle'),
    studentArticle: text(denied['studentArticle'], 'licenseDenied.studentArticle'),
  };
}

type Section = Readonly<Record<string, unknown>>;

/** A copy without prototype, so that only fields of the document itself are ever found. */
function section(value: unknown, field: string): Section {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ConfigurationError(field || 'config.json');
  return Object.assign(Object.create(null), value);
}

function text(value: unknown, field: string, fallback?: string): string {
  const given = value ?? fallback;
  if (typeof given !== 'string' || given === '') throw new ConfigurationError(field);
  return given;
}

function optionallyEmpty(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new ConfigurationError(field);
  return value.replace(/\/$/, '');
}

function webAddress(value: unknown, field: string, base?: string | URL): URL {
  if (typeof value === 'string' && URL.canParse(value, base)) {
    const address = new URL(value, base);
    if (/^https?:$/.test(address.protocol)) return address;
  }
  throw new ConfigurationError(field);
}

/** An absolute address on this origin, or a path there. */
function addressWithin(origin: string, value: unknown, field: string): string {
  const address = webAddress(value, field, origin);
  if (address.origin !== origin) throw new ConfigurationError(field);
  return address.href;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
