import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accessTokenOf, tokenHolds } from '../src/access-token.ts';
import { configure } from '../src/configuration.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';

const [mia] = newCast();

let context: BrowserContext;
let learner: Learner;
let page: Page;
/** How often the provider was asked to sign somebody in, or for tokens. */
let askedOfProvider = 0;
/** No test here asks more often, retries for a provider that is away included: nothing goes in circles. */
const askedMaximum = 14;

const { platform } = visitBeforeAll();
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
    // Late requests of the page before do not count.
    await page.goto('about:blank');
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
