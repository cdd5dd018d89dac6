import { UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createIdentityProvider } from '../../src/authorization/identity-provider.ts';
import { newKey, startJwtIssuer, type JwtIssuer } from '../issuer.ts';
import { makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { guardedCalls, servedCalls } from '../served-calls.ts';
import { allOf, headersOf, outcomeOf, outcomesOf, type Headers } from './requests.ts';

/* Row 37: no token, or one that is none of ours. jwt-access-tokens.test.ts has more forgeries. */

const issuer = startBeforeAll(startJwtIssuer);
const platform = startBeforeAll(() =>
  startTestPlatform({ furtherIdentityProviders: [issuer.options] }),
);
const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
beforeAll(async () => {
  await platform.as('aua', mia).userUpdateUserInfo();
});

const getMia = (change: Headers, who = mia, path = '/aua/v1/user/get') =>
  outcomeOf(
    platform.request(path, headersOf(who, change), JSON.stringify({ subject: mia.subject })),
  );

describe('the controls', () => {
  test('an opaque token of the platform’s own provider is good', async () => {
    expect(await getMia({})).toEqual([200, 'OK']);
    expect(await getMia({ Authorization: `bearer ${mia.token}` })).toEqual([200, 'OK']);
  });

  test('a signed token of a further provider is good', async () => {
    const who = await issuer.signIn('mia');
    const body = JSON.stringify({ subject: who.subject });
    const response = platform.request('/lima/license/getForUser', headersOf(who), body);
    expect(await outcomeOf(response)).toEqual([200, 'OK']);
  });

  const open = servedCalls.filter(({ call }) => call.permission === 'public');
  test.each(open.filter(({ call }) => !call.body))(
    '$title is public and needs no header',
    async ({ path }) => {
      const response = await fetch(platform.url + path);
      expect([response.status, await response.json()]).toEqual([200, { result_state: 'OK' }]);
    },
  );

  // Here there are no keys, so what comes is the refusal of the call itself.
  test.each(open.filter(({ call }) => call.body))(
    '$title is public and needs a correlation id and a key',
    async ({ path, example }) => {
      const post = (headers: Record<string, string>) =>
        outcomeOf(platform.request(path, headers, JSON.stringify(example.body)));
      const headers = { 'Content-Type': 'application/json' };
      const correlation = { ...headers, 'X-Ia-Correlation-Id': 'test-1' };
      expect(await post(headers)).toEqual([400, 'HEADER_INVALID']);
      expect(await post(correlation)).toEqual([403, 'BASIC_KEY_REFUSED']);
      const forged = { ...correlation, Authorization: 'Bearer forged' };
      expect(await post(forged)).toEqual([403, 'BASIC_KEY_REFUSED']);
    },
  );
});

describe('row 37: every other call is refused with 401', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const signed = (change: Parameters<JwtIssuer['claims']>[1]) =>
    issuer.sign(issuer.claims('mia', change));
  const forgeries: Readonly<Record<string, () => Promise<string | undefined>>> = {
    'without token': async () => undefined,
    'with a token that the provider never issued': async () => 'Bearer forged',
    'with an ID token': async () => `Bearer ${await platform.identityProvider.idTokenOf('mia')}`,
    'with an expired token': async () =>
      `Bearer ${await signed({ iat: now() - 100, exp: now() - 10 })}`,
    'with a token for another audience': async () =>
      `Bearer ${await signed({ aud: 'https://other.example' })}`,
    'with a token signed by another key': async () => {
      const { kid, privateKey } = await newKey();
      return `Bearer ${await issuer.sign(issuer.claims('mia'), { kid, key: privateKey })}`;
    },
    'with a token under alg none': async () => {
      const [, payload] = new UnsecuredJWT(issuer.claims('mia')).encode().split('.');
      const header = btoa(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).replaceAll('=', '');
      return `Bearer ${header}.${payload}.`;
    },
    'with a good token under another scheme': async () => `Basic ${mia.token}`,
    'with two tokens': async () => `Bearer ${mia.token}, Bearer ${mia.token}`,
  };

  test.each(Object.keys(forgeries))('%s', async (name) => {
    const headers = headersOf(mia, { Authorization: await forgeries[name]!() });
    expect(await outcomesOf(platform, guardedCalls, headers)).toEqual(
      allOf(guardedCalls, [401, 'TOKEN_REQUIRED']),
    );
  });

  test('with a good token in the address, where logs would keep it', async () => {
    const path = `/aua/v1/user/get?access_token=${mia.token}`;
    expect(await getMia({ Authorization: undefined }, mia, path)).toEqual([401, 'TOKEN_REQUIRED']);
  });

  test('the refusal says how to come back, and nothing of the token', async () => {
    const headers = headersOf(mia, { Authorization: 'Bearer forged' });
    const response = await platform.request('/aua/v1/user/get', headers, '{}');
    expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(await response.text()).not.toContain('forged');
  });

  test('a process that has not seen a token before refuses it once it is revoked', async () => {
    const lea = await platform.identityProvider.signIn('lea');
    await platform.as('aua', lea).userUpdateUserInfo();
    await platform.identityProvider.revoke(lea);
    const other = await platform.anotherProcess();
    try {
      const request = { method: 'POST', headers: headersOf(lea) };
      expect(await outcomeOf(fetch(`${other.url}/aua/v1/user/updateUserInfo`, request))).toEqual([
        401,
        'TOKEN_REQUIRED',
      ]);
    } finally {
      await other.close();
    }
  });
});

test('a token of an application that the platform does not know opens nothing', async () => {
  const stranger = createIdentityProvider({
    ...platform.identityProvider.servicesClient,
    acceptedClients: ['some-other-application'],
  });
  const own = createIdentityProvider(platform.identityProvider.servicesClient);
  expect(await stranger.introspect(mia.token)).toBeUndefined();
  expect(await own.introspect(mia.token)).toMatchObject({ sub: mia.subject });
});

test('an identity provider without https is refused unless it is on this machine', () => {
  const options = platform.identityProvider.servicesClient;
  expect(() => createIdentityProvider({ ...options, issuer: 'http://login.example' })).toThrow(
    'https',
  );
});
