import { ConfigurationError } from './configuration-fields.ts';
import type { Configuration } from './configuration.ts';
import { log } from './logging/log.ts';

/** The fields of a section: `true`, or where a field is a section itself, its fields. */
type Fields<Section> = {
  readonly [Name in keyof Section]-?: HasOwnNames<NonNullable<Section[Name]>> extends true
    ? Fields<NonNullable<Section[Name]>>
    : true;
};

type HasOwnNames<Value> = Value extends string | number | boolean | readonly unknown[]
  ? false
  : string extends keyof Value
    ? false
    : true;

const knownFields: Fields<Configuration> = {
  project: {
    title: true,
    favicon: true,
    version: true,
    contentOrigin: true,
    location: true,
    loginLocation: true,
    mandantIdentifier: true,
    productReference: true,
  },
  signIn: {
    authority: true,
    clientId: true,
    scope: true,
    postLoginRoute: true,
    autoLogin: true,
    mode: true,
    silentRedirect: true,
    providerOrigins: true,
  },
  services: {
    clusterBase: true,
    withCredentials: true,
    suffixes: { aua: true, atma: true, lima: true, osc: true, clag: true, gres: true, lars: true },
  },
  locale: true,
  currency: true,
  licenseDenied: { address: true, teacherArticle: true, studentArticle: true },
  courses: true,
  consent: { revision: true, translations: true },
  logging: { level: true, address: true },
  analytics: { address: true, siteId: true },
  tokenProvider: { address: true },
  environment: { basicSecret: true },
  embeddedBy: true,
  help: { address: true },
};

/** How much is logged of names that are the document's, in UTF-16 code units. */
const namesMaximumLength = 200;

/** Logs which fields of the configuration document nobody reads: most are others, misspelt. */
export function warnOfUnknownFields(document: unknown): void {
  const unknown = unknownFields(document);
  if (unknown.length === 0) return;
  const cause = new ConfigurationError(unknown.join(', ').slice(0, namesMaximumLength));
  log('warning', 'The configuration has fields that nobody reads.', cause);
}

/** Paths of the document's fields that nobody reads, such as `project.loginlocation`. */
export function unknownFields(document: unknown): readonly string[] {
  return unknownIn(document, knownFields, '');
}

interface KnownFields {
  readonly [name: string]: true | KnownFields;
}

function unknownIn(section: unknown, known: KnownFields, path: string): readonly string[] {
  if (typeof section !== 'object' || section === null) return [];
  return Object.entries(section).flatMap(([name, value]: [string, unknown]) => {
    const fields = Object.hasOwn(known, name) ? known[name] : undefined;
    if (fields === undefined) return [path + name];
    return fields === true ? [] : unknownIn(value, fields, `${path}${name}.`);
  });
}
