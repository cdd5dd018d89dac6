import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { signInAtProvider } from '../src/coupons.ts';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { startOtherSite, type OtherSite } from '../src/other-site.ts';
import { contentOf, openPopup, signInButton, signInByPopup } from '../src/popup.ts';
import { reconfigure } from '../src/reconfigure.ts';

const [mia] = newCast();
/** The embedded provider's access tokens hold five minutes and are renewed a minute before. */
const untilRenewalInMs = 4 * 60_000 + 1_000;

let platform: SharedPlatform;
let site: OtherSite;
let context: BrowserContext;
let page: Page;
/** Requests to the identity provider, as method and path. */
let asked: string[];

visitBeforeAll((stage) => ({ platform } = stage), launchBrowser);
beforeAll(async () => {
  site = await startOtherSite();
});
afterAll(() => site?.[Symbol.asyncDispose]());
arriveBeforeEach((arrival) => ({ context, page } = arrival));
beforeEach(() => {
  asked = [];
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === platform.identityProvider) asked.push(`${request.method()} ${pathname}`);
  });
});

/** Starts the shell with these fields of `signIn`, and others beside. */
async function configureSignIn(signIn: object, others: object = {}): Promise<void> {
  const answer = await fetch(`${platform.shell}/assets/config/config.json`);
  const configuration = (await answer.json()) as { readonly signIn: object };
  const {
    mode: _,
    silentRedirect: __,
    autoLogin: ___,
    ...rest
  } = configuration.signIn as Record<string, unknown>;
  await reconfigure(platform, { signIn: { ...rest, ...signIn }, ...others });
}

/** From now on the provider gives no refresh tokens. */
async function withoutRefreshTokens(): Promise<void> {
  await context.route(`${platform.identityProvider}/oauth/token`, async (route) => {
    const response = await route.fetch();
    const { refresh_token: _, ...rest } = (await response.json()) as Record<string, unknown>;
    await route.fulfill({ response, json: rest });
  });
}

/** A while later nothing more has been asked of the provider. */
async function expectNoLoop(): Promise<void> {
  const before = asked.length;
  await page.clock.runFor(20_000);
  expect(asked.slice(before)).toEqual([]);
}

describe('by popup', () => {
  beforeAll(() => configureSignIn({ mode: 'popup', autoLogin: true }));
  beforeEach(() => page.goto(`${platform.shell}/login`));

  test('the content opens where the shell is, and the popup closes', async () => {
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await signInByPopup(page, mia);
    expect(page.url()).toBe(`${platform.shell}/`);
    expect(visited.filter((address) => /code=|state=/.test(address))).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('pendingSignIn'))).toBeNull();
  });

  test('goes to the deep link that the page was opened with', async () => {
    await page.goto(`${platform.shell}/login?themaId=bach&subThemaNumber=2`);
    const popup = await openPopup(page);
    await signInAtProvider(popup, mia);
    await contentOf(page).getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();
    expect(popup.isClosed()).toBe(true);
  });

  test('closed before the answer says so, and can be tried again', async () => {
    const popup = await openPopup(page);
    await popup.getByLabel('Benutzername').waitFor();
    await page.getByText('Das Anmelden geht in einem eigenen Fenster weiter.').waitFor();
    await popup.close();
    await page.getByRole('heading', { name: 'Das Anmeldefenster wurde geschlossen' }).waitFor();
    await page.getByText('Technische Angabe: Popup window closed').waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs')))
      .toContain('Popup window closed');
    await signInByPopup(page, mia);
  });

  test('that the browser blocks says so, and can be tried again', async () => {
    await page.evaluate(() => {
      const { open } = window;
      window.open = () => {
        window.open = open;
        return null;
      };
    });
    await signInButton(page).click();
    await page.getByRole('heading', { name: 'Das Anmeldefenster wurde blockiert' }).waitFor();
    expect(asked).toEqual([]);
    await signInByPopup(page, mia);
  });

  test('ended with the answer to another request signs nobody in', async () => {
    const popup = await openPopup(page);
    await popup.getByLabel('Benutzername').waitFor();
    const forged = `${platform.shell}/popup-callback.html?error=access_denied&state=another`;
    await Promise.all([
      popup.waitForEvent('close'),
      popup.evaluate((address) => location.assign(address), forged),
    ]);
    await page.getByText('Technische Angabe: Popup window closed').waitFor();
    expect(asked).not.toContain('POST /oauth/token');
  });

  test.each(['/login?directLogin=true', '/'])(
    'waits at %s for a click: nothing else opens a popup',
    async (path) => {
      const popups: Page[] = [];
      page.on('popup', (popup) => popups.push(popup));
      await page.goto(platform.shell + path);
      await signInButton(page).waitFor();
      expect(popups).toEqual([]);
      expect(asked).toEqual([]);
    },
  );

  test('signing out ends the session of the provider', async () => {
    await signInByPopup(page, mia);
    await page.goto(`${platform.shell}/logout`);
    await signInButton(page).waitFor();
    const popup = await openPopup(page);
    await popup.getByLabel('Passwort').waitFor();
    expect(new URL(popup.url()).origin).toBe(platform.identityProvider);
  });
});

describe('in the frame of another site, whose provider gets no cookies there', () => {
  let shell: FrameLocator;

  beforeAll(() => configureSignIn({ mode: 'popup' }, { embeddedBy: [site.origin] }));
  beforeEach(async () => {
    // The content's host decides who frames the content, and has its own list.
    await context.route(`${platform.content}/index.html*`, async (route) => {
      const response = await route.fetch();
      const { 'content-security-policy': _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.clock.install();
    shell = page.frameLocator('iframe');
    // No cookie of the choice stays either.
    const question = shell.getByRole('dialog').getByRole('button', { name: /[Nn]otwendige/ });
    await page.addLocatorHandler(question, () => question.click());
  });

  async function signInFramed(): Promise<void> {
    await page.goto(`${site.origin}/?framed=${encodeURIComponent(`${platform.shell}/login`)}`);
    await signInByPopup(page, mia, shell);
  }

  test('a refresh token renews, and nothing else happens', async () => {
    await signInFramed();
    const before = asked.length;
    const [renewal] = await Promise.all([
      page.waitForResponse(`${platform.identityProvider}/oauth/token`),
      page.clock.fastForward(untilRenewalInMs),
    ]);
    await renewal.finished();
    await expectNoLoop();
    expect(asked.slice(before).filter((request) => request.startsWith('GET'))).toEqual([]);
    await contentOf(shell).getByText('Hallo Mia').waitFor();
  });

  test('without one it signs out once, and says why', async () => {
    await withoutRefreshTokens();
    await signInFramed();
    const before = asked.length;
    await page.clock.fastForward(untilRenewalInMs);
    await shell.getByRole('heading', { name: 'Die Sitzung ist abgelaufen' }).waitFor();
    await shell.getByText('Technische Angabe: login_required').waitFor();
    await expectNoLoop();
    const silent = asked.slice(before).filter((request) => request.startsWith('GET /oauth/auth'));
    expect(silent).toHaveLength(1);
  });

  test('signing out has the next sign-in ask for the password', async () => {
    await signInFramed();
    await contentOf(shell).getByRole('button', { name: 'Mia Keller' }).click();
    await contentOf(shell).getByRole('button', { name: 'Abmelden' }).click();
    await signInButton(shell).waitFor();
    const popup = await openPopup(page, shell);
    await popup.getByLabel('Passwort').waitFor();
    expect(new URL(popup.url()).origin).toBe(platform.identityProvider);
  });
});

describe('a renewal by the hidden frame', () => {
  async function renewWithoutRefreshToken(): Promise<void> {
    await withoutRefreshTokens();
    await page.clock.install();
    await page.goto(platform.shell);
    await signInButton(page).click();
    await signInAtProvider(page, mia);
    await contentOf(page).getByText('Hallo Mia').waitFor();
    asked = [];
    await page.clock.fastForward(untilRenewalInMs);
  }

  test('that is configured off says "No silent_redirect_uri configured"', async () => {
    await configureSignIn({ silentRedirect: false });
    await renewWithoutRefreshToken();
    await page.getByText('Technische Angabe: No silent_redirect_uri configured').waitFor();
    expect(asked.filter((request) => request.includes('/auth'))).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs')))
      .toContain('No silent_redirect_uri configured');
    await expectNoLoop();
  });

  test('that never comes back says "Frame window timed out"', async () => {
    await configureSignIn({});
    await context.route(
      (url) => url.searchParams.get('prompt') === 'none',
      () => {},
    );
    await renewWithoutRefreshToken();
    await page.clock.runFor(10_500);
    await page.getByText('Technische Angabe: Frame window timed out').waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs')))
      .toContain('Frame window timed out');
    await expectNoLoop();
  });
});
