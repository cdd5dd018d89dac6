import { hashPassword } from '@lectern/services/embedded-accounts';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { problemOf } from '../../src/identity-provider/accounts/own-password.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

const first = { username: 'mia.keller', password: 'bodagerutika' };
const own = 'drei rote Ziegen';
const title = 'Ein eigenes Passwort wählen';

let provider: Awaited<ReturnType<typeof party.start>>;
let pool: Pool;
let hash: string;
beforeAll(async () => {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  provider = await party.start({ databaseUrl });
  pool = new Pool({ connectionString: databaseUrl });
  hash = await hashPassword(first.password);
});
beforeEach(async () => {
  await pool.query('truncate identity_provider.account, identity_provider.artifact');
  await pool.query(
    `insert into identity_provider.account
    values ('mia.keller', 'p-1', 'Mia', 'Keller', $1, true)`,
    [hash],
  );
});
afterAll(async () => {
  await provider.close();
  await pool.end();
});

const textOf = async (response: Response | URL) => (response as Response).text();

/** A browser in front of the page that asks for a password, and that page's address. */
async function atTheQuestion(browser = new Browser()) {
  const { verifier, challenge } = party.pkce();
  const request = party.authorizationUrl(provider.issuer, challenge);
  const page = await party.openSignInPage(browser, request);
  const shown = await browser.follow(await browser.post(page, first));
  return { browser, page, shown, verifier };
}

const choose = (browser: Browser, page: string, password: string, repeated = password) =>
  browser.post(page, { 'new-password': password, 'repeated-password': repeated });

describe('an account with the password of its slip', () => {
  test('is asked for one of its own, and signed in with it from then on', async () => {
    const { browser, page, shown, verifier } = await atTheQuestion();
    const text = await textOf(shown);
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain('<b>Mia Keller</b>');
    expect(text).not.toContain(first.password);
    // A reload shows the same page.
    expect(await (await browser.get(page)).text()).toContain(title);

    const end = (await browser.follow(await choose(browser, page, own))) as URL;
    const answer = await party.redeem(provider.issuer, end.searchParams.get('code')!, verifier);
    expect(answer.status).toBe(200);
    const { access_token } = await party.signIn(provider.issuer, new Browser(), {
      ...first,
      password: own,
    });
    expect(await (await party.userInfo(provider.issuer, access_token)).json()).toMatchObject({
      sub: 'p-1',
    });
    await expect(party.signIn(provider.issuer, new Browser(), first)).rejects.toThrow('HTTP 422');
  });

  test('row 131: has no session before, whatever address is opened', async () => {
    const { browser, page } = await atTheQuestion();
    const uid = page.split('/').at(-1)!;
    const resumed = `${provider.issuer}/oauth/authorize/${uid}`;
    const anew = party.authorizationUrl(provider.issuer, party.pkce().challenge);
    for (const address of [resumed, anew]) {
      expect(await browser.follow(await browser.get(address))).toBeInstanceOf(Response);
    }
    const silent = party.authorizationUrl(provider.issuer, party.pkce().challenge, {
      prompt: 'none',
    });
    const end = (await browser.follow(await browser.get(silent))) as URL;
    expect(end.searchParams.get('error')).toBe('login_required');
    const { rows } = await pool.query(
      `select from identity_provider.artifact where model in ('Session', 'Grant', 'AuthorizationCode')
        and payload ->> 'accountId' is not null`,
    );
    expect(rows).toEqual([]);
  });

  test.each([
    ['nothing', '', '', 'Bitte beide Felder ausfüllen.'],
    ['two that differ', own, `${own}!`, 'Die beiden Passwörter sind verschieden.'],
    ['a short one', 'ziegen', 'ziegen', 'Das Passwort ist zu kurz.'],
    ['an easy one', 'miakeller7', 'miakeller7', 'Dieses Passwort ist leicht zu erraten.'],
    ['the first one', first.password, first.password, 'Das ist das erste Passwort.'],
  ])('is told what is wrong with %s, which changes nothing', async (_case, one, other, told) => {
    const { browser, page } = await atTheQuestion();
    const answer = await choose(browser, page, one, other);
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).toContain(`<p class="problem" id="problem" role="alert">${told}`);
    expect(text.match(/aria-invalid="true" aria-describedby="problem"/g)).toHaveLength(2);
    expect(text).not.toMatch(/type="password"[^>]*value=/);
    const { rows } = await pool.query('select must_change_password from identity_provider.account');
    expect(rows).toEqual([{ must_change_password: true }]);
  });

  test.each([
    ['composes it', 'JU\u0308rg.ah'],
    ['sets spaces behind words and full stops', 'Jürg. ah '],
    ['adds signs that nobody sees', '\u200Bju\u2060\u0308rg.\u00ADah\uFEFF'],
  ])('is found by its name however a keyboard %s', async (_how, username) => {
    await pool.query("update identity_provider.account set username = 'jürg.ah'");
    const browser = new Browser();
    const request = party.authorizationUrl(provider.issuer, party.pkce().challenge);
    const page = await party.openSignInPage(browser, request);
    const shown = await browser.post(page, { ...first, username });
    expect(await textOf(await browser.follow(shown))).toContain(title);
  });

  test('gives password managers its name, which they do not read from a field of the type hidden', async () => {
    const { shown } = await atTheQuestion();
    const [name] = /<input\s[^>]*name="username"[^>]*>/.exec(await textOf(shown))!;
    expect(name.split(/\s+/)).toEqual(
      expect.arrayContaining([
        'type="text"',
        'value="mia.keller"',
        'autocomplete="username"',
        'readonly',
        'hidden',
      ]),
    );
  });

  test('is let go, so that another person can sign in', async () => {
    const { browser, page } = await atTheQuestion();
    const shown = await browser.follow(await browser.post(page, { 'other-person': 'yes' }));
    expect(await textOf(shown)).toContain('<h1>Anmelden bei Lectern</h1>');
    const end = await browser.follow(await browser.post(page, party.mia));
    expect((end as URL).searchParams.get('code')).toBeTruthy();
  });
});

describe('row 131: a page that was left open', () => {
  test('sets no password once another tab has set one', async () => {
    const left = await atTheQuestion();
    const other = await atTheQuestion();
    await choose(other.browser, other.page, own);
    const shown = await left.browser.follow(
      await choose(left.browser, left.page, 'vier blaue Hunde'),
    );
    expect(await textOf(shown)).toContain('<h1>Anmelden bei Lectern</h1>');
    await party.signIn(provider.issuer, new Browser(), { ...first, password: own });
  });

  test('of two at the same time, one sets it', async () => {
    const tabs = [await atTheQuestion(), await atTheQuestion()];
    const passwords = ['vier blaue Hunde', own];
    const answers = await Promise.all(
      tabs.map(({ browser, page }, tab) => choose(browser, page, passwords[tab]!)),
    );
    const set = answers.filter(({ headers }) => headers.get('Location')?.includes('/oauth/'));
    expect(set).toHaveLength(1);
    const late = answers.findIndex((answer) => answer !== set[0]);
    const shown = await tabs[late]!.browser.follow(answers[late]!);
    expect(await textOf(shown)).toContain('<h1>Anmelden bei Lectern</h1>');
  });

  test('sets no password once the operator has given another first one', async () => {
    const { browser, page } = await atTheQuestion();
    // A sign-in under way is stored after the reset has removed the others.
    const other = await hashPassword('kerominasabo');
    await pool.query('update identity_provider.account set password_hash = $1', [other]);
    expect(await (await browser.get(page)).text()).toContain('<h1>Anmelden bei Lectern</h1>');
    const shown = await browser.follow(await choose(browser, page, own));
    expect(await textOf(shown)).toContain('<h1>Anmelden bei Lectern</h1>');
    const { rows } = await pool.query('select * from identity_provider.account');
    expect(rows).toMatchObject([{ password_hash: other, must_change_password: true }]);
  });

  test('asks for the password again where it is of nobody, and stores nothing', async () => {
    const browser = new Browser();
    const request = party.authorizationUrl(provider.issuer, party.pkce().challenge);
    const page = await party.openSignInPage(browser, request);
    for (const form of [
      { 'other-person': 'yes' },
      { 'new-password': own, 'repeated-password': own },
    ]) {
      const shown = await browser.follow(await browser.post(page, form));
      expect(await textOf(shown)).toContain('<h1>Anmelden bei Lectern</h1>');
    }
    expect((await pool.query('select from identity_provider.artifact')).rowCount).toBe(0);
  });
});

describe('a password of a person’s choice', () => {
  const names = ['mia.keller', 'Mia', 'Keller'];
  test.each([
    '12345678',
    '87654321',
    '1234567890123',
    'qwertzui',
    'asdfghjkl',
    'azertyuiop',
    'aaaaaaaa',
    'abababab',
    'Passwort1',
    'Password!!',
    'motdepasse12',
    'lectern2026',
    'Mia.Keller',
    'KELLER2015',
    'miamiamia',
    'qwertz12',
    'qwertz123',
    'abcd1234',
    '1234567a',
    '1q2w3e4r',
    '!1234567890$',
    '12345678hund',
  ])('%s is easy', (password) => expect(problemOf(password, password, names)).toBe('easy'));

  test.each([
    ['one part', 'lena202612', 'Anna-Lena'],
    ['its parts without what is between them', 'AnnaLena12', 'Anna-Lena'],
    ['a short part and another', 'demarco2026', 'De Marco'],
    ['an umlaut', 'müller2026', 'Müller'],
    ['an umlaut as it is spelled without dots', 'mueller2026', 'Müller'],
    ['an umlaut without its dots', 'muller2026', 'Müller'],
    ['two s', 'gross2026', 'Groß'],
    ['the capital of ß', 'GROẞ2026', 'Groß'],
    ['no accents', 'helene2026', 'Hélène'],
    ['accents of its own', 'hélène2026', 'Helene'],
    ['an umlaut that it has not', 'müller2026', 'Muller'],
    ['signs between short parts', 'ab-cd-ef-gh', 'ab-cd-ef-gh'],
    ['letters with marks of their own', 'रवि202612', 'रवि'],
    ['letters that Unicode composes', '\u1106\u1175\u11ab\u1109\u116e\u1100\u116120', '민수가'],
  ])('row 131: a name is easy by %s: %s', (_how, password, name) => {
    expect(problemOf(password, password, ['p-1', name, 'Frei'])).toBe('easy');
  });

  test.each([
    ['drei rote Ziegen', ...names],
    ['hund-katze', ...names],
    ['Velofahren7', ...names],
    ['Kellerassel', ...names],
    ['größer9x', ...names],
    ['🦊🦊🐻🐻🐸🐸🐷x', ...names],
    ['Оляживётздесь', 'olya', 'Оля', 'Мороз'],
    ['Özgürüçğş', 'oezguer.aydin', 'Özgür', 'Aydın'],
  ])('%s will do', (password, ...names) => {
    expect(problemOf(password, password, names)).toBeUndefined();
  });
});
