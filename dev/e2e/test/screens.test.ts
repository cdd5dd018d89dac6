import type { BrowserContext, Page, Request } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdClock } from '../src/clock.ts';
import { configure } from '../src/configuration.ts';
import {
  arriveBeforeAll,
  arriveBeforeEach,
  newCast,
  visitBeforeAll,
  type Arrival,
} from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';

/* Screens of the specification's section 2, as far as no journey comes past them. */

const [mia] = newCast();
const loaderGreen = 'rgb(149, 191, 33)';

let context: BrowserContext;
let learner: Learner;
let page: Page;

const { platform } = visitBeforeAll();
const take = (arrival: Arrival) => void ({ context, learner, page } = arrival);

/** Lets requests to these addresses wait; the result lets them go on. */
async function hold(address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

const loader = () => page.getByRole('status').filter({ hasText: /^Loading\.\.\.$/ });

/** Colour of the part of the ring that turns. */
const ringColor = () =>
  loader()
    .locator('.loader-text')
    .evaluate((text) => getComputedStyle(text, '::before').borderTopColor);

describe('the empty path', () => {
  arriveBeforeEach(take);

  test('without a login clears session storage; with auto-login it starts to sign in at once', async () => {
    await configure(page, platform.shell, ({ signIn, ...rest }) => ({
      ...rest,
      signIn: { ...signIn, autoLogin: true },
    }));
    await page.goto(`${platform.shell}/assets/config/config.json`);
    await page.evaluate(() => sessionStorage.setItem('userSession', 'of somebody else'));
    await page.goto(platform.shell);
    await page.getByLabel('Benutzername').waitFor();
    expect(new URL(page.url()).origin).toBe(platform.identityProvider);

    await page.goto(`${platform.shell}/assets/config/config.json`);
    const kept = await page.evaluate(() => Object.keys(sessionStorage));
    expect(kept).toContain('pendingSignIn');
    expect(kept).not.toContain('userSession');
  });

  test('frames the configured project location, with the deep link and the version', async () => {
    let version = '';
    await configure(page, platform.shell, ({ project, ...rest }) => {
      ({ version } = project as { version: string });
      const location = '/index.html?aus=konfiguration';
      return { ...rest, project: { ...project, location } };
    });
    await learner.enter(mia, '/login?themaId=bach&subThemaNumber=2');
    expect(await page.getAttribute('iframe[data-content-frame]', 'src')).toBe(
      `${platform.content}/index.html?aus=konfiguration&themaId=bach&subThemaNumber=2&v=${version}`,
    );
  });
});

/* Each test goes on where the one before has stopped. */
describe('a visit where no project location is configured', () => {
  let version = '';
  arriveBeforeAll(take);
  beforeAll(() =>
    configure(page, platform.shell, ({ project, ...rest }) => {
      ({ version } = project as { version: string });
      return { ...rest, project: { ...project, location: undefined } };
    }),
  );

  test('the logout page without a login leads to the login page, and asks the provider for nothing', async () => {
    const asked: string[] = [];
    const note = (request: Request) => asked.push(new URL(request.url()).origin);
    page.on('request', note);
    await page.goto(`${platform.shell}/logout`);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    page.off('request', note);
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(asked).not.toContain(platform.identityProvider);
  });

  test('the login page has a single button to sign in with', async () => {
    await page.goto(`${platform.shell}/login`);
    const buttons = page.getByRole('main').getByRole('button');
    await buttons.first().waitFor();
    expect(await buttons.allInnerTexts()).toEqual([
      'Anmelden',
      'Ich habe einen Code',
      'Cookie-Einstellungen',
    ]);
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('the empty path frames the default project page where none is configured, with the deep link and the version', async () => {
    await learner.enter(mia, '/login?themaId=bach&subThemaNumber=2');
    expect(await page.getAttribute('iframe[data-content-frame]', 'src')).toBe(
      `${platform.content}/index.html?themaId=bach&subThemaNumber=2&v=${version}`,
    );
  });

  test('the content’s frame is all that is seen on a phone and on a desktop', async () => {
    await learner.content.getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await page.locator('iframe[data-content-frame]').boundingBox()).toEqual({
        x: 0,
        y: 0,
        width,
        height,
      });
      expect(await page.evaluate(() => document.body.innerText.trim())).toBe('');
    }
  });

  test('the logout page shows a loader until the provider has ended the session, and logs why', async () => {
    const release = await hold(`${platform.identityProvider}/**`);
    await page.goto(`${platform.shell}/logout`, { waitUntil: 'commit' });
    await loader().waitFor();
    release();
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    const logged = await page.evaluate(() => localStorage.getItem('persistentLogs'));
    expect(logged).toContain('Signing out: called logout page');
  });
});

describe('the login page', () => {
  arriveBeforeEach(take);

  test('of the publisher is framed in its place, and starts to sign in', async () => {
    await configure(page, platform.shell, ({ project, ...rest }) => ({
      ...rest,
      project: { ...project, loginLocation: true },
    }));
    await page.goto(`${platform.shell}/login`);
    await learner.content.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    const address = await page.getAttribute('iframe[data-content-frame]', 'src');
    expect(address).toMatch(`${platform.content}/login.html?v=`);
    expect(await page.locator('main').count()).toBe(0);
    await learner.content.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByLabel('Benutzername').waitFor();
    expect(new URL(page.url()).origin).toBe(platform.identityProvider);
  });

  test('of the publisher stays after a sign-in that failed: it hears why, and a line says it', async () => {
    await configure(page, platform.shell, ({ project, ...rest }) => ({
      ...rest,
      project: { ...project, loginLocation: true },
    }));
    await page.goto(
      `${platform.shell}/auth-callback?error=access_denied&error_description=Not+now`,
    );
    const line = page.getByRole('alert');
    await line.getByText('Das Anmelden hat nicht geklappt').waitFor();
    await learner.content.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(await page.locator('main').count()).toBe(0);
    const heard = await learner.content.locator('body').evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('message', ({ data }: MessageEvent<{ event?: string }>) => {
            if (data.event === 'signed-out') resolve(data);
          });
          parent.postMessage({ origin: 'iframe', action: 'ready' }, '*');
        }),
    );
    expect(heard).toMatchObject({ payload: { reason: 'callback error' } });
    await page.getByRole('button', { name: 'Schliessen' }).click();
    await line.waitFor({ state: 'detached' });
  });
});

describe('the loader', () => {
  arriveBeforeEach(take);

  test('shows on the callback page while the sign-in is finished, in its colour', async () => {
    const release = await hold('**/aua/v1/user/updateUserInfo');
    await learner.comeIn(mia);
    await page.waitForURL('**/auth-callback');
    await loader().waitFor();
    expect(await ringColor()).toBe(loaderGreen);
    release();
    await learner.content.getByText('Hallo Mia').waitFor();
    await expect.poll(() => loader().count()).toBe(0);
  });

  test('is mini within a page', async () => {
    await page.route('**/lima/license/obtainLicenseUsage', (route) =>
      route.fulfill({
        status: 409,
        json: {
          result_state: 'ERROR',
          result_messages: [{ code: 'DEVICE_LIMIT_REACHED', text: 'x' }],
        },
      }),
    );
    const release = await hold('**/lima/device/getForUser');
    await learner.comeIn(mia);
    await page.getByRole('heading', { name: 'Zu viele Geräte' }).waitFor();
    await loader().waitFor();
    const { height } = (await loader().boundingBox())!;
    expect(height).toBeLessThan(40);
    release();
    await page.getByRole('listitem').first().waitFor();
  });
});

describe('a session that cannot be renewed', () => {
  const untilRenewalInMs = 4 * 60_000 + 1_000;

  arriveBeforeEach(take);
  beforeEach(async () => {
    await page.clock.install();
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
  });

  test('since the provider is away until the token expires ends then, and says so', async () => {
    await context.route(`${platform.identityProvider}/**`, (route) => route.abort());
    await page.clock.fastForward(untilRenewalInMs);
    await holdClock(page);
    await page.clock.runFor(15_000);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.clock.runFor(60_000);
    await page.clock.resume();
    await page.getByRole('heading', { name: 'Die Anmeldung ist abgelaufen' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    const logged = await page.evaluate(() => localStorage.getItem('persistentLogs'));
    expect(logged).toContain('Signing out: token expired');
  });
});
