import { publicationCoursesMaximum } from '@lectern/contracts/calls/learning-records/publication-courses';
import {
  ConfigurationError,
  flag,
  readFields,
  requirePath,
  requireSafeWay,
  text,
  webAddress,
  type Fields,
  type Reader,
  type ValuesOf,
} from './configuration-fields.ts';
import { levels, type Level } from './logging/log.ts';
import { openingFields } from './opening-configuration.ts';

export type { ProjectConfiguration, SignInConfiguration } from './opening-configuration.ts';

/** A section that may be absent. */
function optional<Table extends Fields>(fields: Table) {
  const read: Reader<ValuesOf<Table> | undefined> = (value, field, ownOrigin) =>
    value === undefined ? undefined : readFields(fields, value, field, ownOrigin);
  return Object.assign(read, { fields });
}

/** A section whose fields all have defaults. */
function defaulting<Table extends Fields>(fields: Table) {
  const read: Reader<ValuesOf<Table>> = (value, field, ownOrigin) =>
    readFields(fields, value ?? {}, field, ownOrigin);
  return Object.assign(read, { fields });
}

const mode: Reader<'redirect' | 'popup'> = (value = 'redirect', field) => {
  if (value !== 'redirect' && value !== 'popup') throw new ConfigurationError(field);
  return value;
};

const origins: Reader<readonly string[]> = (value = [], field) => {
  if (!Array.isArray(value)) throw new ConfigurationError(field);
  return value.map((entry) => {
    const site = webAddress(entry, field);
    // A pattern such as `https://*` is a host's name to the parser, and everybody to the browser.
    if (site.href !== `${site.origin}/` || !/^[\w.[\]:-]+$/.test(site.host))
      throw new ConfigurationError(field);
    requireSafeWay(site, field);
    return site.origin;
  });
};

/** Other sites than the own one: around a page of the shell that one would be content that has opened it. */
const sitesAround: Reader<readonly string[]> = (value, field, ownOrigin, before) => {
  const sites = origins(value, field, ownOrigin, before);
  if (sites.includes(ownOrigin)) throw new ConfigurationError(field);
  return sites;
};

/** A text without the slash at its end; it may be empty. */
function withoutSlash(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new ConfigurationError(field);
  return value.replace(/\/$/, '');
}

const base: Reader<string> = (value, field) => {
  const address = withoutSlash(value ?? '', field);
  if (address) requireSafeWay(webAddress(address, field), field);
  return address;
};

function suffix(fallback: string): Reader<string> {
  return (value, field, ownOrigin) => {
    const path = withoutSlash(value ?? fallback, field);
    // Behind an empty base another text would lead to another host.
    if (path) requirePath(ownOrigin, path, field);
    return path;
  };
}

/** An address over https, or on this machine. */
const safeAddress: Reader<string> = (value, field) => {
  const address = webAddress(value, field);
  requireSafeWay(address, field);
  return address.href;
};

const logAddress: Reader<string | undefined> = (value, field, ownOrigin) => {
  if (value === undefined) return undefined;
  const address = webAddress(value, field, ownOrigin);
  requireSafeWay(address, field);
  return address.href;
};

const logLevel: Reader<Level> = (value = 'info', field) => {
  const level = levels.find((candidate) => candidate === value);
  if (level === undefined) throw new ConfigurationError(field);
  return level;
};

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

const deniedAddress: Reader<string | undefined> = (value, field, ownOrigin) => {
  if (value === undefined) return undefined;
  const address = webAddress(value, field, ownOrigin);
  if (address.origin === ownOrigin && route.test(decoded(address.pathname)))
    throw new ConfigurationError(field);
  return address.href;
};

const courses: Reader<readonly string[]> = (value = [], field) => {
  // With more of them no statement would be stored.
  if (!Array.isArray(value) || value.length > publicationCoursesMaximum)
    throw new ConfigurationError(field);
  return value.map((course) => text()(course, field));
};

const revision: Reader<number> = (value = 1, field) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw new ConfigurationError(field);
  return value;
};

const folder: Reader<string> = (value, ...rest) => {
  const address = safeAddress(value, ...rest);
  // Both the shell and its host look for files in it.
  if (!address.endsWith('/')) throw new ConfigurationError(rest[0]);
  return address;
};

const siteId: Reader<string> = (value, field) =>
  text()(typeof value === 'number' ? `${value}` : value, field);

const helpAddress: Reader<string> = (value, field, ownOrigin) =>
  webAddress(value, field, ownOrigin).href;

/** Every field of the configuration document. Defaults are those of section 9, and of the contract's clients. */
export const configurationFields = {
  project: openingFields.project,
  signIn: {
    ...openingFields.signIn,
    /** `popup`: in a window, for a shell in another site's frame @default `redirect` */
    mode,
    /** the provider lets a hidden frame return to `silent-callback.html` @default `true` */
    silentRedirect: flag(true),
    /** the provider's origins beside the issuer's, see below @default none */
    providerOrigins: origins,
  },
  /** origins that may show the shell in a frame @default nobody */
  embeddedBy: sitesAround,
  services: defaulting({
    /** address before the suffixes; empty: the shell's own origin @default empty */
    clusterBase: base,
    suffixes: defaulting({
      /** path of the user service @default `/aua/v1` */
      aua: suffix('/aua/v1'),
      /** path of the file gateway @default `/atma` */
      atma: suffix('/atma'),
      /** path of licences; Lectern's own service: `/lima` @default empty */
      lima: suffix(''),
      /** path of orders; Lectern's own service: `/osc` @default empty */
      osc: suffix(''),
      /** path of annotations @default `/clag` */
      clag: suffix('/clag'),
      /** path of groups, and of group management @default `/gres` */
      gres: suffix('/gres'),
      /** path of learning records @default `/lars` */
      lars: suffix('/lars'),
    }),
    /** cookies go to services of another origin, too @default `false` */
    withCredentials: flag(),
  }),
  tokenProvider: optional({
    /** gives tokens of the application, see below @default none */
    address: safeAddress,
  }),
  environment: optional({
    /** opens the environment file ([public files](start.md#public-files)); every visitor can read it @default none */
    basicSecret: text(),
  }),
  logging: defaulting({
    /** `debug`, `info`, `warning` or `error`: the least serious entry @default `info` */
    level: logLevel,
    /** where log entries are posted, see below @default none */
    address: logAddress,
  }),
  licenseDenied: optional({
    /** for users without a licence; none of the shell's pages @default the login page */
    address: deniedAddress,
    /** article that would help a teacher @default required with it */
    teacherArticle: text(),
    /** article that would help a pupil @default required with it */
    studentArticle: text(),
  }),
  /**
   * ids of up to 100 courses: content speaks for these alone; users download, delete and see progress there
   * @default none
   */
  courses,
  consent: defaulting({
    /** raise it to ask everybody again @default `1` */
    revision,
    /** the consent dialog's words, see below @default none: German */
    translations: (value: unknown) => value,
  }),
  analytics: optional({
    /**
     * folder of Matomo with a slash at its end; [what it is told](../decisions/0014-consent.md)
     * @default none: nothing is counted
     */
    address: folder,
    /** the site's id there @default required with it */
    siteId,
  }),
  help: optional({
    /** help page for the menu above content without a menu @default none: says who helps */
    address: helpAddress,
  }),
  locale: openingFields.locale,
  /** answer to `getCurrency`, an ISO 4217 code @default `USD` */
  currency: text('USD'),
};

/**
 * The configuration document `assets/config/config.json`. The host of the shell serves it; it is the
 * first thing that is loaded.
 */
export type Configuration = ValuesOf<typeof configurationFields>;
export type ServicesConfiguration = Configuration['services'];
/** Services with an address of their own; group management stands under `gres`. */
export type SuffixCode = keyof ServicesConfiguration['suffixes'];
export type LicenseDenied = NonNullable<Configuration['licenseDenied']>;
export type EnvironmentConfiguration = NonNullable<Configuration['environment']>;
export type AnalyticsConfiguration = NonNullable<Configuration['analytics']>;
export type LoggingConfiguration = Configuration['logging'];

/**
 * Checks the document and resolves its addresses.
 *
 * @param document What the host served, parsed.
 * @param ownOrigin Origin of the shell.
 * @throws {ConfigurationError} for the first wrong field.
 */
export function readConfiguration(document: unknown, ownOrigin: string): Configuration {
  return readFields(configurationFields, document, '', ownOrigin);
}
