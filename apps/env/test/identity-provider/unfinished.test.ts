import { Pool } from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { makeBeforeAll } from '../../testing/later.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

const provider = makeBeforeAll(() => party.start());
const pool = makeBeforeAll(() => new Pool({ connectionString: provider.databaseUrl }));
afterAll(async () => {
  await provider.close();
  await pool.end();
});
beforeEach(() => pool.query('truncate identity_provider.artifact'));

const storedRows = async () =>
  Number((await pool.query('select from identity_provider.artifact')).rowCount);

const request = (overrides: Record<string, string> = {}) =>
  party.authorizationUrl(provider.issuer, party.pkce().challenge, overrides);
const signOut = () => `${provider.issuer}/oauth/sign-out`;

/** A browser whose session has ended, though it still sends the session's cookie. */
async function afterTheEnd(): Promise<Browser> {
  const browser = new Browser();
  await party.signIn(provider.issuer, browser);
  await pool.query('truncate identity_provider.artifact');
  return browser;
}

/** Requests that need no account; each is made over and over. */
const asked: readonly (readonly [string, () => Promise<() => Promise<Response>>])[] = [
  ['an authorization request', async () => () => new Browser().get(request())],
  [
    'one that is followed to its page',
    async () => {
      return async () => {
        const browser = new Browser();
        return browser.get(await party.openSignInPage(browser, request()));
      };
    },
  ],
  [
    'one with the cookie of a session that has ended',
    async () => {
      const browser = await afterTheEnd();
      const { cookies } = browser;
      return () => {
        const again = new Browser();
        for (const [name, cookie] of cookies) again.cookies.set(name, cookie);
        return again.get(request());
      };
    },
  ],
  [
    'one that asks for consent',
    async () => () => new Browser().get(request({ prompt: 'consent' })),
  ],
  ['a sign-out', async () => () => new Browser().get(signOut())],
];

test.each(asked)('%s without a sign-in stores nothing', async (_name, prepare) => {
  const ask = await prepare();
  for (let times = 0; times < 20; times++) expect((await ask()).status).toBeLessThan(400);
  expect(await storedRows()).toBe(0);
});

test('wrong passwords store nothing', async () => {
  const browser = new Browser();
  const page = await party.openSignInPage(browser, request());
  const answer = await browser.post(page, { username: 'mia', password: 'wrong' });
  expect(answer.status).toBe(422);
  expect(await storedRows()).toBe(0);
});

test('what the browser keeps of a request goes when the sign-in is done', async () => {
  const browser = new Browser();
  const page = await party.openSignInPage(browser, request());
  const kept = 'lectern_sign_in_request';
  expect(browser.cookies.get(kept)?.path).toBe(new URL(page).pathname);
  await browser.follow(await browser.post(page, party.mia));
  expect(browser.cookies.has(kept)).toBe(false);
});

test('what the browser keeps is refused when it was changed', async () => {
  const browser = new Browser();
  const page = await party.openSignInPage(browser, request());
  const kept = browser.cookies.get('lectern_sign_in_request')!;
  const payload = JSON.parse(Buffer.from(kept.value, 'base64url').toString()) as object;
  const forged = { ...payload, lastSubmission: { login: { accountId: 'demo-adrian' } } };
  const value = Buffer.from(JSON.stringify(forged)).toString('base64url');
  browser.cookies.set('lectern_sign_in_request', { ...kept, value });
  expect((await browser.post(page, party.mia)).status).toBe(400);
});

test('a request that no browser could keep is refused to the application', async () => {
  const answer = await new Browser().get(request({ state: 's'.repeat(5000) }));
  const address = new URL(answer.headers.get('Location')!);
  expect(address.searchParams.get('error')).toBe('invalid_request');
});

test('a sign-out without a sign-in still leads back', async () => {
  const browser = new Browser();
  const page = await browser.get(signOut());
  const text = await page.text();
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
  const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(text) ?? [];
  const end = await browser.follow(await browser.post(action, { xsrf, logout: 'yes' }));
  expect(await (end as Response).text()).toContain('Abgemeldet');
});
