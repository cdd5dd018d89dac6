import * as z from 'zod/mini';
import type { PlatformOptions } from '../platform.ts';
import { cognitoOptions } from '../users/cognito-upload-tokens.ts';
import { directoriesOptions } from '../users/directories.ts';
import { uploadSecretMinimumInBytes } from '../users/upload-tokens.ts';
import { SettingProblem, type Environment } from './settings.ts';

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
  const uploadTokenSecret = secretSetting(environment, 'LECTERN_UPLOAD_TOKEN_SECRET');
  return {
    ...(directories && { directories }),
    ...(cognito && { cognito }),
    ...(uploadTokenSecret && { uploadTokenSecret }),
  };
}

/** What the message says of a value is its place and what it must be, never the value: it may be secret. */
function jsonSetting<Value>(
  environment: Environment,
  name: string,
  schema: z.ZodMiniType<Value>,
): Value | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const { success, data, error } = z.safeParse(schema, parseJson(name, text));
  if (success) return data;
  const [issue] = error.issues;
  const place = [name, ...(issue?.path ?? [])].join('.');
  throw new SettingProblem(`${place} cannot be used: ${issue?.message}.`);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingProblem(`${name} is not JSON.`);
  }
}

function secretSetting(environment: Environment, name: string): string | undefined {
  const secret = environment[name];
  if (!secret || Buffer.byteLength(secret) >= uploadSecretMinimumInBytes) return secret;
  throw new SettingProblem(
    `${name} is too short: it must have at least ${uploadSecretMinimumInBytes} bytes.`,
  );
}
