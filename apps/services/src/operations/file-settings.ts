import type { FileGatewayOptions } from '../files/file-gateway.ts';
import type { PlatformOptions } from '../platform.ts';
import { SettingProblem } from './setting-problem.ts';
import { settingsOf, type Environment } from './settings.ts';

/**
 * The settings of the file gateway: where its origin listens, where it keeps the bytes, what signs their
 * addresses, its public files, their keys, and what converts videos.
 *
 * @throws {SettingProblem}
 */
export function readFileSettings(
  environment: Environment,
): Pick<PlatformOptions, 'files' | 'filesUrl'> {
  const setting = settingsOf(environment);
  const filesUrl = setting('LECTERN_FILES_URL');
  const port = setting('LECTERN_FILES_PORT');
  const publicFiles = setting('LECTERN_PUBLIC_FILES');
  if (port === undefined) {
    if (publicFiles) throw needs('LECTERN_PUBLIC_FILES', 'LECTERN_FILES_PORT');
    return filesUrl ? { filesUrl } : {};
  }
  if (port > 0 && String(port) === environment['LECTERN_PORT'])
    throw new SettingProblem('LECTERN_FILES_PORT is LECTERN_PORT: files need one of their own.');
  const store = readStore(environment);
  const addressSecret = setting('LECTERN_FILE_ADDRESS_SECRET');
  const former = setting('LECTERN_FILE_ADDRESS_SECRET_FORMER');
  if (!addressSecret) throw needs('LECTERN_FILES_PORT', 'LECTERN_FILE_ADDRESS_SECRET');
  const keys = setting('LECTERN_BASIC_FILE_KEYS');
  if (publicFiles && !keys) throw needs('LECTERN_PUBLIC_FILES', 'LECTERN_BASIC_FILE_KEYS');
  const ffmpeg = setting('LECTERN_FFMPEG');
  return {
    ...(filesUrl && { filesUrl }),
    files: {
      listen: { host: setting('LECTERN_HOST'), port },
      ...(filesUrl && { url: filesUrl }),
      store,
      addressSecrets: [addressSecret, ...(former ? [former] : [])],
      ...(publicFiles && { publicFiles }),
      ...(keys && { keys }),
      ...(ffmpeg && { video: { ffmpeg } }),
    },
  };
}

/** A local folder, or a bucket; not both. */
export function readStore(environment: Environment): FileGatewayOptions['store'] {
  const setting = settingsOf(environment);
  const folder = setting('LECTERN_FILES_FOLDER');
  if (Boolean(folder) === Boolean(environment['LECTERN_S3_BUCKET_URL'])) {
    throw new SettingProblem(
      'LECTERN_FILES_PORT needs either LECTERN_FILES_FOLDER or LECTERN_S3_BUCKET_URL beside it.',
    );
  }
  if (folder) return { folder };
  return {
    bucketUrl: setting('LECTERN_S3_BUCKET_URL')!.href,
    region: besideBucket(environment, 'LECTERN_S3_REGION'),
    ...bucketKey(environment),
  };
}

/** The key of the bucket by our own names, or by the names that all tools of S3 know; not one half of each. */
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
  throw needs('LECTERN_S3_BUCKET_URL', name);
}

function needs(name: string, other: string): SettingProblem {
  return new SettingProblem(`${name} needs ${other} beside it.`);
}
