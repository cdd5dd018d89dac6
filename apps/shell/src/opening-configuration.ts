import {
  addressWithin,
  ConfigurationError,
  languageTag,
  optionalFlag,
  requirePath,
  requireSafeWay,
  section,
  text,
  webAddress,
  type Section,
} from './configuration-fields.ts';

/** The part of the configuration that opens the content's frame: read first, and by itself. */
export interface OpeningConfiguration {
  readonly project: ProjectConfiguration;
  readonly signIn: SignInConfiguration;
  /** BCP 47 tag: of the shell's texts, and of what content and identity provider are asked for. */
  readonly locale: string;
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
  /** An unauthenticated visit goes to the identity provider without the login page. */
  readonly autoLogin: boolean;
}

/**
 * Checks this part of the document and resolves its addresses.
 *
 * @param document What the host served, parsed.
 * @param ownOrigin Origin of the shell.
 * @throws {ConfigurationError} for the first wrong field.
 */
export function readOpeningConfiguration(
  document: unknown,
  ownOrigin: string,
): OpeningConfiguration {
  const { project, signIn, locale } = section(document, '');
  return {
    project: readProject(section(project, 'project'), ownOrigin),
    signIn: readSignIn(section(signIn, 'signIn'), ownOrigin),
    // Default of section 9.
    locale: languageTag(locale, 'locale', 'en-US'),
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
    title: text(project['title'], 'project.title', 'Lectern'),
    // The page's content policy takes images from its own origin alone.
    favicon: addressWithin(
      ownOrigin,
      project['favicon'] ?? '/assets/favicon.svg',
      'project.favicon',
    ),
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

function readSignIn(signIn: Section, ownOrigin: string): SignInConfiguration {
  const authority = text(signIn['authority'], 'signIn.authority');
  requireSafeWay(webAddress(authority, 'signIn.authority'), 'signIn.authority');
  const postLoginRoute = text(signIn['postLoginRoute'], 'signIn.postLoginRoute', '/');
  requirePath(ownOrigin, postLoginRoute, 'signIn.postLoginRoute');
  return {
    authority,
    clientId: text(signIn['clientId'], 'signIn.clientId'),
    scope: text(signIn['scope'], 'signIn.scope'),
    postLoginRoute,
    autoLogin: optionalFlag(signIn['autoLogin'], 'signIn.autoLogin'),
  };
}
