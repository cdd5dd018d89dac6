import { expect, test } from 'vitest';
import { createIdentityProvider } from '../src/authorization/identity-provider.ts';
import { believedConnectorIds, readUserInfo, standardClaims } from '../src/users/user-info.ts';

const read = (claims: Record<string, unknown>, isComplete = true) =>
  readUserInfo(claims, 'mia', standardClaims, isComplete);

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
  });
});

test.each([
  ['nothing', {}],
  ['wrong types', { given_name: 7, family_name: null, email: ['x'], groups: 'all' }],
  ['text that no database stores', { given_name: 'a\0b', family_name: '\ud83d', groups: ['\0'] }],
])(
  'claims with %s leave the user without names, and from the default provider',
  (_name, claims) => {
    expect(read(claims)).toEqual({
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

test('the claims of a token that say nothing of an identity make none', () => {
  expect(read({ sub: 'mia', client_id: 'lectern-shell' }, false).identity).toBeUndefined();
});

test('providers may name their claims as they like', () => {
  const mapping = { ...standardClaims, given_name: 'urn:schulconnex:de:vorname' };
  const { user } = readUserInfo({ 'urn:schulconnex:de:vorname': 'Mia' }, 'mia', mapping, true);
  expect(user.given_name).toBe('Mia');
});

test.each<[string, Record<string, unknown>, string[], string | undefined]>([
  ['a listed id', { identity_provider: 'A' }, ['A', 'B'], 'A'],
  ['another id', { identity_provider: 'BEOOK_1' }, ['A'], undefined],
  ['no id, where one is listed', {}, ['A'], 'A'],
  ['no id, where several are', {}, ['A', 'B'], undefined],
  ['no id, where the default one is not listed', {}, [], undefined],
])('with %s only a believed identity is read', (_name, claims, believed, expected) => {
  const { identity } = readUserInfo(claims, 'mia', standardClaims, true, believed);
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
  expect(all.map((one) => believedConnectorIds(one, all))).toEqual([undefined, [], ['A']]);
});
