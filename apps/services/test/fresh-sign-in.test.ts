import { describe, expect, test } from 'vitest';
import { isSignInFresh } from '../src/authorization/fresh-sign-in.ts';
import { startJwtIssuer } from './issuer.ts';
import { codeOf, startBeforeAll, startTestPlatform } from './platform.ts';
import { allOf, headersOf, outcomesOf } from './security/requests.ts';
import { guardedCalls } from './served-calls.ts';

const now = 1_800_000_000;
const person = { sub: 'mia', clientId: 'shell' };
const application = { sub: 'shop', clientId: 'shop' };

test.each([
  ['just now', person, { auth_time: now }, true],
  ['five minutes ago', person, { auth_time: now - 300 }, true],
  ['more than five minutes ago', person, { auth_time: now - 301, iat: now }, false],
  ['by a clock that is a little ahead', person, { auth_time: now + 5 }, true],
  ['in the future', person, { auth_time: now + 6 }, false],
  ['in milliseconds', person, { auth_time: now * 1000 }, false],
  ['as a text', person, { auth_time: String(now) }, false],
  ['at a time that the provider does not tell', person, { iat: now }, false],
  ['as an application, by its secret', application, { iat: now }, true],
  ['as an application, long ago', application, { iat: now - 301 }, false],
  ['as a person who is called like its client', application, { iat: now, sid: 'a' }, false],
] as const)('signed in %s', (_when, who, claims, isFresh) => {
  expect(isSignInFresh({ ...who, claims }, now)).toBe(isFresh);
});

const fresh = guardedCalls.filter(({ call }) => call.freshSignIn);

test('what outlasts a token needs a fresh sign-in', () => {
  expect(fresh.map(({ title }) => title)).toEqual([
    'aua.userLink',
    'aua.userDownloadOwn',
    'aua.userDeleteOwn',
  ]);
});

describe('the services', () => {
  const issuer = startBeforeAll(startJwtIssuer);
  const platform = startBeforeAll(() =>
    startTestPlatform({ furtherIdentityProviders: [issuer.options] }),
  );

  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

  test.each([
    ['is renewed', () => ({ auth_time: secondsAgo(301) })],
    ['tells no time', () => ({ auth_time: undefined })],
  ] as const)('row 72: refuse them with a token that %s', async (_what, change) => {
    const who = await issuer.signIn('administrator', change());
    await platform.database
      .insertInto('aua.user_roles')
      .values({ subject: who.subject, role: 'administrator' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect(await outcomesOf(platform, fresh, headersOf(who))).toEqual(
      allOf(fresh, [403, 'SIGN_IN_NOT_FRESH']),
    );
  });

  test('row 70: link only where both have signed in just now', async () => {
    const [anna, other] = [await issuer.signIn('anna'), await issuer.signIn('other')];
    const stale = { auth_time: secondsAgo(301) };
    const [staleAnna, staleOther] = [
      await issuer.signIn('anna', stale),
      await issuer.signIn('other', stale),
    ];
    const link = (from: { token: string }, to: { token: string }) =>
      codeOf(
        platform.as('aua', anna).userLink({ body: { from_token: from.token, to_token: to.token } }),
      );
    expect(await link(anna, staleOther)).toBe('SIGN_IN_NOT_FRESH');
    expect(await link(staleOther, anna)).toBe('SIGN_IN_NOT_FRESH');
    expect(await link(staleAnna, other)).toBe('SIGN_IN_NOT_FRESH');
    expect(await link(anna, other)).toBeUndefined();
  });
});
