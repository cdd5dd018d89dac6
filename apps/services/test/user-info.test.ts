import { expect, test } from 'vitest';
import { createIdentityProvider } from '../src/authorization/identity-provider.ts';
import { believedConnectorIds, readUserInfo } from '../src/users/user-info.ts';

const read = (claims: Record<string, unknown>, isComplete = true) => {
  const sources = isComplete
    ? { userInfo: claims, token: {} }
    : { userInfo: undefined, token: claims };
  return readUserInfo(sources, 'mia', {});
};

test('standard claims become a user and an identity', () => {
  expect(
    read({
      sub: 'mia',
      given_name: 'Mia',
      family_name: 'Keller',
      email: 'mia@schule.example',
      locale: 'de-CH',
      identity_provider: 'PHZH_AD_1',
      groups: ['5b'],
    }),
  ).toEqual({
    user: {
      subject: 'mia',
      given_name: 'Mia',
      family_name: 'Keller',
      email: 'mia@schule.example',
      locale: 'de-CH',
    },
    identity: { identity_provider_identifier: 'PHZH_AD_1', external_id: 'mia', groups: ['5b'] },
    unusable: [],
  });
});

test.each([
  ['nothing', {}],
  ['wrong types', { given_name: true, family_name: null, email: { at: 'x' }, groups: [{}] }],
  ['text that no database stores', { given_name: 'a\0b', family_name: '\ud83d', groups: ['\0'] }],
])(
  'claims with %s leave the user without names, and from the default provider',
  (_name, claims) => {
    expect(read(claims)).toMatchObject({
      user: { subject: 'mia' },
      identity: { identity_provider_identifier: 'BEOOK_1', external_id: 'mia', groups: [] },
    });
  },
);

test('long names are cut without tearing a character apart; long group names are left out', () => {
  const { user, identity } = read({
    given_name: `${'a'.repeat(254)}🐦`,
    groups: ['x'.repeat(256), 'short'],
  });
  expect(user.given_name).toHaveLength(255);
  expect(user.given_name?.isWellFormed()).toBe(true);
  expect(identity?.groups).toEqual(['short']);
});

test('row 147: a name that a user may have chosen keeps no more marks than a script writes', () => {
  const { user } = read({ given_name: `Noé${'\u0301'.repeat(99)}`, family_name: 'Nguyễn' });
  expect(user).toMatchObject({ given_name: `Noé${'\u0301'.repeat(4)}`, family_name: 'Nguyễn' });
});

test('the claims of a token that say nothing of an identity make none', () => {
  expect(read({ sub: 'mia', client_id: 'lectern-shell' }, false).identity).toBeUndefined();
});

test.each<[string, Record<string, unknown>, string[], string | undefined]>([
  ['a listed id', { identity_provider: 'A' }, ['A', 'B'], 'A'],
  ['another id', { identity_provider: 'BEOOK_1' }, ['A'], undefined],
  ['no id, where one is listed', {}, ['A'], 'A'],
  ['no id, where several are', {}, ['A', 'B'], undefined],
  ['no id, where the default one is not listed', {}, [], undefined],
])('with %s only a believed identity is read', (_name, claims, believed, expected) => {
  const sources = { userInfo: claims, token: {} };
  const { identity } = readUserInfo(sources, 'mia', {}, believed);
  expect(identity?.identity_provider_identifier).toBe(expected);
});

test('any connector id is believed of the primary provider, listed ones of others', () => {
  const provider = (connectorIds?: string[]) =>
    createIdentityProvider({
      issuer: 'https://login.example',
      clientId: 'services',
      clientSecret: 'secret',
      acceptedClients: [],
      ...(connectorIds && { connectorIds }),
    });
  const [primary, silent, further] = [provider(), provider(), provider(['A'])];
  const all = [primary, silent, further];
  expect(all.map((idp) => believedConnectorIds(idp, all))).toEqual([undefined, [], ['A']]);
});
