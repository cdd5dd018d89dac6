import type { PlatformOptions } from '../platform.ts';
import { cognitoOptions } from '../users/cognito-upload-tokens.ts';
import { directoriesOptions } from '../users/directory-options.ts';
import { uploadSecretMinimumInBytes } from '../users/upload-tokens.ts';
import { inactiveMinimumInDays } from '../users/inactive-users.ts';
import {
  jsonSetting,
  numberSetting,
  secretSetting,
  SettingProblem,
  type Environment,
} from './settings.ts';

/**
 * The settings of the user service: directories of identity providers, who issues upload tokens, and how long
 * people are kept who do not come any more.
 *
 * @throws {SettingProblem}
 */
export function readUserSettings(
  environment: Environment,
): Pick<
  PlatformOptions,
  'directories' | 'cognito' | 'uploadTokenSecret' | 'eraseInactiveAfterInDays'
> {
  const directories = jsonSetting(environment, 'LECTERN_DIRECTORIES', directoriesOptions);
  const cognito = jsonSetting(environment, 'LECTERN_COGNITO', cognitoOptions);
  const uploadTokenSecret = secretSetting(
    environment,
    'LECTERN_UPLOAD_TOKEN_SECRET',
    uploadSecretMinimumInBytes,
  );
  const afterInDays = numberSetting(environment, 'LECTERN_ERASE_INACTIVE_AFTER_DAYS', 36_500);
  if (afterInDays !== undefined && afterInDays < inactiveMinimumInDays) {
    throw new SettingProblem(
      `LECTERN_ERASE_INACTIVE_AFTER_DAYS is ${afterInDays}; it must be ${inactiveMinimumInDays} at least.`,
    );
  }
  return {
    ...(afterInDays !== undefined && { eraseInactiveAfterInDays: afterInDays }),
    ...(directories && { directories }),
    ...(cognito && { cognito }),
    ...(uploadTokenSecret && { uploadTokenSecret }),
  };
}
