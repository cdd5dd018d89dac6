import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokenOf, tokenHolds } from '../src/access-token.ts';
import { holdClock } from '../src/clock.ts';
import { configure } from '../src/configuration.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import type { Learner } from '../src/learner.ts';

const [mia] = newCast();
/** The embedded provider's access tokens hold five minutes and are renewed a minute before. */
const untilRenewalInMs = 4 * 60_000 + 1_000;

let platform: SharedPlatform;
let context: BrowserContext;
let learner: Learner;
let page: Page;
/** How often the provider was asked to sign somebody in, or for tokens. */
let askedOfProvider = 0;
/** No test here asks more often, retries for a provider that is away included: nothing goes in circles. */
const askedMaximum = 14;

visitBeforeAll((stage) => ({ platform } = stage));
beforeEach(() => {
  askedOfProvider = 0;
});
afterEach(() => {
  if (askedOfProvider > askedMaximum)
    throw new Error(`The provider was asked ${askedOfProvider} times.`);
});

/** Each test of a group goes on where the one before has stopped. */
function arriveAndCount(): void {
  arriveBeforeAll((arrival) => {
    ({ context, learner, page } = arrival);
    context.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === platform.identityProvider && /\/(authorize|token)$/.test(pathname))
        askedOfProvider++;
    });
  });
}

/** Signs in with a clock that can be put forward: twice, then tokens are of another time than the page. */
async function enterToRenew(): Promise<void> {
  await page.clock.install();
  await learner.enter(mia);
  await learner.content.getByText('Hallo Mia').waitFor();
}

/** Changes the stored record and loads the page anew, as if the provider had given less. */
async function withoutRefreshToken(): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!;
    const { refresh_token: _, ...rest } = JSON.parse(sessionStorage.getItem(key)!) as Record<
      string,
      unknown
    >;
    sessionStorage.setItem(key, JSON.stringify(rest));
  });
  await page.reload();
  await learner.content.getByText('Hallo Mia').waitFor();
}

describe('renewal', () => {
  arriveAndCount();
  beforeAll(enterToRenew);

  test('by refresh token, before the access token expires', async () => {
    const first = await accessTokenOf(page);
    await page.clock.fastForward(untilRenewalInMs);
    await expect.poll(() => accessTokenOf(page)).not.toBe(first);
    expect(await tokenHolds(platform, await accessTokenOf(page))).toBe(true);
  });

  test('by the silent frame, where there is no refresh token', async () => {
    await withoutRefreshToken();
    const first = await accessTokenOf(page);
    await page.clock.fastForward(untilRenewalInMs);
    await expect.poll(() => accessTokenOf(page)).not.toBe(first);
  });
});

describe('a renewal that fails', () => {
  arriveAndCount();
  beforeAll(enterToRenew);

  test('waits for a provider that is away for a moment', async () => {
    const first = await accessTokenOf(page);
    await platform.stop('identityProvider');
    await page.clock.fastForward(untilRenewalInMs);
    await holdClock(page);
    await platform.start('identityProvider');
    await page.clock.runFor(30_000);
    await page.clock.resume();
    await expect.poll(() => accessTokenOf(page)).not.toBe(first);
  });

  test('signs out and says why where the provider refuses it', async () => {
    await withoutRefreshToken();
    await context.clearCookies();
    await page.clock.fastForward(untilRenewalInMs);
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('token');
  });
});

describe('a tab and its copy', () => {
  arriveAndCount();
  beforeAll(enterToRenew);

  test('renew, and neither ends the other', async () => {
    const first = await accessTokenOf(page);
    const [copy] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((address) => void window.open(address), platform.shell),
    ]);
    await copy.frameLocator('iframe[data-content-frame]').getByText('Hallo Mia').waitFor();
    expect(await accessTokenOf(copy)).toBe(first);
    // The clock is that of all tabs.
    await page.clock.fastForward(untilRenewalInMs);
    for (const tab of [page, copy]) {
      await expect.poll(() => accessTokenOf(tab)).not.toBe(first);
      expect(await tokenHolds(platform, await accessTokenOf(tab))).toBe(true);
    }
  });
});

describe('signing out', () => {
  arriveAndCount();

  test('works after the back button has left the provider', async () => {
    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByLabel('Benutzername').waitFor();
    await page.goBack();
    expect(new URL(page.url()).origin).toBe(platform.shell);
    await learner.signIn(mia, '/login');
    await learner.content.getByText('Hallo Mia').waitFor();
    expect(askedOfProvider).toBe(3);
  });

  test('works from within the publication', async () => {
    await learner.content.getByRole('button', { name: 'Mia Keller' }).click();
    await learner.content.getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL('**/login');
    await expect(accessTokenOf(page)).rejects.toThrow('Nobody is signed in');
  });
});

describe('the callback', () => {
  arriveAndCount();

  test.each([
    ['of a sign-in that this tab never began', '?code=x&state=y'],
    ['with an error of the provider', '?error=access_denied&state=y'],
    ['without anything', ''],
  ])('%s signs nobody in', async (_name, query) => {
    await page.goto(`${platform.shell}/auth-callback${query}`);
    await page.waitForURL('**/login');
    await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBeLessThanOrEqual(1);
  });

  test('cannot be replayed, and in no form of its address ends the session', async () => {
    const callback = page.waitForRequest((request) => request.url().includes('/auth-callback?'));
    await learner.signIn(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    const { search } = new URL((await callback).url());
    const first = await accessTokenOf(page);
    const asked = askedOfProvider;
    for (const path of [`/auth-callback${search}`, '/Auth%2Dcallback/?code=x&state=y']) {
      await page.goto(`${platform.shell}${path}`);
      await learner.content.getByText('Hallo Mia').waitFor();
      expect(page.url()).toBe(`${platform.shell}/`);
    }
    expect(await accessTokenOf(page)).toBe(first);
    expect(askedOfProvider).toBe(asked);
  });

  test('leaves a sign-in that is under way alone', async () => {
    await context.clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${platform.shell}/login?directLogin=true`);
    await page.getByLabel('Benutzername').waitFor();
    await page.goto(`${platform.shell}/auth-callback?code=x&state=y`);
    await page.getByRole('heading', { name: 'Das Anmelden hat nicht geklappt' }).waitFor();
    await page.goBack();
    await page.getByLabel('Benutzername').fill(mia.username);
    await page.getByLabel('Passwort').fill(mia.password);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await learner.content.getByText('Hallo Mia').waitFor();
    expect(page.url()).toBe(`${platform.shell}/`);
  });
});

describe('a page that the browser runs ahead', () => {
  arriveAndCount();

  test('signs nobody out before it is opened', async () => {
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    const token = await accessTokenOf(page);
    await page.addInitScript(() => {
      let isPrerendering = location.pathname === '/logout';
      Object.defineProperty(document, 'prerendering', { get: () => isPrerendering });
      document.addEventListener('prerenderingchange', () => (isPrerendering = false));
    });
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    await page.goto(`${platform.shell}/logout`);
    expect(requests).toEqual([`${platform.shell}/logout`]);
    expect(await accessTokenOf(page)).toBe(token);
    expect(await tokenHolds(platform, token)).toBe(true);
    await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
    await page.waitForURL('**/login');
    expect(await tokenHolds(platform, token)).toBe(false);
  });
});

describe('addresses', () => {
  arriveAndCount();

  test('any other path leads to the empty one, and without a session to the login page', async () => {
    await page.goto(`${platform.shell}/nirgends/etwas?x=1`);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(page.url()).toBe(`${platform.shell}/login`);
  });

  test('directLogin starts the login at once', async () => {
    await page.goto(`${platform.shell}/login?directLogin=true`);
    await page.getByLabel('Benutzername').waitFor();
    expect(new URL(page.url()).origin).toBe(platform.identityProvider);
  });

  test('entering the login page clears what an earlier sign-in left', async () => {
    await page.goto(`${platform.shell}/assets/config/config.json`);
    await page.evaluate(() => {
      sessionStorage.setItem('userSession', 'x');
      localStorage.setItem('oidc.user:old', 'x');
      localStorage.setItem('unrelated', 'x');
    });
    await page.goto(`${platform.shell}/login`);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(
      await page.evaluate(() => [
        sessionStorage.getItem('userSession'),
        localStorage.getItem('oidc.user:old'),
        localStorage.getItem('unrelated'),
      ]),
    ).toEqual([null, null, 'x']);
  });

  test('no other site can frame the shell', async () => {
    await page.route('http://evil.localhost/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe name="shell" src="${platform.shell}/login"></iframe>`,
      }),
    );
    await page.goto('http://evil.localhost/');
    await expect.poll(() => page.frame('shell')?.url()).toBe('chrome-error://chromewebdata/');
  });
});

describe('the page', () => {
  arriveAndCount();

  test('carries the title and the favicon of the configuration', async () => {
    await configure(page, platform.shell, ({ project, ...rest }) => ({
      ...rest,
      project: { ...project, title: 'Schulbuchverlag', favicon: '/assets/eigenes.svg' },
    }));
    await page.goto(platform.shell);
    await page.getByRole('heading', { name: 'Schulbuchverlag' }).waitFor();
    expect(await page.title()).toBe('Schulbuchverlag');
    expect(await page.getAttribute('link[rel=icon]', 'href')).toBe(
      `${platform.shell}/assets/eigenes.svg`,
    );
  });
});
