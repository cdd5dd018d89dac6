import * as z from 'zod/mini';
import { addressSecretMinimumInBytes } from '../files/signed-address.ts';
import type { PlatformOptions } from '../platform.ts';
import { jsonSetting, SettingProblem, secretSetting, type Environment } from './settings.ts';

const text = z.string().check(z.minLength(1));
const basicKeys = z.array(z.strictObject({ name: text, secret: text, mandantIdentifier: text }));

/**
 * The settings of the file gateway: its public files, who may ask for them, and what signs their
 * addresses.
 *
 * @throws {SettingProblem}
 */
export function readFileSettings(environment: Environment): Pick<PlatformOptions, 'files'> {
  const publicFiles = environment['LECTERN_PUBLIC_FILES'];
  if (!publicFiles) return {};
  const keys = jsonSetting(environment, 'LECTERN_BASIC_FILE_KEYS', basicKeys);
  const addressSecret = secretSetting(
    environment,
    'LECTERN_FILE_ADDRESS_SECRET',
    addressSecretMinimumInBytes,
  );
  if (keys && addressSecret) return { files: { publicFiles, keys, addressSecret } };
  throw new SettingProblem(
    'LECTERN_PUBLIC_FILES needs LECTERN_BASIC_FILE_KEYS and LECTERN_FILE_ADDRESS_SECRET beside it.',
  );
}
