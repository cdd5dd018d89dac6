import { csrf } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { servedCalls } from '../served-calls.ts';
import { allOf, headersOf, outcomeOf, outcomesOf, type Headers } from './requests.ts';

/* Rows 45 and 46: requests that a page of another site makes with the browser of a user. */

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
beforeAll(async () => {
  await platform.as('aua', mia).userUpdateUserInfo();
});

const posts = servedCalls.filter(({ call }) => call.method === 'POST');
const getMia = (change: Headers) =>
  outcomeOf(
    platform.request(
      '/aua/v1/user/get',
      headersOf(mia, change),
      JSON.stringify({ subject: mia.subject }),
    ),
  );

describe('row 45: a body as a form of another site sends it', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;a=b'])(
    'the control: %s is fine',
    async (type) => {
      expect(await getMia({ 'Content-Type': type })).toEqual([200, 'OK']);
    },
  );

  const types = [
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/jsonp',
    'text/json',
  ];
  test.each(types)('%s is answered 415', async (type) => {
    const json = posts.filter(
      ({ call }) => call.bodyFormat !== 'multipart' && call.permission === 'user.read',
    );
    expect(json).not.toEqual([]);
    const headers = headersOf(mia, { 'Content-Type': type });
    const body = JSON.stringify({ subject: mia.subject });
    expect(await outcomesOf(platform, json, headers, body)).toEqual(
      allOf(json, [415, 'MEDIA_TYPE_UNSUPPORTED']),
    );
  });

  test('no call does anything for such a body, whoever sends it', async () => {
    const headers = headersOf(mia, { 'Content-Type': 'text/plain' });
    const body = JSON.stringify({ subject: mia.subject });
    for (const [title, [status]] of Object.entries(
      await outcomesOf(platform, posts, headers, body),
    )) {
      // 403 where a pupil may not make the call at all: that is known before the body is looked at.
      expect([title, [403, 415].includes(status)]).toEqual([title, true]);
    }
  });

  test('no answer lets a page of another site read it', async () => {
    const headers = headersOf(mia, { Origin: 'https://evil.example' });
    for (const method of ['POST', 'OPTIONS']) {
      const response = await fetch(`${platform.url}/aua/v1/user/get`, { method, headers });
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-'))).toEqual([]);
    }
  });
});

describe('row 46: a cookie without a bearer token', () => {
  const token = 'a-token-of-the-shell';
  const cookie = `${csrf.cookie}=${token}`;
  const asBrowser = (change: Headers) => headersOf(mia, { Authorization: undefined, ...change });

  test('the control: a cookie beside a bearer token needs no more', async () => {
    expect(await getMia({ Cookie: 'session=1' })).toEqual([200, 'OK']);
  });

  test('the control: with cookie and header alike only the token is missing', async () => {
    const change = { Cookie: `session=1; ${cookie}`, [csrf.header]: token };
    const guarded = posts.filter(({ call }) => call.permission !== 'public');
    expect(await outcomesOf(platform, guarded, asBrowser(change))).toEqual(
      allOf(guarded, [401, 'TOKEN_REQUIRED']),
    );
  });

  // Neighbours under the same domain can set others beside it, and the page cannot tell which is whose.
  test('the control: of several cookies of the name any one is proof', async () => {
    const guarded = posts.filter(({ call }) => call.permission !== 'public');
    for (const cookies of [`${csrf.cookie}=%; ${cookie}`, `${cookie}; ${csrf.cookie}=%`]) {
      for (const value of [token, '%']) {
        const change = { Cookie: cookies, [csrf.header]: value };
        expect(await outcomesOf(platform, guarded, asBrowser(change))).toEqual(
          allOf(guarded, [401, 'TOKEN_REQUIRED']),
        );
      }
    }
  });

  test('the control: what is public is read with cookies, too', async () => {
    const response = await fetch(`${platform.url}/aua/v1/ping`, { headers: { Cookie: 'a=b' } });
    expect(response.status).toBe(200);
  });

  test.each<[string, Headers]>([
    ['without the header', { Cookie: `session=1; ${cookie}` }],
    ['with an empty header', { Cookie: `session=1; ${csrf.cookie}=`, [csrf.header]: '' }],
    ['with another value in the header', { Cookie: cookie, [csrf.header]: 'guessed' }],
    ['with a part of the value', { Cookie: cookie, [csrf.header]: token.slice(0, -1) }],
    ['with the header and no such cookie', { Cookie: 'session=1', [csrf.header]: token }],
    ['with a cookie of a longer name', { Cookie: `NOT-${cookie}`, [csrf.header]: token }],
    [
      'with a header that closes the cookie and opens another',
      { Cookie: `${cookie}; a=b`, [csrf.header]: `${token}; a=b` },
    ],
  ])('%s is answered 403', async (_name, change) => {
    expect(await outcomesOf(platform, posts, asBrowser(change))).toEqual(
      allOf(posts, [403, 'CSRF_REFUSED']),
    );
  });
});
