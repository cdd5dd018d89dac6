import { publicationCoursesMaximum } from '@lectern/contracts/calls/learning-records/publication-courses';
import {
  ConfigurationError,
  optionalFlag,
  optionallyEmpty,
  requirePath,
  requireSafeWay,
  section,
  text,
  webAddress,
  type Section,
} from './configuration-fields.ts';
import { levels, type Level } from './logging/log.ts';
import {
  readOpeningConfiguration,
  type OpeningConfiguration,
  type SignInConfiguration,
} from './opening-configuration.ts';

export type { ProjectConfiguration, SignInConfiguration } from './opening-configuration.ts';

/**
 * The configuration document `assets/config/config.json`. The host of the shell serves it; it is the
 * first thing that is loaded.
 */
export interface Configuration extends OpeningConfiguration {
  readonly signIn: SignInConfiguration & SignInModes;
  readonly services: ServicesConfiguration;
  /** ISO 4217 code, for prices that the content shows. */
  readonly currency: string;
  readonly licenseDenied?: LicenseDenied;
  /** Ids of the courses under which the publication keeps users' work; empty: no dialog `My data`. */
  readonly courses: readonly string[];
  readonly consent: ConsentConfiguration;
  readonly logging: LoggingConfiguration;
  /** Absent: nothing is counted, with consent or without. */
  readonly analytics?: AnalyticsConfiguration;
  /** Absent: services are sent the user's own token. */
  readonly tokenProvider?: TokenProviderConfiguration;
  /** Absent: there is no environment file. */
  readonly environment?: EnvironmentConfiguration;
  /** Origins of the sites that may show the shell in a frame; the host's headers say so. */
  readonly embeddedBy: readonly string[];
  /** Absent: the menu above content names who helps. */
  readonly help?: HelpConfiguration;
}

/** How signing in is done; nothing of it opens the frame. */
export interface SignInModes {
  /** `popup`: in a window of its own, for when the shell stands in a frame of another site. */
  readonly mode: 'redirect' | 'popup';
  /** The provider lets a hidden frame come back to `silent-callback.html`. */
  readonly silentRedirect: boolean;
  /** Origins of the identity provider's endpoints beside the issuer's; the host's headers let them be reached. */
  readonly providerOrigins: readonly string[];
}

export interface ServicesConfiguration {
  /** Address that the suffixes follow; empty: the shell's own origin. */
  readonly clusterBase: string;
  readonly suffixes: Readonly<Record<SuffixCode, string>>;
  /** Cookies go to services of another origin, too. */
  readonly withCredentials: boolean;
}

export interface TokenProviderConfiguration {
  /** Gives the tokens by which services know the application. */
  readonly address: string;
}

export interface HelpConfiguration {
  /** Absolute address of a page with help, which opens in a tab of its own. */
  readonly address: string;
}

export interface EnvironmentConfiguration {
  /** Secret of the environment file's key. Every visitor can read it here. */
  readonly basicSecret: string;
}

/** Where a user without a licence is sent, with the article that would help. */
export interface LicenseDenied {
  /** Absent: the login page says why the user is there. */
  readonly address?: string;
  readonly teacherArticle: string;
  readonly studentArticle: string;
}

export interface ConsentConfiguration {
  /** A choice that was made for another revision is asked for again. */
  readonly revision: number;
  /** The dialog's words, or their address, as they are given; what is none of both is German. */
  readonly translations?: unknown;
}

export interface LoggingConfiguration {
  /** Less serious entries are not written. */
  readonly level: Level;
  /** Where entries are posted; absent: nowhere. */
  readonly address?: string;
}

/** Where Matomo is. */
export interface AnalyticsConfiguration {
  /** Absolute address of the folder with `matomo.js` and `matomo.php`, with a slash at the end. */
  readonly address: string;
  readonly siteId: string;
}

/** Services with an address of their own; group management stands under `gres`. */
export type SuffixCode = 'aua' | 'atma' | 'lima' | 'osc' | 'clag' | 'gres' | 'lars';

/**
 * Checks the document and resolves its addresses.
 *
 * @param document What the host served, parsed.
 * @param ownOrigin Origin of the shell.
 * @throws {ConfigurationError} for the first wrong field.
 */
export function readConfiguration(document: unknown, ownOrigin: string): Configuration {
  const root = section(document, '');
  const { currency, courses = [] } = root;
  const { licenseDenied: denied, consent = {}, logging = {} } = root;
  const { analytics, tokenProvider, environment, embeddedBy = [], help } = root;
  const opening = readOpeningConfiguration(document, ownOrigin);
  return {
    ...opening,
    signIn: { ...opening.signIn, ...readSignInModes(section(root['signIn'], 'signIn')) },
    services: readServices(section(root['services'] ?? {}, 'services'), ownOrigin),
    // Default of section 9.
    currency: text(currency, 'currency', 'USD'),
    ...(denied === undefined
      ? {}
      : { licenseDenied: readLicenseDenied(section(denied, 'licenseDenied'), ownOrigin) }),
    courses: readCourses(courses),
    consent: readConsent(section(consent, 'consent')),
    logging: readLogging(section(logging, 'logging'), ownOrigin),
    ...(analytics === undefined
      ? {}
      : { analytics: readAnalytics(section(analytics, 'analytics')) }),
    ...(tokenProvider === undefined
      ? {}
      : { tokenProvider: readTokenProvider(section(tokenProvider, 'tokenProvider')) }),
    ...(environment === undefined
      ? {}
      : { environment: readEnvironment(section(environment, 'environment')) }),
    embeddedBy: readSitesAround(embeddedBy, ownOrigin),
    ...(help === undefined ? {} : { help: readHelp(section(help, 'help'), ownOrigin) }),
  };
}

function readSignInModes(signIn: Section): SignInModes {
  const { mode = 'redirect', silentRedirect, providerOrigins = [] } = signIn;
  if (mode !== 'redirect' && mode !== 'popup') throw new ConfigurationError('signIn.mode');
  return {
    mode,
    silentRedirect: optionalFlag(silentRedirect ?? true, 'signIn.silentRedirect'),
    providerOrigins: readOrigins(providerOrigins, 'signIn.providerOrigins'),
  };
}

function readServices(services: Section, ownOrigin: string): ServicesConfiguration {
  const clusterBase = optionallyEmpty(services['clusterBase'] ?? '', 'services.clusterBase');
  if (clusterBase)
    requireSafeWay(webAddress(clusterBase, 'services.clusterBase'), 'services.clusterBase');
  const suffixes = section(services['suffixes'] ?? {}, 'services.suffixes');
  const suffix = (code: SuffixCode, fallback: string) => {
    const field = `services.suffixes.${code}`;
    const path = optionallyEmpty(suffixes[code] ?? fallback, field);
    // Behind an empty base another text would lead to another host.
    if (path) requirePath(ownOrigin, path, field);
    return path;
  };
  return {
    clusterBase,
    withCredentials: optionalFlag(services['withCredentials'], 'services.withCredentials'),
    suffixes: {
      // Defaults of section 9, and for the others those of the contract's clients.
      aua: suffix('aua', '/aua/v1'),
      atma: suffix('atma', '/atma'),
      lima: suffix('lima', ''),
      osc: suffix('osc', ''),
      clag: suffix('clag', '/clag'),
      gres: suffix('gres', '/gres'),
      lars: suffix('lars', '/lars'),
    },
  };
}

/**
 * Pages of the shell, as the router takes them: they know nothing of a shop, and auto-login would lead
 * from them to it and back.
 */
const route = /^\/(login|logout|auth-callback)?\/*$/i;

/** A path that browsers may write in more than one way; one that cannot be read stays as it is. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function readLicenseDenied(denied: Section, ownOrigin: string): LicenseDenied {
  const address =
    denied['address'] === undefined
      ? undefined
      : webAddress(denied['address'], 'licenseDenied.address', ownOrigin);
  if (address?.origin === ownOrigin && route.test(decoded(address.pathname)))
    throw new ConfigurationError('licenseDenied.address');
  return {
    ...(address === undefined ? {} : { address: address.href }),
    teacherArticle: text(denied['teacherArticle'], 'licenseDenied.teacherArticle'),
    studentArticle: text(denied['studentArticle'], 'licenseDenied.studentArticle'),
  };
}

function readConsent({ revision = 1, translations }: Section): ConsentConfiguration {
  if (typeof revision !== 'number' || !Number.isSafeInteger(revision) || revision < 1)
    throw new ConfigurationError('consent.revision');
  return { revision, translations };
}

function readCourses(given: unknown): readonly string[] {
  // With more of them no statement would be stored.
  if (!Array.isArray(given) || given.length > publicationCoursesMaximum)
    throw new ConfigurationError('courses');
  return given.map((course) => text(course, 'courses'));
}

function readLogging(
  { address, level: given = 'info' }: Section,
  ownOrigin: string,
): LoggingConfiguration {
  // Default of section 9.
  const level = levels.find((known) => known === given);
  if (level === undefined) throw new ConfigurationError('logging.level');
  if (address === undefined) return { level };
  const posts = webAddress(address, 'logging.address', ownOrigin);
  requireSafeWay(posts, 'logging.address');
  return { level, address: posts.href };
}

function readAnalytics({ address, siteId }: Section): AnalyticsConfiguration {
  const folder = webAddress(address, 'analytics.address');
  requireSafeWay(folder, 'analytics.address');
  // Both the shell and its host look for files in it.
  if (!folder.href.endsWith('/')) throw new ConfigurationError('analytics.address');
  return {
    address: folder.href,
    siteId: text(typeof siteId === 'number' ? `${siteId}` : siteId, 'analytics.siteId'),
  };
}

function readTokenProvider({ address }: Section): TokenProviderConfiguration {
  const provider = webAddress(address, 'tokenProvider.address');
  requireSafeWay(provider, 'tokenProvider.address');
  return { address: provider.href };
}

function readHelp(help: Section, ownOrigin: string): HelpConfiguration {
  return { address: webAddress(help['address'], 'help.address', ownOrigin).href };
}

function readEnvironment({ basicSecret }: Section): EnvironmentConfiguration {
  return { basicSecret: text(basicSecret, 'environment.basicSecret') };
}

/** Other sites than the own one, which around a page of the shell would be content that has opened it. */
function readSitesAround(given: unknown, ownOrigin: string): readonly string[] {
  const sites = readOrigins(given, 'embeddedBy');
  if (sites.includes(ownOrigin)) throw new ConfigurationError('embeddedBy');
  return sites;
}

function readOrigins(given: unknown, field: string): readonly string[] {
  if (!Array.isArray(given)) throw new ConfigurationError(field);
  return given.map((value) => {
    const site = webAddress(value, field);
    // A pattern such as `https://*` is a host's name to the parser, and everybody to the browser.
    if (site.href !== `${site.origin}/` || !/^[\w.[\]:-]+$/.test(site.host))
      throw new ConfigurationError(field);
    requireSafeWay(site, field);
    return site.origin;
  });
}
