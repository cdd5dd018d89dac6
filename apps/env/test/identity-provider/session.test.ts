import { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../testing/later.ts';
import { demoAccounts } from '../../src/accounts.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

const provider = startBeforeAll(() => party.start());

const silent = { prompt: 'none', redirect_uri: `${party.shellOrigin}/silent-callback.html` };

/** The silent renewal's request. @returns what the shell's silent page receives. */
async function renewSilently(browser: Browser, issuer = provider.issuer): Promise<URLSearchParams> {
  const { challenge } = party.pkce();
  const answer = await browser.get(party.authorizationUrl(issuer, challenge, silent));
  const { origin, pathname, searchParams } = new URL(answer.headers.get('Location') ?? '');
  expect(origin + pathname).toBe(silent.redirect_uri);
  return searchParams;
}

describe('silent renewal', () => {
  test('gives a code while the session holds', async () => {
    const browser = new Browser();
    await party.signIn(provider.issuer, browser);
    expect((await renewSilently(browser)).get('code')).toBeTruthy();
  });

  test('says login_required without a session', async () => {
    const answer = await renewSilently(new Browser());
    expect([answer.get('error'), answer.get('state')]).toEqual(['login_required', 'a-state']);
  });

  test('may pass through a frame: redirects carry no framing policy, the sign-in page does', async () => {
    const browser = new Browser();
    const { challenge } = party.pkce();
    const redirect = await browser.get(party.authorizationUrl(provider.issuer, challenge, silent));
    expect(redirect.headers.get('Content-Security-Policy')).toBeNull();
    expect(redirect.headers.get('X-Frame-Options')).toBeNull();
    const page = await browser.follow(
      await browser.get(party.authorizationUrl(provider.issuer, challenge)),
    );
    expect((page as Response).headers.get('Content-Security-Policy')).toContain(
      "frame-ancestors 'none'",
    );
  });

  test('bears a grant that was revoked meanwhile', async () => {
    const browser = new Browser();
    const { refresh_token } = await party.signIn(provider.issuer, browser);
    await party.revoke(provider.issuer, refresh_token);
    expect((await renewSilently(browser)).get('code')).toBeTruthy();
  });
});

describe('signing out', () => {
  const endSession = (parameters: Record<string, string>) =>
    `${provider.issuer}/oauth/sign-out?${new URLSearchParams(parameters).toString()}`;

  /** Presses the page's button, as its script does. */
  async function confirm(browser: Browser, page: Response) {
    const xsrf = /name="xsrf" value="(\w+)"/.exec(await page.text())?.[1] ?? '';
    return browser.follow(
      await browser.post(`${provider.issuer}/oauth/sign-out/confirm`, { xsrf, logout: 'yes' }),
    );
  }

  test.each(['/login', '/login?rejected=true'])(
    'with the ID token asks nothing, ends session and tokens, goes on to %s',
    async (path) => {
      const browser = new Browser();
      const tokens = await party.signIn(provider.issuer, browser);
      const page = await browser.get(
        endSession({
          id_token_hint: tokens.id_token,
          post_logout_redirect_uri: party.shellOrigin + path,
          state: 'bye',
        }),
      );
      const text = await page.clone().text();
      expect(text).toContain('Die Abmeldung läuft');
      const script = /<script>(.*?)<\/script>/.exec(text)?.[1] ?? '';
      expect(page.headers.get('Content-Security-Policy')).toContain(
        `script-src 'sha256-${await sha256(script)}'`,
      );
      const end = (await confirm(browser, page)) as URL;
      const expected = new URL(party.shellOrigin + path);
      expected.searchParams.set('state', 'bye');
      expect(end.href).toBe(expected.href);
      expect((await renewSilently(browser)).get('error')).toBe('login_required');
      expect((await party.introspect(provider.issuer, tokens.access_token))['active']).toBe(false);
      expect((await party.refresh(provider.issuer, tokens.refresh_token)).status).toBe(400);
    },
  );

  test('without an ID token asks first and changes nothing by asking', async () => {
    const browser = new Browser();
    await party.signIn(provider.issuer, browser);
    const page = await browser.get(endSession({}));
    expect(await page.clone().text()).toContain('Wirklich abmelden?');
    expect((await renewSilently(browser)).get('code')).toBeTruthy();
  });

  test('after the question shows a farewell page', async () => {
    const browser = new Browser();
    await party.signIn(provider.issuer, browser);
    const end = (await confirm(browser, await browser.get(endSession({})))) as Response;
    expect(await end.text()).toContain('Bis zum nächsten Mal.');
  });

  test("with another person's ID token asks", async () => {
    const thomas = { username: 'thomas', password: 'lectern-demo' };
    const { id_token } = await party.signIn(provider.issuer, new Browser(), thomas);
    const browser = new Browser();
    await party.signIn(provider.issuer, browser);
    const page = await browser.get(endSession({ id_token_hint: id_token }));
    expect(await page.text()).toContain('Wirklich abmelden?');
  });

  test('never goes to an unregistered address', async () => {
    const browser = new Browser();
    const { id_token } = await party.signIn(provider.issuer, browser);
    const post_logout_redirect_uri = 'https://evil.example/';
    const answer = await browser.get(
      endSession({ id_token_hint: id_token, post_logout_redirect_uri }),
    );
    expect(answer.status).toBe(400);
  });

  test('is not confirmed without the secret of its page', async () => {
    const browser = new Browser();
    await party.signIn(provider.issuer, browser);
    await browser.get(endSession({}));
    const confirmation = { xsrf: 'guessed', logout: 'yes' };
    const answer = await browser.post(`${provider.issuer}/oauth/sign-out/confirm`, confirmation);
    expect(answer.status).toBe(400);
    expect((await renewSilently(browser)).get('code')).toBeTruthy();
  });
});

describe('the session', () => {
  test('its cookie is for this server, scripts excluded, and ends after eight hours', async () => {
    const browser = new Browser();
    const page = await party.openSignInPage(
      browser,
      party.authorizationUrl(provider.issuer, party.pkce().challenge),
    );
    const resume = (await browser.post(page, party.mia)).headers.get('Location') ?? '';
    const lines = (await browser.get(resume)).headers.getSetCookie();
    const line = lines.find((text) => text.startsWith('lectern_session=')) ?? '';
    expect(line).toMatch(/path=\/oauth;.*samesite=lax;.*httponly/i);
    const end = Date.parse(/expires=([^;]+)/.exec(line)?.[1] ?? '');
    expect(Math.abs(end - Date.now() - 8 * 3_600_000)).toBeLessThan(10_000);
  });

  test('row 60: a cookie of a neighbour beside it is refused, whichever comes first', async () => {
    const browser = new Browser();
    await party.signIn(provider.issuer, browser);
    const own = browser.cookies.get('lectern_session')!.value;
    const address = party.authorizationUrl(provider.issuer, party.pkce().challenge, silent);
    const statusWith = async (...values: string[]) => {
      const Cookie = values.map((value) => `lectern_session=${value}`).join('; ');
      return (await fetch(address, { headers: { Cookie }, redirect: 'manual' })).status;
    };
    expect(await statusWith(own)).toBe(303);
    expect([await statusWith(own, 'planted'), await statusWith('planted', own)]).toEqual([
      400, 400,
    ]);
  });

  test('is not extended by use', async () => {
    const browser = new Browser();
    await party.signIn(provider.issuer, browser);
    const database = new Pool({ connectionString: provider.databaseUrl });
    // As if everyone had signed in six hours ago.
    await database.query(
      `update identity_provider.artifact set payload =
         jsonb_set(payload::jsonb, '{loginTs}', to_jsonb((payload ->> 'loginTs')::int - 21600))::json
       where model = 'Session' and payload ->> 'loginTs' is not null`,
    );
    await renewSilently(browser);
    const { rows } = await database.query<{ left: number }>(
      `select extract(epoch from max(expires_at) - now())::int as left
       from identity_provider.artifact where model = 'Session' and id = $1`,
      [browser.cookies.get('lectern_session')?.value],
    );
    expect(Math.abs(Number(rows[0]?.left) - 2 * 3600)).toBeLessThan(10);
    await database.end();
  });

  test('of an account that is no longer there asks for a sign-in', async () => {
    const [first, ...others] = demoAccounts;
    const before = await party.start({ accounts: [first] });
    const browser = new Browser();
    const tokens = await party.signIn(before.issuer, browser);
    await before.close();
    const after = await party.start({
      accounts: others,
      databaseUrl: before.databaseUrl,
      port: Number(new URL(before.issuer).port),
    });
    const request = party.authorizationUrl(after.issuer, party.pkce().challenge);
    const page = (await browser.follow(await browser.get(request))) as Response;
    expect(await page.text()).toContain('Anmelden bei Lectern');
    expect((await renewSilently(browser, after.issuer)).get('error')).toBe('login_required');
    expect((await party.userInfo(after.issuer, tokens.access_token)).status).toBe(401);
    await after.close();
  });

  test('and its tokens and keys survive a restart', async () => {
    const { databaseUrl, issuer, ...first } = await party.start();
    const browser = new Browser();
    const tokens = await party.signIn(issuer, browser);
    const keys = await (await fetch(`${issuer}/oauth/jwks`)).text();
    await first.close();

    const second = await party.start({ databaseUrl, port: Number(new URL(issuer).port) });
    expect(await (await fetch(`${issuer}/oauth/jwks`)).text()).toBe(keys);
    expect((await renewSilently(browser, issuer)).get('code')).toBeTruthy();
    expect((await party.introspect(issuer, tokens.access_token))['active']).toBe(true);
    expect((await party.refresh(issuer, tokens.refresh_token)).status).toBe(200);
    await second.close();
  });

  test('of one browser is shared by its tabs, tokens of one do not disturb the other', async () => {
    const browser = new Browser();
    const one = await party.signIn(provider.issuer, browser);
    const two = await party.signIn(provider.issuer, browser);
    expect((await party.refresh(provider.issuer, one.refresh_token)).status).toBe(200);
    expect((await party.refresh(provider.issuer, two.refresh_token)).status).toBe(200);
  });
});

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(digest).toString('base64');
}
