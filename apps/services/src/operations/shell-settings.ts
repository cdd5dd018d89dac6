import type { PlatformOptions } from '../platform.ts';
import { readJsonFile } from './json-file.ts';
import { numberSetting, requiredSetting, type Environment } from './settings.ts';

const variable = 'LECTERN_CONFIGURATION';
const hstsVariable = 'LECTERN_HSTS_MAX_AGE_IN_SECONDS';
/** Browsers need no more (68 years). */
const hstsMaximumInSeconds = 2_147_483_647;

/**
 * Where the built shell is, and what it is configured with: a file whose fields are checked by the shell.
 *
 * @throws {SettingProblem}
 */
export function readShellSettings(environment: Environment): Pick<PlatformOptions, 'shell'> {
  const directory = environment['LECTERN_SHELL_DIRECTORY'];
  if (!directory) return {};
  const configuration = readJsonFile(variable, requiredSetting(environment, variable));
  const hstsMaxAgeInSeconds = numberSetting(environment, hstsVariable, hstsMaximumInSeconds);
  return { shell: { directory, configuration, hstsMaxAgeInSeconds } };
}
