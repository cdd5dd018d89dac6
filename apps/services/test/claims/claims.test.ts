import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { claimMapping, type ClaimMapping } from '../../src/authorization/claim-mapping.ts';
import type { Claims } from '../../src/authorization/active-token.ts';
import { readIdentityProviderSettings } from '../../src/operations/identity-provider-settings.ts';
import { readUserInfo } from '../../src/users/user-info.ts';
import { recordedClaims } from './recorded-claims.ts';

const page = readFileSync(
  new URL('../../../../docs/operate/identity-providers.md', import.meta.url),
  'utf8',
);

/** The configuration of a provider in the documentation. */
const documented = (provider: string): string => {
  const section = page.split(`\n## ${provider}\n`)[1]?.split('\n## ')[0];
  return /```json\n(.*?)```/s.exec(section ?? '')![1]!;
};

const settings = (change: object) =>
  readIdentityProviderSettings({
    LECTERN_ISSUER: 'https://login.example',
    LECTERN_SERVICES_CLIENT_ID: 'services',
    LECTERN_SERVICES_CLIENT_SECRET: 'secret',
    LECTERN_CLIENT_IDS: 'shell',
    ...change,
  });

describe('the documented configuration', () => {
  test.each(recordedClaims)('of $provider reads $what', ({ provider, ...recorded }) => {
    const { claims } = settings({ LECTERN_CLAIMS: documented(provider) }).identityProvider;
    const { user, identity, unusable } = readUserInfo(recorded, 'mia', { claims: claims! });
    expect(user).toEqual({ subject: 'mia', ...recorded.user });
    expect(identity).toEqual({
      identity_provider_identifier: 'BEOOK_1',
      external_id: recorded.external_id,
      groups: recorded.groups,
    });
    expect(unusable).toEqual([]);
  });

  test('is in use on the page: every block is one that is tried', () => {
    const tried = new Set(recordedClaims.map(({ provider }) => provider));
    expect(page.match(/```json/g)).toHaveLength(tried.size);
  });
});

const groupsOf = (claims: Claims, groups: string | string[] = 'groups', token: Claims = {}) =>
  readUserInfo({ userInfo: claims, token }, 'mia', { claims: { groups } });

describe('groups', () => {
  test.each<[string, unknown, string[]]>([
    ['one as plain text', '5b', ['5b']],
    ['one as a number', 7, ['7']],
    ['a list', ['5b', 'Chor'], ['5b', 'Chor']],
    ['one twice', ['5b', '5b'], ['5b']],
    ['a text with commas, which is one', 'CN=5b,OU=Klassen', ['CN=5b,OU=Klassen']],
    ['texts and numbers', ['5b', 7], ['5b', '7']],
    ['lists in a list', [['5b'], ['Chor']], ['5b', 'Chor']],
    ['an object by their names', { '5b': { '1': 'school.example' }, Chor: {} }, ['5b', 'Chor']],
    ['an empty list', [], []],
    ['an empty text', '', []],
    ['nothing', null, []],
  ])('can be %s', (_what, value, expected) => {
    const { identity, unusable } = groupsOf({ groups: value });
    expect([identity?.groups, unusable]).toEqual([expected, []]);
  });

  test.each<[string, unknown]>([
    ['objects in a list', [{ name: '5b' }]],
    ['a flag', true],
    ['a name beyond 255 characters', ['x'.repeat(256)]],
    ['a name with NUL', ['\0']],
  ])('that are %s are left out, and not without a word', (_what, value) => {
    const { identity, unusable } = groupsOf({ groups: value });
    expect([identity?.groups, unusable]).toEqual([[], ['groups']]);
  });

  test.each<[string, string | string[], string[]]>([
    ['a claim whose name has dots and slashes', 'https://school.example/groups', ['a']],
    ['the same by a pointer', '/https:~1~1school.example~1groups', ['a']],
    ['a claim within another', '/realm_access/roles', ['b']],
    ['a member of each entry of a list', '/contexts/groups/name', ['c', 'd', 'e']],
    ['a member of one entry', '/contexts/1/groups/name', ['e']],
    ['a claim that has a tilde', '/~0me', ['f']],
    ['several together', ['/realm_access/roles', 'https://school.example/groups'], ['b', 'a']],
    ['a name with a dot, which leads nowhere', 'realm_access.roles', []],
    ['a name that every object has', 'constructor', []],
    ['a length', '/contexts/length', []],
    ['what is not there', '/contexts/7/groups', []],
  ])('can stand at %s', (_what, place, expected) => {
    const claims = {
      'https://school.example/groups': ['a'],
      realm_access: { roles: ['b'] },
      contexts: [{ groups: [{ name: 'c' }, { name: 'd' }] }, { groups: [{ name: 'e' }] }],
      '~me': 'f',
    };
    expect(groupsOf(claims, place).identity?.groups).toEqual(expected);
  });

  test('of the user information come before those of the token, also where there are none', () => {
    const token = { groups: ['old'] };
    expect(groupsOf({}, 'groups', token).identity?.groups).toEqual(['old']);
    expect(groupsOf({ groups: [] }, 'groups', token).identity?.groups).toEqual([]);
  });

  test('of which a token alone says nothing stay as they were', () => {
    const sources = { userInfo: undefined, token: { identity_provider: 'A' } };
    expect(readUserInfo(sources, 'mia', {}).identity).toMatchObject({ groups: undefined });
  });
});

describe('a text', () => {
  const nameOf = (claims: Claims, given_name: string | string[]) =>
    readUserInfo({ userInfo: claims, token: {} }, 'mia', { claims: { given_name } }).user
      .given_name;

  test.each<[string, unknown, string | string[], string | undefined]>([
    ['a number', 7, 'x', '7'],
    ['the first of a list', ['Mia', 'Maria'], 'x', 'Mia'],
    ['the first that there is', 'Mia', ['y', 'x'], 'Mia'],
    ['within an object', { firstName: 'Mia' }, '/x/firstName', 'Mia'],
    ['an object', { firstName: 'Mia' }, 'x', undefined],
  ])('can be %s', (_what, x, place, expected) => {
    expect(nameOf({ x }, place)).toBe(expected);
  });

  test.each([Number.MAX_SAFE_INTEGER + 1, -(2 ** 53), 2 ** 64, 1e300])(
    'row 125: that is an external id is no number that JSON has rounded: %d',
    (id) => {
      const sources = { userInfo: { sub: 'mia', id, groups: [id] }, token: {} };
      const { identity, unusable } = readUserInfo(sources, 'mia', {
        claims: { external_id: 'id' },
      });
      expect(identity).toMatchObject({ external_id: 'mia', groups: [] });
      expect(unusable).toEqual(['external_id', 'groups']);
    },
  );

  test('that is an external id is never cut: it would be somebody else’s', () => {
    const sources = { userInfo: { sub: 'mia', id: 'x'.repeat(256) }, token: {} };
    const { identity, unusable } = readUserInfo(sources, 'mia', { claims: { external_id: 'id' } });
    expect([identity?.external_id, unusable]).toEqual(['mia', ['external_id']]);
  });
});

describe('the setting', () => {
  const further = {
    issuer: 'https://school.example',
    clientId: 'services',
    clientSecret: 'secret',
    acceptedClients: ['app'],
  };
  const furtherSettings = (...all: object[]) =>
    settings({ LECTERN_FURTHER_IDENTITY_PROVIDERS: JSON.stringify(all) });

  test('is that of each provider', () => {
    const claims: Partial<ClaimMapping> = { groups: '/a/b' };
    const read = furtherSettings({ ...further, claims }).furtherIdentityProviders;
    expect(read).toEqual([{ ...further, claims }]);
    expect(settings({}).identityProvider).not.toHaveProperty('claims');
  });

  test.each<[string, unknown]>([
    ['an unknown field', { nickname: 'x' }],
    ['another subject', { sub: 'oid' }],
    ['no place', { groups: [] }],
    ['an empty name', { groups: '' }],
    ['a number', { groups: 7 }],
    ['a pointer with a wrong escape', { groups: '/a~2' }],
    ['a list', ['groups']],
  ])('is refused with %s', (_what, claims) => {
    expect(claimMapping.safeParse(claims).success).toBe(false);
    expect(() => settings({ LECTERN_CLAIMS: JSON.stringify(claims) })).toThrow('LECTERN_CLAIMS');
  });

  test.each(['https://login.example/', 'https://login.example'])(
    'names no provider twice, with a slash or without: %s',
    (issuer) => {
      expect(() => furtherSettings({ ...further, issuer })).toThrow(`names ${issuer} once more`);
    },
  );
});
