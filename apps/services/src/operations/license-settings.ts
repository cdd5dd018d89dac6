import type { PlatformOptions } from '../platform.ts';
import { numberSetting, SettingProblem, type Environment } from './settings.ts';

const lifetimeName = 'LECTERN_LICENSE_USAGE_IN_SECONDS';
/** So that there is time for three heartbeats. */
const lifetimeMinimumInSeconds = 3;
const lifetimeMaximumInSeconds = 86_400;

/**
 * The settings of the licence service, the same for all processes on one database.
 *
 * @throws {SettingProblem}
 */
export function readLicenseSettings(
  environment: Environment,
): Pick<PlatformOptions, 'licenseUsageLifetimeInMs'> {
  const lifetime = numberSetting(environment, lifetimeName, lifetimeMaximumInSeconds);
  if (lifetime === undefined) return {};
  if (lifetime < lifetimeMinimumInSeconds) {
    throw new SettingProblem(
      `${lifetimeName} is ${lifetime}; it must be at least ${lifetimeMinimumInSeconds}.`,
    );
  }
  return { licenseUsageLifetimeInMs: lifetime * 1000 };
}
