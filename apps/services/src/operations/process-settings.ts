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
  networksSetting,
  logLevelSetting,
  numberSetting,
  originSetting,
  requiredNumberSetting,
  requiredSetting,
  servicesSetting,
  type Environment,
} from './settings.ts';

/** How long running requests may take to end once the process stops, in seconds. */
const defaultGraceInSeconds = 10;
const defaultHost = 'localhost';
const secondsMaximum = 3_600;
const portMaximum = 65_535;

/** What a process of the services is started with. */
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
  const port = requiredNumberSetting(environment, 'LECTERN_PORT', portMaximum);
  const host = environment['LECTERN_HOST'] || defaultHost;
  const operationsPort = numberSetting(environment, 'LECTERN_OPERATIONS_PORT', portMaximum);
  const grace = numberSetting(environment, 'LECTERN_SHUTDOWN_GRACE_IN_SECONDS', secondsMaximum);
  const delay = numberSetting(environment, 'LECTERN_SHUTDOWN_DELAY_IN_SECONDS', secondsMaximum);
  return {
    platform: readPlatformOptions(environment, `http://${host}:${port}`),
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

function readPlatformOptions(environment: Environment, ownUrl: string): PlatformOptions {
  const services = servicesSetting(environment, 'LECTERN_SERVICES');
  return {
    databaseUrl: requiredSetting(environment, 'DATABASE_URL'),
    publicUrl: originSetting(environment, 'LECTERN_PUBLIC_URL') ?? ownUrl,
    ...readIdentityProviderSettings(environment),
    ...readShellSettings(environment),
    ...(services ? { services } : {}),
    ...readUserSettings(environment),
    ...readLicenseSettings(environment),
    ...readOrderSettings(environment),
    ...readFileSettings(environment),
    ...readForwardingSettings(environment),
    logLevel: logLevelSetting(environment, 'LECTERN_LOG_LEVEL'),
    trustedProxies: networksSetting(environment, 'LECTERN_TRUSTED_PROXIES'),
  };
}
