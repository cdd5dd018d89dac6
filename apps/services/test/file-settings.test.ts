import { describe, expect, test } from 'vitest';
import type { S3Options } from '../src/files/s3-store.ts';
import { readFileSettings } from '../src/operations/file-settings.ts';

const keys = [{ name: 'BASIC_BEOOK_WEB', secret: 's', mandantIdentifier: 'LECTERN' }];
const secret = 'a secret of at least 32 bytes, for sure';
const valid = {
  LECTERN_HOST: '127.0.0.1',
  LECTERN_FILES_PORT: '8083',
  LECTERN_FILES_FOLDER: '/srv/files',
  LECTERN_FILE_ADDRESS_SECRET: secret,
};
const withPublicFiles = {
  ...valid,
  LECTERN_PUBLIC_FILES: '/srv/public-files',
  LECTERN_BASIC_FILE_KEYS: JSON.stringify(keys),
};
const bucket = {
  ...valid,
  LECTERN_FILES_FOLDER: '',
  LECTERN_S3_BUCKET_URL: 'https://s3.example/files',
  LECTERN_S3_REGION: 'eu-central-2',
  LECTERN_S3_ACCESS_KEY_ID: 'key',
  LECTERN_S3_SECRET_ACCESS_KEY: 'very secret',
};
const listen = { host: '127.0.0.1', port: 8083 };
const addressSecrets = [secret];

describe('settings of the file gateway', () => {
  test('without a port there is no place for files', () => {
    expect(readFileSettings({ ...valid, LECTERN_FILES_PORT: '' })).toEqual({});
  });

  test('another process may serve them', () => {
    expect(readFileSettings({ LECTERN_FILES_URL: 'https://files.example/' })).toEqual({
      filesUrl: 'https://files.example',
    });
  });

  test('a folder keeps them', () => {
    expect(readFileSettings(valid)).toEqual({
      files: { listen, store: { folder: '/srv/files' }, addressSecrets },
    });
  });

  test('a bucket keeps them, and browsers come by another address', () => {
    expect(readFileSettings({ ...bucket, LECTERN_FILES_URL: 'https://files.example' })).toEqual({
      filesUrl: 'https://files.example',
      files: {
        listen,
        url: 'https://files.example',
        store: {
          bucketUrl: 'https://s3.example/files',
          region: 'eu-central-2',
          accessKeyId: 'key',
          secretAccessKey: 'very secret',
        },
        addressSecrets,
      },
    });
  });

  const own = { accessKeyId: 'key', secretAccessKey: 'very secret' };
  const ofTools = {
    AWS_ACCESS_KEY_ID: 'another key',
    AWS_SECRET_ACCESS_KEY: 'another secret',
    AWS_SESSION_TOKEN: 'another token',
  };
  const withoutKey = {
    ...bucket,
    LECTERN_S3_ACCESS_KEY_ID: '',
    LECTERN_S3_SECRET_ACCESS_KEY: '',
  };
  test.each<[string, Record<string, string>, object]>([
    ['that lasts', bucket, own],
    [
      'of some hours, with its token',
      { ...bucket, LECTERN_S3_SESSION_TOKEN: 'token' },
      { ...own, sessionToken: 'token' },
    ],
    [
      'by the names that all tools know',
      { ...withoutKey, ...ofTools },
      {
        accessKeyId: 'another key',
        secretAccessKey: 'another secret',
        sessionToken: 'another token',
      },
    ],
    ['of our own, whatever key others use', { ...bucket, ...ofTools }, own],
  ])('a bucket is opened by a key %s', (_, environment, key) => {
    const { bucketUrl, region, ...read } = readFileSettings(environment).files!.store as S3Options;
    expect([bucketUrl, region]).toEqual(['https://s3.example/files', 'eu-central-2']);
    expect(read).toEqual(key);
  });

  test('a secret can be exchanged: the former one is accepted for a while', () => {
    const former = 'the secret of before, of 32 bytes and more';
    const { files } = readFileSettings({ ...valid, LECTERN_FILE_ADDRESS_SECRET_FORMER: former });
    expect(files?.addressSecrets).toEqual([secret, former]);
  });

  test('public files of the operator come with keys', () => {
    expect(readFileSettings(withPublicFiles).files).toMatchObject({
      publicFiles: '/srv/public-files',
      keys,
    });
  });

  test('ffmpeg may stand elsewhere than on the path', () => {
    const { files } = readFileSettings({ ...valid, LECTERN_FFMPEG: '/opt/ffmpeg/bin/ffmpeg' });
    expect(files?.video).toEqual({ ffmpeg: '/opt/ffmpeg/bin/ffmpeg' });
  });

  test.each<[object, string]>([
    [{ ...withPublicFiles, LECTERN_FILES_PORT: '' }, 'needs LECTERN_FILES_PORT beside it'],
    [{ ...valid, LECTERN_PORT: '8083' }, 'LECTERN_FILES_PORT is LECTERN_PORT: files need one'],
    [{ ...withPublicFiles, LECTERN_BASIC_FILE_KEYS: '' }, 'needs LECTERN_BASIC_FILE_KEYS'],
    [{ ...valid, LECTERN_FILE_ADDRESS_SECRET: '' }, 'needs LECTERN_FILE_ADDRESS_SECRET'],
    [
      { ...valid, LECTERN_FILE_ADDRESS_SECRET: 'short' },
      'LECTERN_FILE_ADDRESS_SECRET is too short: it must have at least 32 bytes.',
    ],
    [
      { ...valid, LECTERN_FILES_FOLDER: '' },
      'either LECTERN_FILES_FOLDER or LECTERN_S3_BUCKET_URL',
    ],
    [{ ...bucket, LECTERN_FILES_FOLDER: '/srv/files' }, 'either LECTERN_FILES_FOLDER or'],
    [{ ...bucket, LECTERN_S3_REGION: '' }, 'LECTERN_S3_BUCKET_URL needs LECTERN_S3_REGION'],
    [withoutKey, 'LECTERN_S3_BUCKET_URL needs LECTERN_S3_ACCESS_KEY_ID beside it.'],
    [
      { ...withoutKey, ...ofTools, LECTERN_S3_SESSION_TOKEN: 'token' },
      'LECTERN_S3_BUCKET_URL needs LECTERN_S3_ACCESS_KEY_ID beside it.',
    ],
    [
      { ...withoutKey, ...ofTools, AWS_SECRET_ACCESS_KEY: '' },
      'LECTERN_S3_BUCKET_URL needs AWS_SECRET_ACCESS_KEY beside it.',
    ],
    [{ ...bucket, LECTERN_S3_BUCKET_URL: 'files' }, 'LECTERN_S3_BUCKET_URL must be a web address'],
    [{ ...valid, LECTERN_FILES_URL: 'https://a.example/b' }, 'LECTERN_FILES_URL must be an origin'],
    [{ ...valid, LECTERN_FILES_PORT: 'x' }, 'LECTERN_FILES_PORT is x'],
    [{ ...withPublicFiles, LECTERN_BASIC_FILE_KEYS: 'x' }, 'LECTERN_BASIC_FILE_KEYS is not JSON.'],
    [
      { ...withPublicFiles, LECTERN_BASIC_FILE_KEYS: '[{"name":"BASIC_BEOOK_WEB"}]' },
      'LECTERN_BASIC_FILE_KEYS.0.secret cannot be used',
    ],
  ])('%j is refused with a sentence', (environment, sentence) => {
    expect(() => readFileSettings(environment as Record<string, string>)).toThrow(sentence);
  });
});
