import type { PlatformOptions } from '../platform.ts';
import type { OperationsOptions } from './operations.ts';
import { readFileSettings } from './file-settings.ts';
import { readForwardingSettings } from './forwarding-settings.ts';
import { readIdentityProviderSettings } from './identity-provider-settings.ts';
import { readOrderSettings } from './order-settings.ts';
import { readLicenseSettings } from './license-settings.ts';
import { readShellSettings } from './shell-settings.ts';
import { readUserSettings } from './user-settings.ts';
import {
  databaseSetting,
  networksSetting,
  logLevelSetting,
  numberSetting,
  originSetting,
  readAll,
  requiredNumberSetting,
  servicesSetting,
  tlsSetting,
  type Environment,
} from './settings.ts';

/** How long running requests may take to end once the process stops, in seconds. */
const defaultGraceInSeconds = 10;
const defaultHost = 'localhost';
const secondsMaximum = 3_600;
const portMaximum = 65_535;

/** Settings of a process of the services. */
export interface ProcessSettings {
  readonly platform: PlatformOptions;
  readonly listen: { readonly host: string; readonly port: number };
  /** Absent: nobody can ask how the process is. */
  readonly operations?: OperationsOptions;
  /** How long running requests may take to end once the process stops, in milliseconds. */
  readonly graceInMs: number;
  /** How long the process goes on accepting requests while it says that it is not ready. */
  readonly shutdownDelayInMs: number;
}

/**
 * Reads the environment, and the file that it names; `docs/operate/` lists the variables.
 *
 * @throws {SettingProblem} in `settings.ts`
 */
export function readProcessSettings(environment: Environment): ProcessSettings {
  const host = environment['LECTERN_HOST'] || defaultHost;
  const seconds = (name: string) => () => numberSetting(environment, name, secondsMaximum);
  const { platform, port, operationsPort, grace, delay } = readAll({
    port: () => requiredNumberSetting(environment, 'LECTERN_PORT', portMaximum),
    platform: () => readPlatformOptions(environment, `${host}:${environment['LECTERN_PORT']}`),
    operationsPort: () => numberSetting(environment, 'LECTERN_OPERATIONS_PORT', portMaximum),
    grace: seconds('LECTERN_SHUTDOWN_GRACE_IN_SECONDS'),
    delay: seconds('LECTERN_SHUTDOWN_DELAY_IN_SECONDS'),
  });
  return {
    platform,
    listen: { host, port },
    ...(operationsPort === undefined
      ? {}
      : {
          operations: {
            host: environment['LECTERN_OPERATIONS_HOST'] || defaultHost,
            port: operationsPort,
          },
        }),
    graceInMs: (grace ?? defaultGraceInSeconds) * 1000,
    shutdownDelayInMs: (delay ?? 0) * 1000,
  };
}

/** @param authority Where the process listens: host and port. */
function readPlatformOptions(environment: Environment, authority: string): PlatformOptions {
  const read = readAll({
    databaseUrl: () => databaseSetting(environment, 'DATABASE_URL'),
    publicUrl: () => originSetting(environment, 'LECTERN_PUBLIC_URL'),
    services: () => servicesSetting(environment, 'LECTERN_SERVICES'),
    identityProvider: () => readIdentityProviderSettings(environment),
    shell: () => readShellSettings(environment),
    user: () => readUserSettings(environment),
    license: () => readLicenseSettings(environment),
    order: () => readOrderSettings(environment),
    file: () => readFileSettings(environment),
    forwarding: () => readForwardingSettings(environment),
    logLevel: () => logLevelSetting(environment, 'LECTERN_LOG_LEVEL'),
    trustedProxies: () => networksSetting(environment, 'LECTERN_TRUSTED_PROXIES'),
    tls: () => tlsSetting(environment),
  });
  return {
    databaseUrl: read.databaseUrl,
    publicUrl: read.publicUrl ?? `${read.tls ? 'https' : 'http'}://${authority}`,
    ...read.identityProvider,
    ...read.shell,
    ...(read.services ? { services: read.services } : {}),
    ...read.user,
    ...read.license,
    ...read.order,
    ...read.file,
    ...read.forwarding,
    logLevel: read.logLevel,
    trustedProxies: read.trustedProxies,
    tls: read.tls,
  };
}
