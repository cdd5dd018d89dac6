import * as z from 'zod/mini';
import type { FileGatewayOptions } from '../files/file-gateway.ts';
import { addressSecretMinimumInBytes } from '../files/signed-address.ts';
import type { PlatformOptions } from '../platform.ts';
import {
  jsonSetting,
  numberSetting,
  originSetting,
  requireWebAddress,
  secretSetting,
  SettingProblem,
  type Environment,
} from './settings.ts';

const text = z.string().check(z.minLength(1));
const basicKeys = z.array(z.strictObject({ name: text, secret: text, mandantIdentifier: text }));

const portMaximum = 65_535;
const defaultHost = 'localhost';

/**
 * The settings of the file gateway: where its origin listens, where it keeps the bytes, what signs their
 * addresses, its public files, who may ask for those, and what converts videos.
 *
 * @throws {SettingProblem}
 */
export function readFileSettings(
  environment: Environment,
): Pick<PlatformOptions, 'files' | 'filesUrl'> {
  const filesUrl = originSetting(environment, 'LECTERN_FILES_URL');
  const port = numberSetting(environment, 'LECTERN_FILES_PORT', portMaximum);
  const publicFiles = environment['LECTERN_PUBLIC_FILES'];
  if (port === undefined) {
    if (publicFiles) {
      throw new SettingProblem('LECTERN_PUBLIC_FILES needs LECTERN_FILES_PORT beside it.');
    }
    return filesUrl ? { filesUrl } : {};
  }
  const host = environment['LECTERN_HOST'] || defaultHost;
  return {
    ...(filesUrl ? { filesUrl } : {}),
    files: {
      listen: { host, port },
      ...(filesUrl ? { url: filesUrl } : {}),
      store: readStore(environment),
      addressSecrets: addressSecrets(environment),
      ...publicFileSettings(environment, publicFiles),
      ...videoSettings(environment),
    },
  };
}

function publicFileSettings(environment: Environment, publicFiles: string | undefined) {
  const keys = jsonSetting(environment, 'LECTERN_BASIC_FILE_KEYS', basicKeys);
  if (publicFiles && !keys) {
    throw new SettingProblem('LECTERN_PUBLIC_FILES needs LECTERN_BASIC_FILE_KEYS beside it.');
  }
  return { ...(publicFiles && { publicFiles }), ...(keys && { keys }) };
}

function videoSettings(environment: Environment) {
  const ffmpeg = environment['LECTERN_FFMPEG'];
  return ffmpeg ? { video: { ffmpeg } } : {};
}

function addressSecrets(environment: Environment): readonly [string, ...string[]] {
  const read = (name: string) => secretSetting(environment, name, addressSecretMinimumInBytes);
  const secret = read('LECTERN_FILE_ADDRESS_SECRET');
  const former = read('LECTERN_FILE_ADDRESS_SECRET_FORMER');
  if (secret) return [secret, ...(former ? [former] : [])];
  throw new SettingProblem('LECTERN_FILES_PORT needs LECTERN_FILE_ADDRESS_SECRET beside it.');
}

/** A local folder, or a bucket; not both. */
export function readStore(environment: Environment): FileGatewayOptions['store'] {
  const folder = environment['LECTERN_FILES_FOLDER'];
  const bucketUrl = environment['LECTERN_S3_BUCKET_URL'];
  if (Boolean(folder) === Boolean(bucketUrl)) {
    throw new SettingProblem(
      'LECTERN_FILES_PORT needs either LECTERN_FILES_FOLDER or LECTERN_S3_BUCKET_URL beside it.',
    );
  }
  if (folder) return { folder };
  return {
    bucketUrl: requireWebAddress('LECTERN_S3_BUCKET_URL', bucketUrl!).href,
    region: besideBucket(environment, 'LECTERN_S3_REGION'),
    ...bucketKey(environment),
  };
}

/** The key of the bucket by our own names, or by those that all tools of S3 know; not one half of each. */
function bucketKey(environment: Environment) {
  const isOwn = ['ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'SESSION_TOKEN'].some(
    (name) => environment[`LECTERN_S3_${name}`],
  );
  const prefix = isOwn || !environment['AWS_ACCESS_KEY_ID'] ? 'LECTERN_S3' : 'AWS';
  const sessionToken = environment[`${prefix}_SESSION_TOKEN`];
  return {
    accessKeyId: besideBucket(environment, `${prefix}_ACCESS_KEY_ID`),
    secretAccessKey: besideBucket(environment, `${prefix}_SECRET_ACCESS_KEY`),
    ...(sessionToken && { sessionToken }),
  };
}

function besideBucket(environment: Environment, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new SettingProblem(`LECTERN_S3_BUCKET_URL needs ${name} beside it.`);
}
