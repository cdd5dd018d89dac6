import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { startBeforeAll } from '@lectern/env/later';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '@lectern/chromium';
import { signInAtProvider } from '../src/sign-in-pages.ts';
import { configure } from '../src/configuration.ts';
import { arriveBeforeAll, newCast, sharedBrowser, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { startOtherSite } from '../src/other-site.ts';
import { contentOf, openPopup, signInButton, signInByPopup } from '../src/popup.ts';
import { reconfigure } from '../src/reconfigure.ts';

const [mia] = newCast();
/** The embedded provider's access tokens hold five minutes and are renewed a minute before. */
const untilRenewalInMs = 4 * 60_000 + 1_000;

const site = startBeforeAll(startOtherSite);
let context: BrowserContext;
let learner: Learner;
let page: Page;
/** Requests to the identity provider, as method and path. */
let asked: string[];

const { platform } = visitBeforeAll(launchBrowser);
beforeAll(async () => {
  // Pages of a group get their differences by a script: this has other headers, too.
  await reconfigure(platform, ({ signIn }) => ({
    signIn: { ...signIn, mode: 'popup', autoLogin: true },
    embeddedBy: [site.origin],
  }));
});

/** Each test of a group goes on where the one before has stopped. */
function arriveAndListen(): void {
  arriveBeforeAll((arrival) => {
    ({ context, learner, page } = arrival);
    asked = [];
    context.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === platform.identityProvider) asked.push(`${request.method()} ${pathname}`);
    });
  });
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
  arriveAndListen();

  test('begins by itself where the browser lets popups open', async () => {
    const tab = await (await sharedBrowser()).newPage();
    onTestFinished(() => tab.close());
    const popups: Page[] = [];
    tab.on('popup', (popup) => popups.push(popup));
    const [popup] = await Promise.all([tab.waitForEvent('popup'), tab.goto(platform.shell)]);
    await popup.getByLabel('Benutzername').waitFor();
    await tab.getByText('Das Anmelden geht in einem eigenen Fenster weiter.').waitFor();
    await popup.close();
    // Somebody who has closed it does not want it again.
    await tab.getByRole('heading', { name: 'Das Anmeldefenster wurde geschlossen' }).waitFor();
    expect(popups).toHaveLength(1);
  });

  test('waits for a press where the browser blocks them, and says nothing of it', async () => {
    const tab = await context.newPage();
    await tab.addInitScript(() => {
      window.open = () => null;
    });
    await tab.goto(platform.shell);
    await signInButton(tab).waitFor();
    expect(await tab.getByRole('alert').count()).toBe(0);
    expect(asked).toEqual([]);
    await tab.close();
  });

  test('that the browser blocks says so, and can be tried again', async () => {
    await page.goto(`${platform.shell}/login`);
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
  });

  test('ended with the answer to another request signs nobody in', async () => {
    const popup = await openPopup(page);
    await page.getByText('Das Anmelden geht in einem eigenen Fenster weiter.').waitFor();
    await popup.getByLabel('Benutzername').waitFor();
    const forged = `${platform.shell}/popup-callback.html?error=access_denied&state=another`;
    await Promise.all([
      popup.waitForEvent('close'),
      popup.evaluate((address) => location.assign(address), forged),
    ]);
    await page.getByText('Für den Support: Popup window closed').waitFor();
    expect(asked).not.toContain('POST /oauth/token');
  });

  test('after all that, the content opens where the shell is, and the popup closes', async () => {
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await signInByPopup(page, mia);
    expect(page.url()).toBe(`${platform.shell}/`);
    expect(visited.filter((address) => /code=|state=/.test(address))).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('pendingSignIn'))).toBeNull();
  });

  test('signing out ends the session of the provider', async () => {
    await page.goto(`${platform.shell}/logout`);
    await signInButton(page).waitFor();
    const popup = await openPopup(page);
    await popup.getByLabel('Passwort').waitFor();
    expect(new URL(popup.url()).origin).toBe(platform.identityProvider);
    await popup.close();
  });

  test('goes to the deep link that the page was opened with', async () => {
    await page.goto(`${platform.shell}/login?themaId=bach&subThemaNumber=2`);
    const popup = await openPopup(page);
    await signInAtProvider(popup, mia);
    await contentOf(page).getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();
    await expect.poll(() => popup.isClosed()).toBe(true);
  });
});

describe('from a login page of the publisher', () => {
  const withLoginPage = (tab: Page) =>
    configure(tab, platform.shell, ({ project, ...rest }) => ({
      ...rest,
      project: { ...project, loginLocation: true },
    }));

  arriveAndListen();
  beforeAll(() => withLoginPage(page));

  const framedPage = () => page.locator('iframe[data-content-frame]');

  test('a popup closed before the answer leads back to it, and a line says why', async () => {
    await page.goto(`${platform.shell}/login`);
    const popup = await openPopup(page, contentOf(page));
    await popup.getByLabel('Benutzername').waitFor();
    await popup.close();
    await page.getByText('Das Anmeldefenster wurde geschlossen').waitFor();
    await signInButton(contentOf(page)).waitFor();
    expect(await signInButton(page).count()).toBe(0);
  });

  test('a start without a press is blocked by the browser, and a line says so', async () => {
    const message = JSON.stringify({ origin: 'iframe', action: 'startLogin', id: 'unasked' });
    const loginPage = `${platform.content}/login.html*`;
    await context.route(loginPage, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><script>parent.postMessage(${message}, '*')</script>`,
      }),
    );
    // A tab of its own: in the other somebody has pressed something.
    const tab = await context.newPage();
    await withLoginPage(tab);
    const popups: Page[] = [];
    tab.on('popup', (popup) => popups.push(popup));
    // Heard, not looked for: whatever playwright does on a page counts as a press there.
    await Promise.all([
      tab.waitForEvent('console', (line) => line.text().includes('Could not start signing in.')),
      tab.goto(`${platform.shell}/login`),
    ]);
    await tab.getByText('Das Anmeldefenster wurde blockiert').waitFor();
    expect(popups).toEqual([]);
    await context.unroute(loginPage);
    await tab.close();
  });

  test('its button opens the popup, and the publication takes its place', async () => {
    await page.goto(`${platform.shell}/login`);
    expect(await framedPage().getAttribute('src')).toContain('/login.html');
    const popup = await openPopup(page, contentOf(page));
    await page.getByText('Das Anmelden geht in einem eigenen Fenster weiter.').waitFor();
    expect(await framedPage().count()).toBe(0);
    await Promise.all([popup.waitForEvent('close'), signInAtProvider(popup, mia)]);
    await contentOf(page).getByText('Hallo Mia').waitFor();
    expect(await framedPage().getAttribute('src')).toContain('/index.html');
  });
});

describe('in the frame of another site, whose provider gets no cookies there', () => {
  let shell: FrameLocator;

  arriveAndListen();
  beforeAll(async () => {
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
    await page.goto(`${site.origin}/?framed=${encodeURIComponent(`${platform.shell}/login`)}`);
  });

  test('a refresh token renews, and nothing else happens', async () => {
    await signInByPopup(page, mia, shell);
    const before = asked.length;
    // The new ID token is verified by the keys of then.
    const [keys] = await Promise.all([
      page.waitForResponse(`${platform.identityProvider}/oauth/jwks`),
      page.clock.fastForward(untilRenewalInMs),
    ]);
    await keys.finished();
    await expectNoLoop();
    expect(asked.slice(before).filter((request) => request.startsWith('GET'))).toEqual([
      'GET /oauth/jwks',
    ]);
    await contentOf(shell).getByText('Hallo Mia').waitFor();
  });

  test('signing out has the next sign-in ask for the password', async () => {
    await contentOf(shell).getByRole('button', { name: 'Mia Keller' }).click();
    await contentOf(shell).getByRole('button', { name: 'Abmelden' }).click();
    await signInButton(shell).waitFor();
    const popup = await openPopup(page, shell);
    await popup.getByLabel('Passwort').waitFor();
    expect(new URL(popup.url()).origin).toBe(platform.identityProvider);
    await popup.close();
  });

  test('without one it signs out once, and says why', async () => {
    await withoutRefreshTokens();
    await signInByPopup(page, mia, shell);
    const before = asked.length;
    await page.clock.fastForward(untilRenewalInMs);
    await shell.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
    await shell.getByText('Für den Support: login_required').waitFor();
    await expectNoLoop();
    const silent = asked.slice(before).filter((request) => request.startsWith('GET /oauth/auth'));
    expect(silent).toHaveLength(1);
  });
});

describe('a renewal by the hidden frame', () => {
  arriveAndListen();
  beforeAll(async () => {
    await withoutRefreshTokens();
    await page.clock.install();
  });

  async function renewWithoutRefreshToken(): Promise<void> {
    await configure(page, platform.shell, ({ signIn, ...rest }) => ({
      ...rest,
      signIn: { ...signIn, mode: 'redirect', autoLogin: false },
    }));
    await learner.enter(mia);
    await contentOf(page).getByText('Hallo Mia').waitFor();
    asked = [];
    await page.clock.fastForward(untilRenewalInMs);
  }

  test('that never comes back says "Frame window timed out" once the token has ended', async () => {
    await context.route(
      (url) => url.searchParams.get('prompt') === 'none',
      () => {},
    );
    await renewWithoutRefreshToken();
    await page.clock.runFor(30_000);
    await contentOf(page).getByText('Hallo Mia').waitFor();
    const hint = page.getByText('Für den Support: Frame window timed out');
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000);
        return hint.count();
      })
      .toBe(1);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('persistentLogs')))
      .toContain('Frame window timed out');
    await expectNoLoop();
  });
});
