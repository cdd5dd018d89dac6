import { expect, test } from 'vitest';
import { readUserSettings } from '../src/operations/process-settings.ts';

const school = { identityProviderIdentifier: 'SCHOOL', address: 'https://scim.example/v2' };
const pool = {
  region: 'eu-central-1',
  identityPoolId: 'eu-central-1:1',
  developerProviderName: 'lectern',
  accessKeyId: 'key',
  secretAccessKey: 'top-secret',
};
const directories = (...all: unknown[]) => ({ LECTERN_DIRECTORIES: JSON.stringify(all) });

test('without variables nothing is configured', () => {
  expect(readUserSettings({})).toEqual({});
  expect(readUserSettings({ LECTERN_DIRECTORIES: '', LECTERN_COGNITO: '' })).toEqual({});
});

test('what is right becomes options', () => {
  const local = {
    identityProviderIdentifier: 'LOCAL',
    address: 'http://localhost:9000/scim',
    externalIdAttribute: 'externalId',
    timeoutInMs: 2000,
  };
  expect(
    readUserSettings({
      ...directories(school, local),
      LECTERN_COGNITO: JSON.stringify(pool),
      LECTERN_UPLOAD_TOKEN_SECRET: 'x'.repeat(32),
      LECTERN_ERASE_INACTIVE_AFTER_DAYS: '730',
    }),
  ).toEqual({
    directories: [school, local],
    cognito: pool,
    uploadTokenSecret: 'x'.repeat(32),
    eraseInactiveAfterInDays: 730,
  });
});

const cognito = (change: object) => ({ LECTERN_COGNITO: JSON.stringify({ ...pool, ...change }) });
const unsafe =
  '.0.address cannot be used: must be an https address, or http on this machine, without user, query and fragment.';
test.each<[Record<string, string>, string]>([
  [{ LECTERN_DIRECTORIES: '[{' }, ' is not JSON.'],
  [{ LECTERN_DIRECTORIES: '{}' }, ' cannot be used: '],
  [directories({}), '.0.identityProviderIdentifier cannot be used: '],
  [directories({ ...school, address: 'http://scim.example' }), unsafe],
  [directories({ ...school, address: 'http://10.0.0.1' }), unsafe],
  [directories({ ...school, address: 'ftp://scim.example' }), unsafe],
  [directories({ ...school, address: 'scim.example' }), unsafe],
  [directories({ ...school, address: 'https://user:pw@scim.example' }), unsafe],
  [directories({ ...school, address: 'https://scim.example?a=b' }), unsafe],
  [directories({ ...school, address: 'https://scim.example#a' }), unsafe],
  [directories({ ...school, timeoutInMs: 0 }), '.0.timeoutInMs cannot be used: '],
  [directories({ ...school, tokn: 'x' }), '.0 cannot be used: '],
  [directories(school, school), ' cannot be used: an identity provider has two directories.'],
  [{ LECTERN_COGNITO: 'top-secret' }, ' is not JSON.'],
  [cognito({ region: 'evil.example/' }), '.region cannot be used: '],
  [
    cognito({ endpoint: 'http://cognito.example' }),
    '.endpoint cannot be used: must be an https address.',
  ],
  [cognito({ identityPoolId: undefined }), '.identityPoolId cannot be used: '],
  [{ LECTERN_ERASE_INACTIVE_AFTER_DAYS: '18' }, ' is 18; it must be at least 180.'],
  [{ LECTERN_ERASE_INACTIVE_AFTER_DAYS: 'never' }, ' is never; it must be a whole number'],
  [{ LECTERN_UPLOAD_TOKEN_SECRET: 'top-secret' }, ' is too short: it must have at least 32 bytes.'],
])('%j is refused with a sentence that gives no secret away', (environment, sentence) => {
  const [name] = Object.keys(environment);
  const read = () => readUserSettings(environment);
  expect(read).toThrow(`${name}${sentence}`);
  expect(read).not.toThrow('top-secret');
});
