import {
  addressWithin,
  ConfigurationError,
  flag,
  languageTag,
  parseAddress,
  readFields,
  requirePath,
  requireSafeWay,
  text,
  webAddress,
  type Reader,
  type Section,
  type ValuesOf,
} from './configuration-fields.ts';

const contentOrigin: Reader<string> = (value, field, ownOrigin) => {
  const { origin, href } = webAddress(value, field);
  if (href !== `${origin}/`) throw new ConfigurationError(field);
  // On the shell's origin `allow-scripts` with `allow-same-origin` would void the frame's sandbox.
  if (origin === ownOrigin) throw new ConfigurationError(field, 'content-on-own-origin');
  return origin;
};

// The page's content policy takes images from its own origin alone.
const favicon: Reader<string> = (value, field, ownOrigin) =>
  addressWithin(ownOrigin, value ?? '/assets/favicon.svg', field);

// The bridge talks to the content's origin alone, so nothing may be framed from another.
const framed = (value: unknown, field: string, before: Section) =>
  addressWithin(before['contentOrigin'] as string, value, field);
const firstPage: Reader<string> = (value, field, _ownOrigin, before) =>
  framed(value ?? '/index.html', field, before);
const loginPage: Reader<string | undefined> = (value = false, field, _ownOrigin, before) =>
  value === false ? undefined : framed(value === true ? '/login.html' : value, field, before);

const issuer: Reader<string> = (value, field) => {
  const authority = text()(value, field);
  requireSafeWay(webAddress(authority, field), field);
  return authority;
};

/** An absolute URI without a fragment (RFC 8707, section 2). */
const resource: Reader<string | undefined> = (value, field) => {
  if (value === undefined) return undefined;
  const uri = text()(value, field);
  // An address without slashes would be parsed, too.
  if (!parseAddress(uri) || /[\s#]|^https:\w/.test(uri)) throw new ConfigurationError(field);
  return uri;
};

const route: Reader<string> = (value, field, ownOrigin) => {
  const path = text('/')(value, field);
  requirePath(ownOrigin, path, field);
  return path;
};

/** The fields that open the content's frame: read first, and by themselves. */
export const openingFields = {
  project: {
    /** title of the page @default `Lectern` */
    title: text('Lectern'),
    /** address or path on the shell's own origin @default the shell's own */
    favicon,
    /** version of the content, part of the frame's address */
    version: text(),
    /** origin of the content; never the shell's own */
    contentOrigin,
    /** first page, on the content's origin @default `/index.html` */
    location: firstPage,
    /** login page of the content, or `true` for `/login.html` @default the shell's own page */
    loginLocation: loginPage,
    /** publisher */
    mandantIdentifier: text(),
    /** product that a licence must open */
    productReference: text(),
  },
  signIn: {
    /** issuer of the identity provider */
    authority: issuer,
    /** the shell's client there */
    clientId: text(),
    /** what the client asks for */
    scope: text(),
    /** the services as the provider names them, where it asks for a `resource` (RFC 8707) @default none */
    resource,
    /** path after sign-in @default `/` */
    postLoginRoute: route,
    /** sign in without the login page @default `false` */
    autoLogin: flag(),
  },
  /** language of the shell, see below @default `en-US` */
  locale: languageTag,
};

export type OpeningConfiguration = ValuesOf<typeof openingFields>;
export type ProjectConfiguration = OpeningConfiguration['project'];
export type SignInConfiguration = OpeningConfiguration['signIn'];

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
  return readFields(openingFields, document, '', ownOrigin);
}
