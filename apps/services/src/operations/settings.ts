import * as z from 'zod/mini';
import { claimMapping } from '../authorization/claim-mapping.ts';
import { addressSecretMinimumInBytes } from '../files/signed-address.ts';
import { targetsMaximum } from '../learning-records/forwarding/forwarding.ts';
import type { RetentionRule } from '../learning-records/retention/policy.ts';
import { cognitoOptions } from '../users/cognito-upload-tokens.ts';
import { directoriesOptions } from '../users/directory-options.ts';
import { inactiveMinimumInDays } from '../users/inactive-users.ts';
import { uploadSecretMinimumInBytes } from '../users/upload-tokens.ts';
import { serviceLink } from './service-link.ts';
import { SettingProblem } from './setting-problem.ts';
import {
  databaseUrl,
  filledList,
  json,
  jsonFile,
  jsonFileOf,
  leftovers,
  leftoversOf,
  networks,
  oneOf,
  origin,
  port,
  secret,
  serviceCodes,
  text,
  textAlone,
  trustedNetworks,
  webAddress,
  webAddressText,
  wholeNumber,
  type Reader,
} from './setting-readers.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Gives the value of a variable. @throws {SettingProblem} */
type Setting<Value> = (environment: Environment, name: string) => Value;

function optional<Value>(read: Reader<Value>): Setting<Value | undefined> {
  return (environment, name) => {
    const value = environment[name];
    return value ? read(value, name) : undefined;
  };
}

function required<Value>(read: Reader<Value>): Setting<Value> {
  return (environment, name) => {
    const value = environment[name];
    if (value) return read(value, name);
    throw new SettingProblem(`The environment variable ${name} is missing.`);
  };
}

function defaulting<Value>(read: Reader<Value>, value: Value): Setting<Value> {
  const setting = optional(read);
  return (environment, name) => setting(environment, name) ?? value;
}

/** Time for three heartbeats. */
const usageMinimumInSeconds = 3;
const usageMaximumInSeconds = 86_400;
/** Browsers need no more (68 years). */
const hstsMaximumInSeconds = 2_147_483_647;
const seconds = wholeNumber(3_600);

const word = z.string().check(z.minLength(1));
const furtherProviders = z.array(
  z.strictObject({
    issuer: z.url(),
    clientId: word,
    clientSecret: word,
    acceptedClients: z.array(z.string()).check(z.minLength(1)),
    audience: z.optional(word),
    connectorIds: z.optional(z.array(word)),
    claims: z.optional(claimMapping),
  }),
);
const basicKeys = z.array(z.strictObject({ name: word, secret: word, mandantIdentifier: word }));
const prefixes = z.optional(z.array(word).check(z.minLength(1)));
const forwardingTargets = z
  .array(
    z.strictObject({
      name: z
        .string()
        .check(z.regex(/^[\w.-]{1,64}$/, 'must be 1 to 64 letters, digits, . _ or -')),
      endpoint: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
      // A colon ends the key in Basic credentials (RFC 7617).
      key: z.string().check(z.regex(/^[^:]+$/, 'must be a text without a colon')),
      secret: word,
      version: z.optional(z.enum(['1.0.3', '2.0.0'])),
      verbs: prefixes,
      activities: prefixes,
      from: z.optional(z.enum(['beginning', 'now'])),
    }),
  )
  .check(z.maxLength(targetsMaximum));

// Beside the running one: what is told at the end of a school year is read in the next one.
const schoolYears = z.int().check(z.minimum(1), z.maximum(100));
const retentionRule = {
  thinAfterYears: z.optional(schoolYears),
  deleteAfterYears: z.optional(schoolYears),
};
const thinsFirst = z.refine<RetentionRule>(
  ({ thinAfterYears = 0, deleteAfterYears = Infinity }) => thinAfterYears < deleteAfterYears,
  'thinAfterYears must be less than deleteAfterYears: what is deleted cannot be thinned',
);
const retention = z
  .strictObject({
    ...retentionRule,
    courses: z.optional(z.record(word, z.strictObject(retentionRule).check(thinsFirst))),
  })
  .check(
    thinsFirst,
    z.refine(
      ({ courses = {}, ...platform }) =>
        [platform, ...Object.values(courses)].some((rule) => Object.keys(rule).length > 0),
      'it has no years, so everything is kept: name some, or leave it out',
    ),
  );

const ofServices = {
  /** a PostgreSQL 15 or newer */
  DATABASE_URL: required(databaseUrl),
  /** port to listen on */
  LECTERN_PORT: required(port),
  /** name or address to listen on @default `localhost` */
  LECTERN_HOST: defaulting(text, 'localhost'),
  /** file with a certificate and its chain; a renewed one is taken within the hour @default plain HTTP */
  LECTERN_TLS_CERT: optional(text),
  /** file with its key @default required with it */
  LECTERN_TLS_KEY: optional(text),
  /** how long browsers remember https; 0: they forget @default 63072000 */
  LECTERN_HSTS_MAX_AGE_IN_SECONDS: optional(wholeNumber(hstsMaximumInSeconds)),
  /** origin for browsers @default `http(s)://host:port` */
  LECTERN_PUBLIC_URL: optional(origin),
  /** identity provider; `https`, or `http` on this machine */
  LECTERN_ISSUER: required(webAddressText),
  /** their client there, which may introspect tokens */
  LECTERN_SERVICES_CLIENT_ID: required(textAlone),
  /** its secret */
  LECTERN_SERVICES_CLIENT_SECRET: required(textAlone),
  /** clients whose tokens they accept, separated by commas */
  LECTERN_CLIENT_IDS: required(filledList),
  /** folder with the built shell, `apps/shell/dist` @default no shell */
  LECTERN_SHELL_DIRECTORY: optional(text),
  /** file with the shell's [configuration](configuration.md) @default required with a shell */
  LECTERN_CONFIGURATION: optional(jsonFile),
  /** audience of [JWT access tokens](#identity-providers) @default opaque tokens only */
  LECTERN_AUDIENCE: optional(text),
  /** [which claims carry what](identity-providers.md) @default the standard ones */
  LECTERN_CLAIMS: optional(json(claimMapping)),
  /** [further issuers](#identity-providers) @default none */
  LECTERN_FURTHER_IDENTITY_PROVIDERS: optional(json(furtherProviders)),
  /** JSON object: titles by connector id @default connector ids */
  LECTERN_IDENTITY_PROVIDER_TITLES: optional(json(z.record(z.string(), z.string()))),
  /** subject or `sub` of the first administrator @default nobody */
  LECTERN_FIRST_ADMINISTRATOR: optional(text),
  /** [directories](#directories) of identity providers @default none */
  LECTERN_DIRECTORIES: optional(json(directoriesOptions)),
  /** signs [upload tokens](#upload-tokens); at least 32 bytes @default no upload tokens */
  LECTERN_UPLOAD_TOKEN_SECRET: optional(secret(uploadSecretMinimumInBytes)),
  /** issues [upload tokens](#upload-tokens) instead @default no AWS Cognito */
  LECTERN_COGNITO: optional(json(cognitoOptions)),
  /** days until absent users are erased; 180 at least @default kept for ever */
  LECTERN_ERASE_INACTIVE_AFTER_DAYS: optional(wholeNumber(36_500, inactiveMinimumInDays)),
  /** until a seat without heartbeat is free; 3 to 86,400; below 120 [tabs lose seats](licences.md#seats) @default 180 */
  LECTERN_LICENSE_USAGE_IN_SECONDS: optional(
    wholeNumber(usageMaximumInSeconds, usageMinimumInSeconds),
  ),
  /** folder with [public files](#public-files) and their list @default no public files */
  LECTERN_PUBLIC_FILES: optional(text),
  /** [keys](#public-files) for them @default required with them */
  LECTERN_BASIC_FILE_KEYS: optional(json(basicKeys)),
};

const ofOperation = {
  /** services of this process by code, such as `aua,gres` @default all */
  LECTERN_SERVICES: optional(serviceCodes),
  /** port for probes and metrics @default none */
  LECTERN_OPERATIONS_PORT: optional(port),
  /** address for them; never one that users reach @default `localhost` */
  LECTERN_OPERATIONS_HOST: defaulting(text, 'localhost'),
  /** addresses or networks of reverse proxies, such as `10.0.0.0/8` @default none */
  LECTERN_TRUSTED_PROXIES: optional(trustedNetworks),
  /** private networks that [order systems](order-systems.md#addresses) may be in @default none */
  LECTERN_ORDER_SYSTEM_NETWORKS: optional(networks),
  /** file with the [targets of learning records](moving-records.md#forwarding) @default none */
  LECTERN_FORWARDING: optional(jsonFileOf(forwardingTargets)),
  /** private networks that those may be in @default none */
  LECTERN_FORWARDING_NETWORKS: optional(networks),
  /** how long [learning records are kept](retention.md) @default for ever */
  LECTERN_RETENTION: optional(json(retention)),
  /** `error`, `warn`, `info` or `debug` @default `info` */
  LECTERN_LOG_LEVEL: defaulting(oneOf(['error', 'warn', 'info', 'debug']), 'info'),
  /** time between `stopping` and the last accepted connection @default 0 */
  LECTERN_SHUTDOWN_DELAY_IN_SECONDS: defaulting(seconds, 0),
  /** time for requests under way after that @default 10 */
  LECTERN_SHUTDOWN_GRACE_IN_SECONDS: defaulting(seconds, 10),
};

const ofFiles = {
  /** port of the files' origin, on `LECTERN_HOST` @default no files */
  LECTERN_FILES_PORT: optional(port),
  /** its origin for browsers; not that of the services @default `http(s)://host:port` */
  LECTERN_FILES_URL: optional(origin),
  /** folder for the bytes, shared by all processes @default this or a bucket */
  LECTERN_FILES_FOLDER: optional(text),
  /** bucket, such as `https://s3.example/files` @default this or a folder */
  LECTERN_S3_BUCKET_URL: optional(webAddress),
  /** its region; `auto` for Cloudflare R2 @default required with it */
  LECTERN_S3_REGION: optional(text),
  /** key that reads, writes and deletes there @default `AWS_ACCESS_KEY_ID` */
  LECTERN_S3_ACCESS_KEY_ID: optional(text),
  /** its secret @default `AWS_SECRET_…` */
  LECTERN_S3_SECRET_ACCESS_KEY: optional(text),
  /** of a temporary key; read at the start @default `AWS_SESSION_TOKEN` */
  LECTERN_S3_SESSION_TOKEN: optional(text),
  /** signs addresses; at least 32 bytes, the same everywhere @default required with the port */
  LECTERN_FILE_ADDRESS_SECRET: optional(secret(addressSecretMinimumInBytes)),
  /** accepted beside it, while the secret is being exchanged @default none */
  LECTERN_FILE_ADDRESS_SECRET_FORMER: optional(secret(addressSecretMinimumInBytes)),
  /** ffmpeg, with ffprobe beside it; converts videos @default looked for on `PATH` */
  LECTERN_FFMPEG: optional(text),
};

/** The settings of a process by the page under `docs/operate` whose table is made of their comments. */
export const settingsByPage = {
  'start.md': ofServices,
  'run.md': ofOperation,
  'files.md': ofFiles,
};

const all = { ...ofServices, ...ofOperation, ...ofFiles };
type Values = { [Name in keyof typeof all]: ReturnType<(typeof all)[Name]> };
const settings: { readonly [Name in keyof Values]: Setting<Values[Name]> } = all;

/** Gives the value of a setting. @throws {SettingProblem} */
export type Settings = <Name extends keyof Values>(name: Name) => Values[Name];

export function settingsOf(environment: Environment): Settings {
  return (name) => settings[name](environment, name);
}

/** Secrets that sign work with leftovers, as long as every process reads the same ones. */
const signingSecrets = [
  'LECTERN_UPLOAD_TOKEN_SECRET',
  'LECTERN_FILE_ADDRESS_SECRET',
  'LECTERN_FILE_ADDRESS_SECRET_FORMER',
];

/** Of the other programs: `npm start`, the commands, publishing and the embedded identity provider. */
const settingsOfOthers = [
  'LECTERN_AUTHORITY_PORT',
  'LECTERN_CONTENT_PORT',
  'LECTERN_DATA',
  'LECTERN_IDENTITY_PROVIDER_PORT',
  'LECTERN_ORDER_SYSTEM_CLIENT_SECRET',
  'LECTERN_PUBLISHER_CLIENT_ID',
  'LECTERN_PUBLISHER_CLIENT_SECRET',
  'LECTERN_PUBLISHER_SUBJECT',
  'LECTERN_SHELL_ORIGIN',
  'LECTERN_URL',
];
/** Further names that Kubernetes makes of those of services. */
const namesOfKubernetes = /_SERVICE_(HOST|PORT)|_PORT_\d+_/;

/** Warnings of settings with which a start goes on. */
export function settingWarnings(environment: Environment): string[] {
  const known = new Set([...Object.keys(settings), ...settingsOfOthers]);
  const unread = Object.entries(environment).filter(
    ([name, value = '']) =>
      name.startsWith('LECTERN_') &&
      !known.has(name) &&
      !namesOfKubernetes.test(name) &&
      !serviceLink.test(value),
  );
  return [
    ...signingSecrets
      .filter((name) => leftovers.test(environment[name] ?? ''))
      .map((name) => leftoversOf(name)),
    ...unread.map(([name]) => `${name} is no setting, so it changes nothing: correct its name.`),
  ];
}
