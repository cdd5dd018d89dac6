import { hostInUrl } from '../http/network.ts';
import { readTls, TlsProblem, type Tls } from '../http/tls.ts';
import type { PlatformOptions } from '../platform.ts';
import { readFileSettings } from './file-settings.ts';
import { readIdentityProviderSettings } from './identity-provider-settings.ts';
import type { OperationsOptions } from './operations.ts';
import { readAll, SettingProblem } from './setting-problem.ts';
import { settingsOf, type Environment } from './settings.ts';

export interface ProcessSettings {
  readonly platform: PlatformOptions;
  readonly listen: { readonly host: string; readonly port: number };
  /** Absent: there are no probes and metrics. */
  readonly operations?: OperationsOptions;
  /** How long running requests may take to end once the process stops, in milliseconds. */
  readonly graceInMs: number;
  /** How long the process goes on accepting requests while it says that it is not ready. */
  readonly shutdownDelayInMs: number;
}

/**
 * Reads the environment, and the files that it names.
 *
 * @throws {SettingProblem} in `setting-problem.ts`
 */
export function readProcessSettings(environment: Environment): ProcessSettings {
  const setting = settingsOf(environment);
  const host = setting('LECTERN_HOST');
  const { platform, port, operationsPort, grace, delay } = readAll({
    port: () => setting('LECTERN_PORT'),
    platform: () =>
      readPlatformOptions(environment, `${hostInUrl(host)}:${environment['LECTERN_PORT']}`),
    operationsPort: () => setting('LECTERN_OPERATIONS_PORT'),
    grace: () => setting('LECTERN_SHUTDOWN_GRACE_IN_SECONDS'),
    delay: () => setting('LECTERN_SHUTDOWN_DELAY_IN_SECONDS'),
  });
  const operations = operationsPort !== undefined && {
    operations: { host: setting('LECTERN_OPERATIONS_HOST'), port: operationsPort },
  };
  return {
    platform,
    listen: { host, port },
    ...operations,
    graceInMs: grace * 1000,
    shutdownDelayInMs: delay * 1000,
  };
}

/** @param authority Where the process listens: host and port. */
function readPlatformOptions(environment: Environment, authority: string): PlatformOptions {
  const setting = settingsOf(environment);
  const { identityProvider, shell, user, file, forwarding, ...read } = readAll({
    databaseUrl: () => setting('DATABASE_URL'),
    publicUrl: () => setting('LECTERN_PUBLIC_URL'),
    services: () => setting('LECTERN_SERVICES'),
    identityProvider: () => readIdentityProviderSettings(environment),
    shell: () => readShellSettings(environment),
    user: () => readUserSettings(environment),
    licenseUsage: () => setting('LECTERN_LICENSE_USAGE_IN_SECONDS'),
    orderSystemNetworks: () => setting('LECTERN_ORDER_SYSTEM_NETWORKS'),
    file: () => readFileSettings(environment),
    forwarding: () => readForwardingSettings(environment),
    retention: () => setting('LECTERN_RETENTION'),
    logLevel: () => setting('LECTERN_LOG_LEVEL'),
    trustedProxies: () => setting('LECTERN_TRUSTED_PROXIES'),
    tls: () => readTlsSettings(environment),
  });
  return {
    databaseUrl: read.databaseUrl,
    publicUrl: read.publicUrl ?? `${read.tls ? 'https' : 'http'}://${authority}`,
    ...identityProvider,
    ...shell,
    ...(read.services && { services: read.services }),
    ...user,
    ...(read.licenseUsage !== undefined && { licenseUsageLifetimeInMs: read.licenseUsage * 1000 }),
    orderSystemNetworks: read.orderSystemNetworks ?? [],
    ...file,
    ...forwarding,
    ...(read.retention && { retention: read.retention }),
    logLevel: read.logLevel,
    trustedProxies: read.trustedProxies ?? [],
    tls: read.tls,
  };
}

/**
 * The folder of the built shell, and its configuration: a file whose fields are checked by the shell.
 *
 * @throws {SettingProblem}
 */
export function readShellSettings(environment: Environment): Pick<PlatformOptions, 'shell'> {
  const setting = settingsOf(environment);
  const directory = setting('LECTERN_SHELL_DIRECTORY');
  if (!directory) return {};
  const configuration = setting('LECTERN_CONFIGURATION');
  if (configuration === undefined)
    throw new SettingProblem('The environment variable LECTERN_CONFIGURATION is missing.');
  const hstsMaxAgeInSeconds = setting('LECTERN_HSTS_MAX_AGE_IN_SECONDS');
  return { shell: { directory, configuration, hstsMaxAgeInSeconds } };
}

/**
 * The settings of the user service: directories of identity providers, upload tokens, and how long absent users
 * are kept.
 *
 * @throws {SettingProblem}
 */
export function readUserSettings(
  environment: Environment,
): Pick<
  PlatformOptions,
  'directories' | 'cognito' | 'uploadTokenSecret' | 'eraseInactiveAfterInDays'
> {
  const setting = settingsOf(environment);
  const directories = setting('LECTERN_DIRECTORIES');
  const cognito = setting('LECTERN_COGNITO');
  const uploadTokenSecret = setting('LECTERN_UPLOAD_TOKEN_SECRET');
  const eraseInactiveAfterInDays = setting('LECTERN_ERASE_INACTIVE_AFTER_DAYS');
  return {
    ...(eraseInactiveAfterInDays !== undefined && { eraseInactiveAfterInDays }),
    ...(directories && { directories }),
    ...(cognito && { cognito }),
    ...(uploadTokenSecret && { uploadTokenSecret }),
  };
}

/**
 * Targets that learning records are forwarded to, and networks that are not public and that their addresses may be in.
 *
 * @throws {SettingProblem}
 */
export function readForwardingSettings(
  environment: Environment,
): Pick<PlatformOptions, 'forwarding'> {
  const setting = settingsOf(environment);
  const targets = setting('LECTERN_FORWARDING');
  if (!targets) return {};
  const names = targets.map(({ name }) => name);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new SettingProblem(`LECTERN_FORWARDING names ${twice} twice.`);
  return { forwarding: { targets, networks: setting('LECTERN_FORWARDING_NETWORKS') ?? [] } };
}

/** Undefined where a reverse proxy ends TLS, or none is used. */
function readTlsSettings(environment: Environment): Tls | undefined {
  try {
    return readTls(environment);
  } catch (error) {
    throw error instanceof TlsProblem ? new SettingProblem(error.message) : error;
  }
}
