import * as z from 'zod/mini';
import { claimMapping } from '../authorization/claim-mapping.ts';
import { addressSecretMinimumInBytes } from '../files/signed-address.ts';
import { targetsMaximum } from '../learning-records/forwarding/forwarding.ts';
import { defaultUsageLifetimeInMs } from '../licenses/usage-times.ts';
import { defaultHstsMaxAgeInSeconds } from '../shell-host/file-headers.ts';
import { cognitoOptions } from '../users/cognito-upload-tokens.ts';
import { directoriesOptions } from '../users/directory-options.ts';
import { inactiveMinimumInDays } from '../users/inactive-users.ts';
import { uploadSecretMinimumInBytes } from '../users/upload-tokens.ts';
import { SettingProblem } from './setting-problem.ts';
import {
  allowedNetworks,
  databaseUrl,
  json,
  jsonFile,
  jsonFileOf,
  list,
  networks,
  oneOf,
  origin,
  port,
  secret,
  serviceCodes,
  text,
  webAddress,
  wholeNumber,
  type Reader,
} from './setting-readers.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable of the environment. */
export interface Setting<Value> {
  /** @throws {SettingProblem} */
  readonly valueIn: (environment: Environment, name: string) => Value;
  /** What holds where the variable is not set, as the pages under `docs/operate` say it. */
  readonly default: string;
  readonly meaning: string;
}

function required<Value>(read: Reader<Value>, meaning: string): Setting<Value> {
  return {
    valueIn(environment, name) {
      const value = environment[name];
      if (!value) throw new SettingProblem(`The environment variable ${name} is missing.`);
      return read(value, name);
    },
    default: 'required',
    meaning,
  };
}

/** @param absent What holds without it. */
function optional<Value>(
  read: Reader<Value>,
  absent: string,
  meaning: string,
): Setting<Value | undefined> {
  return {
    valueIn(environment, name) {
      const value = environment[name];
      return value ? read(value, name) : undefined;
    },
    default: absent,
    meaning,
  };
}

function defaulting<Value extends string | number>(
  read: Reader<Value>,
  value: Value,
  meaning: string,
): Setting<Value> {
  const { valueIn } = optional(read, '', '');
  return {
    valueIn: (environment, name) => valueIn(environment, name) ?? value,
    default: typeof value === 'string' ? `\`${value}\`` : `${value}`,
    meaning,
  };
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

const ofServices = {
  DATABASE_URL: required(databaseUrl, 'a PostgreSQL 15 or newer'),
  LECTERN_PORT: required(port, 'port to listen on'),
  LECTERN_HOST: defaulting(text, 'localhost', 'name or address to listen on'),
  LECTERN_TLS_CERT: optional(text, 'plain HTTP', 'file with a certificate and its chain'),
  LECTERN_TLS_KEY: optional(text, 'required with it', 'file with its key'),
  LECTERN_HSTS_MAX_AGE_IN_SECONDS: optional(
    wholeNumber(hstsMaximumInSeconds),
    `${defaultHstsMaxAgeInSeconds}`,
    'how long browsers remember https; 0: they forget',
  ),
  LECTERN_PUBLIC_URL: optional(origin, '`http(s)://host:port`', 'origin for browsers'),
  LECTERN_ISSUER: required(text, 'identity provider; `https`, or `http` on this machine'),
  LECTERN_SERVICES_CLIENT_ID: required(text, 'their client there, which may introspect tokens'),
  LECTERN_SERVICES_CLIENT_SECRET: required(text, 'its secret'),
  LECTERN_CLIENT_IDS: required(list, 'clients whose tokens they accept, separated by commas'),
  LECTERN_SHELL_DIRECTORY: optional(text, 'no shell', 'folder with the built shell'),
  LECTERN_CONFIGURATION: optional(
    jsonFile,
    'required with a shell',
    "file with the shell's [configuration](configuration.md)",
  ),
  LECTERN_AUDIENCE: optional(
    text,
    'opaque tokens only',
    'audience of JWT access tokens, see below',
  ),
  LECTERN_CLAIMS: optional(
    json(claimMapping),
    'the standard ones',
    '[which claims carry what](identity-providers.md)',
  ),
  LECTERN_FURTHER_IDENTITY_PROVIDERS: optional(
    json(furtherProviders),
    'none',
    'further issuers, see below',
  ),
  LECTERN_IDENTITY_PROVIDER_TITLES: optional(
    json(z.record(z.string(), z.string())),
    'connector ids',
    'JSON object: titles by connector id',
  ),
  LECTERN_FIRST_ADMINISTRATOR: optional(
    text,
    'nobody',
    'subject or `sub` of the first administrator',
  ),
  LECTERN_DIRECTORIES: optional(
    json(directoriesOptions),
    'none',
    'directories of identity providers, see below',
  ),
  LECTERN_UPLOAD_TOKEN_SECRET: optional(
    secret(uploadSecretMinimumInBytes),
    'no upload tokens',
    `signs upload tokens; at least ${uploadSecretMinimumInBytes} bytes, see below`,
  ),
  LECTERN_COGNITO: optional(
    json(cognitoOptions),
    'no AWS Cognito',
    'issues upload tokens instead, see below',
  ),
  LECTERN_ERASE_INACTIVE_AFTER_DAYS: optional(
    wholeNumber(36_500, inactiveMinimumInDays),
    'kept for ever',
    `days until absent users are erased; ${inactiveMinimumInDays} at least`,
  ),
  LECTERN_LICENSE_USAGE_IN_SECONDS: optional(
    wholeNumber(usageMaximumInSeconds, usageMinimumInSeconds),
    `${defaultUsageLifetimeInMs / 1000}`,
    `until a seat without heartbeat is free; ${usageMinimumInSeconds} to ${usageMaximumInSeconds.toLocaleString('en')}; below 120 [tabs lose seats](licences.md#seats)`,
  ),
  LECTERN_PUBLIC_FILES: optional(
    text,
    'no public files',
    'folder with public files and their list, see below',
  ),
  LECTERN_BASIC_FILE_KEYS: optional(
    json(basicKeys),
    'required with them',
    'keys for them, see below',
  ),
};

const ofOperation = {
  LECTERN_SERVICES: optional(
    serviceCodes,
    'all',
    'services of this process by code, such as `aua,gres`',
  ),
  LECTERN_OPERATIONS_PORT: optional(port, 'none', 'port for probes and metrics'),
  LECTERN_OPERATIONS_HOST: defaulting(
    text,
    'localhost',
    'address for them; never one that users reach',
  ),
  LECTERN_TRUSTED_PROXIES: optional(
    networks,
    'none',
    'addresses or networks of reverse proxies, such as `10.0.0.0/8`',
  ),
  LECTERN_ORDER_SYSTEM_NETWORKS: optional(
    allowedNetworks,
    'none',
    'private networks that [order systems](order-systems.md#addresses) may be in',
  ),
  LECTERN_FORWARDING: optional(
    jsonFileOf(forwardingTargets),
    'none',
    'file with the [targets of learning records](moving-records.md#forwarding)',
  ),
  LECTERN_FORWARDING_NETWORKS: optional(
    allowedNetworks,
    'none',
    'private networks that those may be in',
  ),
  LECTERN_LOG_LEVEL: defaulting(
    oneOf(['error', 'warn', 'info', 'debug']),
    'info',
    '`error`, `warn`, `info` or `debug`',
  ),
  LECTERN_SHUTDOWN_DELAY_IN_SECONDS: defaulting(
    seconds,
    0,
    'time between `stopping` and the last accepted connection',
  ),
  LECTERN_SHUTDOWN_GRACE_IN_SECONDS: defaulting(
    seconds,
    10,
    'time for requests under way after that',
  ),
};

const ofFiles = {
  LECTERN_FILES_PORT: optional(port, 'no files', "port of the files' origin, on `LECTERN_HOST`"),
  LECTERN_FILES_URL: optional(
    origin,
    '`http(s)://host:port`',
    'its origin for browsers; not that of the services',
  ),
  LECTERN_FILES_FOLDER: optional(
    text,
    'this or a bucket',
    'folder for the bytes, shared by all processes',
  ),
  LECTERN_S3_BUCKET_URL: optional(
    webAddress,
    'this or a folder',
    'bucket, such as `https://s3.example/files`',
  ),
  LECTERN_S3_REGION: optional(text, 'required with it', 'its region; `auto` for Cloudflare R2'),
  LECTERN_S3_ACCESS_KEY_ID: optional(
    text,
    '`AWS_ACCESS_KEY_ID`',
    'key that reads, writes and deletes there',
  ),
  LECTERN_S3_SECRET_ACCESS_KEY: optional(text, '`AWS_SECRET_…`', 'its secret'),
  LECTERN_S3_SESSION_TOKEN: optional(
    text,
    '`AWS_SESSION_TOKEN`',
    'of a temporary key; read at the start',
  ),
  LECTERN_FILE_ADDRESS_SECRET: optional(
    secret(addressSecretMinimumInBytes),
    'required',
    `signs addresses; at least ${addressSecretMinimumInBytes} bytes, the same everywhere`,
  ),
  LECTERN_FILE_ADDRESS_SECRET_FORMER: optional(
    secret(addressSecretMinimumInBytes),
    'none',
    'accepted beside it, while the secret is being exchanged',
  ),
  LECTERN_FFMPEG: optional(
    text,
    'looked for on `PATH`',
    'ffmpeg, with ffprobe beside it; converts videos',
  ),
};

/** The settings of a process by the page under `docs/operate` that has their table. */
export const settingsByPage = {
  'start.md': ofServices,
  'run.md': ofOperation,
  'files.md': ofFiles,
};

const all = { ...ofServices, ...ofOperation, ...ofFiles };
type Values = { [Name in keyof typeof all]: ReturnType<(typeof all)[Name]['valueIn']> };
const settings: { readonly [Name in keyof Values]: Setting<Values[Name]> } = all;

/** Gives the value of a setting. @throws {SettingProblem} */
export type Settings = <Name extends keyof Values>(name: Name) => Values[Name];

export function settingsOf(environment: Environment): Settings {
  return (name) => settings[name].valueIn(environment, name);
}
