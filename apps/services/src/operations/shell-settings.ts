import type { PlatformOptions } from '../platform.ts';
import { readJsonFile } from './json-file.ts';
import { requiredSetting, type Environment } from './settings.ts';

const variable = 'LECTERN_CONFIGURATION';

/**
 * Where the built shell is, and what it is configured with: a file whose fields are checked by the shell.
 *
 * @throws {SettingProblem}
 */
export function readShellSettings(environment: Environment): Pick<PlatformOptions, 'shell'> {
  const directory = environment['LECTERN_SHELL_DIRECTORY'];
  if (!directory) return {};
  const configuration = readJsonFile(variable, requiredSetting(environment, variable));
  return { shell: { directory, configuration } };
}
