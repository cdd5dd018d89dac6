import { describe, expect, test } from 'vitest';
import { readFileSettings } from '../src/operations/file-settings.ts';

const keys = [{ name: 'BASIC_BEOOK_WEB', secret: 's', mandantIdentifier: 'LECTERN' }];
const valid = {
  LECTERN_PUBLIC_FILES: '/srv/public-files',
  LECTERN_BASIC_FILE_KEYS: JSON.stringify(keys),
  LECTERN_FILE_ADDRESS_SECRET: 'a secret of at least 32 bytes, for sure',
};

describe('settings of the file gateway', () => {
  test('without a folder there are no public files', () => {
    expect(readFileSettings({ ...valid, LECTERN_PUBLIC_FILES: '' })).toEqual({});
  });

  test('with it, keys and a secret go along', () => {
    expect(readFileSettings(valid)).toEqual({
      files: {
        publicFiles: '/srv/public-files',
        keys,
        addressSecret: valid.LECTERN_FILE_ADDRESS_SECRET,
      },
    });
  });

  test.each([
    [{ LECTERN_BASIC_FILE_KEYS: '' }, 'LECTERN_PUBLIC_FILES needs LECTERN_BASIC_FILE_KEYS'],
    [{ LECTERN_FILE_ADDRESS_SECRET: '' }, 'LECTERN_PUBLIC_FILES needs LECTERN_BASIC_FILE_KEYS'],
    [
      { LECTERN_FILE_ADDRESS_SECRET: 'short' },
      'LECTERN_FILE_ADDRESS_SECRET is too short: it must have at least 32 bytes.',
    ],
    [{ LECTERN_BASIC_FILE_KEYS: 'x' }, 'LECTERN_BASIC_FILE_KEYS is not JSON.'],
    [
      { LECTERN_BASIC_FILE_KEYS: '[{"name":"BASIC_BEOOK_WEB"}]' },
      'LECTERN_BASIC_FILE_KEYS.0.secret cannot be used',
    ],
  ])('%j is refused with a sentence', (change, sentence) => {
    expect(() => readFileSettings({ ...valid, ...change })).toThrow(sentence);
  });
});
