import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { headersOf, outcomeOf } from './requests.ts';

/*
 * Row 49, as far as it is served: the guessing of tokens. Which tokens count, and for whom, is in
 * limits-tokens.test.ts. Coupons have limits of their own, which come with their calls.
 */

const refusedTokensPerMinute = 5;

const platform = startBeforeAll(() =>
  startTestPlatform({
    limits: { refusedTokensPerMinute },
    trustedProxies: ['127.0.0.1'],
  }),
);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const ben = makeBeforeAll(() => platform.identityProvider.signIn('ben'));
/** A pupil who was never here before. */
const lea = makeBeforeAll(() => platform.identityProvider.signIn('lea'));
beforeAll(async () => {
  for (const who of [mia, ben]) await platform.as('aua', who).userUpdateUserInfo();
});

const send = (who: SignedIn, network: string) =>
  platform.request(
    '/aua/v1/user/get',
    headersOf(who, { 'X-Forwarded-For': network }),
    JSON.stringify({ subject: who.subject }),
  );
const guess = (count: number, network: string) =>
  send({ subject: mia.subject, token: `guess-${count}` }, network);

test('row 49: a network that guesses tokens is told when to come back', async () => {
  const school = '192.0.2.1';
  // The first control: who is known stays known.
  expect(await outcomeOf(send(mia, school))).toEqual([200, 'OK']);
  for (let count = 0; count < refusedTokensPerMinute; count++) {
    expect(await outcomeOf(guess(count, school))).toEqual([401, 'TOKEN_REQUIRED']);
  }
  // From now on they are looked up one at a time, and few may wait.
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, count) => guess(refusedTokensPerMinute + count, school)),
  );
  const stopped = guesses.filter(({ status }) => status === 429);
  expect(stopped.length).toBeGreaterThan(0);
  for (const { headers } of stopped) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
  // A token that is known to be wrong is not looked up again.
  expect(await outcomeOf(guess(0, school))).toEqual([429, 'TOO_MANY_REQUESTS']);
  // A newcomer at the same school gets through all the same.
  expect(await outcomeOf(send(lea, school))).toEqual([404, 'USER_NOT_FOUND']);
  expect(await outcomeOf(send(mia, school))).toEqual([200, 'OK']);
});

test('row 49: the second control: elsewhere nobody notices', async () => {
  expect(await outcomeOf(send(ben, '192.0.2.2'))).toEqual([200, 'OK']);
});
