import { describe, expect, it } from 'vitest';
import { readUserRecord, writeUserRecord, type UserRecord } from '../src/auth/user-record.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

const client = { authority: 'https://id.example', clientId: 'lectern-shell' };
const key = 'oidc.user:https://id.example:lectern-shell';
const record: UserRecord = {
  id_token: 'id',
  access_token: 'access',
  refresh_token: 'refresh',
  expires_at: 1_800_000_000,
  token_type: 'bearer',
  profile: { sub: 'mia' },
};

const damaged: Readonly<Record<string, unknown>>[] = [
  { access_token: 'line\nfeed' },
  { access_token: 'umläut' },
  { access_token: '' },
  { refresh_token: 7 },
  { refresh_token: null },
  { refresh_token: '' },
  { refresh_token: 'line\nfeed' },
];

describe('the signed-in user', () => {
  it('is kept in session storage, by authority and client id, with the fields of section 3', () => {
    writeUserRecord(client, record);
    expect(Object.keys(sessionStorage)).toEqual([key]);
    expect(localStorage).toHaveLength(0);
    expect(JSON.parse(sessionStorage.getItem(key)!)).toEqual(record);
    expect(readUserRecord(client)).toEqual(record);
  });

  it('of another authority or client is somebody else', () => {
    writeUserRecord(client, record);
    expect(readUserRecord({ ...client, authority: 'https://other.example' })).toBeUndefined();
    expect(readUserRecord({ ...client, clientId: 'other' })).toBeUndefined();
  });

  it.each(damaged)('with tokens that cannot be sent (%j) is nobody', (fields) => {
    sessionStorage.setItem(key, JSON.stringify({ ...record, ...fields }));
    expect(readUserRecord(client)).toBeUndefined();
  });

  it.each([
    { access_token: 'eyJhbGciOi.eyJpc3Mi._-~+/x==' },
    { refresh_token: 'with a space, and {more}' },
    { refresh_token: undefined },
  ])('with tokens as providers give them (%j) is there', (fields) => {
    sessionStorage.setItem(key, JSON.stringify({ ...record, ...fields }));
    expect(readUserRecord(client)).toEqual({ ...record, ...fields });
  });

  it.each(['not json', 'null', '[]', '{"access_token":"access"}'])(
    'that is damaged (%s) is nobody',
    (stored) => {
      sessionStorage.setItem(key, stored);
      expect(readUserRecord(client)).toBeUndefined();
    },
  );
});
