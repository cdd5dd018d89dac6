import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/index.ts';
import { inject } from 'vitest';
import { demoAccounts } from '../../src/accounts.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

// Each test has a provider of its own, which counts guesses across its requests.
const databaseUrl = createTestDatabase(inject('databaseUrl'));
let provider: Awaited<ReturnType<typeof party.start>> | undefined;
let issuer: string;
beforeEach(async () => {
  await provider?.close();
  provider = await party.start({ databaseUrl: await databaseUrl });
  issuer = provider.issuer;
});
afterAll(() => provider?.close());

async function open(overrides: Record<string, string> = {}) {
  const browser = new Browser();
  const request = party.authorizationUrl(issuer, party.pkce().challenge, overrides);
  return { browser, page: await party.openSignInPage(browser, request) };
}

describe('the page', () => {
  test('says who asks and where it leads, in German, with fields that password managers know', async () => {
    const { browser, page } = await open();
    const text = await (await browser.get(page)).text();
    expect(text).toContain('<html lang="de-CH">');
    expect(text).toContain('<h1>Anmelden bei Lectern</h1>');
    expect(text).toContain('localhost:1</b>');
    expect(text).toContain('autocomplete="username"');
    expect(text).toContain('autocorrect="off"');
    expect(text).toContain('autocomplete="current-password"');
    for (const { username } of demoAccounts) expect(text).toContain(`<code>${username}</code>`);
  });

  test.each([
    ['fr-CH', 'fr-CH'],
    ['rm-CH it', 'it'],
    ['en-US', 'en-US'],
    ['de_AT', 'de-AT'],
    ['DE-de', 'de-DE'],
    [`de-${'0'.repeat(1_000)}`, 'de-CH'],
    ['de-"><script> fr', 'fr'],
    ['__proto__ ../.. de-0', 'de-CH'],
    ['', 'de-CH'],
  ])('asked for in %j is in %s', async (ui_locales, lang) => {
    const { browser, page } = await open({ ui_locales });
    const text = await (await browser.get(page)).text();
    expect(/<html lang="([^"]*)">/.exec(text)?.[1]).toBe(lang);
  });

  test('suggests the name that the shell suggests, as text', async () => {
    const { browser, page } = await open({ login_hint: '"><script>alert(1)</script>' });
    const text = await (await browser.get(page)).text();
    expect(text).toContain('value="&#34;&#62;&#60;script&#62;');
    expect(text).not.toContain('<script');
  });

  test('is kept by nobody, framed by nobody and runs no script', async () => {
    const { browser, page } = await open();
    const { headers } = await browser.get(page);
    expect(headers.get('Cache-Control')).toBe('no-store');
    const policy = headers.get('Content-Security-Policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", 'script-src', "frame-ancestors 'none'"]),
    );
  });
});

describe('who is let in', () => {
  test.each(demoAccounts.map((account) => [account.username, account] as const))(
    '%s',
    async (_name, account) => {
      const { access_token } = await party.signIn(issuer, new Browser(), account);
      expect(await (await party.userInfo(issuer, access_token)).json()).toMatchObject({
        sub: account.subject,
        groups: account.groups,
      });
    },
  );

  test('a name counts without case and surrounding space', async () => {
    const account = { username: ' MIA ', password: 'lectern-demo' };
    expect(await party.signIn(issuer, new Browser(), account)).toHaveProperty('id_token');
  });
});

describe('who is not', () => {
  const sentence = 'Benutzername und Passwort passen nicht zusammen.';
  const attempts = [
    ['wrong password', 'mia', 'falsch', sentence],
    ['unknown name, in the same words', 'niemand', 'lectern-demo', sentence],
    ['password with other case', 'mia', 'Lectern-Demo', sentence],
    ['a name of the language', '__proto__', 'lectern-demo', sentence],
    ['no password', 'mia', '', 'Bitte Benutzername und Passwort eingeben.'],
    ['no name', '  ', 'lectern-demo', 'Bitte Benutzername und Passwort eingeben.'],
  ] as const;
  test.each(attempts)('%s', async (_name, username, password, expected) => {
    const { browser, page } = await open();
    const answer = await browser.post(page, { username, password });
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).toContain(`<p class="problem" id="problem" role="alert">${expected}`);
    expect(text.match(/aria-invalid="true" aria-describedby="problem"/g)).toHaveLength(2);
    expect(text).toContain('<title>Fehler: ');
    expect(text).not.toContain('value="falsch"');
  });
});

describe('the form', () => {
  test.each(['https://evil.example', 'http://localhost:2', 'null'])(
    'is not taken from %s',
    async (origin) => {
      const { browser, page } = await open();
      browser.headers['Origin'] = origin;
      expect((await browser.post(page, party.mia)).status).toBe(403);
    },
  );

  test('is not taken without the cookie of its page', async () => {
    const { page } = await open();
    const answer = await new Browser().post(page, party.mia);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Diese Anmeldung ist abgelaufen');
  });

  test('is not taken twice', async () => {
    const { browser, page } = await open();
    await browser.follow(await browser.post(page, party.mia));
    expect(await (await browser.get(page)).text()).toContain('Diese Anmeldung ist abgelaufen');
  });
});
