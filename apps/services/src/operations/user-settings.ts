import type { PlatformOptions } from '../platform.ts';
import { cognitoOptions } from '../users/cognito-upload-tokens.ts';
import { directoriesOptions } from '../users/directories.ts';
import { uploadSecretMinimumInBytes } from '../users/upload-tokens.ts';
import { jsonSetting, secretSetting, type Environment } from './settings.ts';

/**
 * The settings of the user service: directories of identity providers, and who issues upload tokens.
 *
 * @throws {SettingProblem}
 */
export function readUserSettings(
  environment: Environment,
): Pick<PlatformOptions, 'directories' | 'cognito' | 'uploadTokenSecret'> {
  const directories = jsonSetting(environment, 'LECTERN_DIRECTORIES', directoriesOptions);
  const cognito = jsonSetting(environment, 'LECTERN_COGNITO', cognitoOptions);
  const uploadTokenSecret = secretSetting(
    environment,
    'LECTERN_UPLOAD_TOKEN_SECRET',
    uploadSecretMinimumInBytes,
  );
  return {
    ...(directories && { directories }),
    ...(cognito && { cognito }),
    ...(uploadTokenSecret && { uploadTokenSecret }),
  };
}
