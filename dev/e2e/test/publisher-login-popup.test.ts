import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { signInAtProvider } from '../src/coupons.ts';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { contentOf, openPopup, signInByPopup } from '../src/popup.ts';
import { reconfigure } from '../src/reconfigure.ts';

/* A login page of the publisher in the shell's frame, where signing in goes by popup. */

const [mia] = newCast();

let platform: SharedPlatform;
let context: BrowserContext;
let page: Page;

visitBeforeAll((stage) => ({ platform } = stage), launchBrowser);
beforeAll(() =>
  reconfigure(platform, ({ signIn, project }) => ({
    signIn: { ...signIn, mode: 'popup' },
    project: { ...project, loginLocation: true },
  })),
);
arriveBeforeEach((arrival) => ({ context, page } = arrival));

const framedPage = () => page.locator('iframe[data-content-frame]');

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

test('a popup closed before the answer leaves it to the shell’s own page to say so', async () => {
  await page.goto(`${platform.shell}/login`);
  const popup = await openPopup(page, contentOf(page));
  await popup.getByLabel('Benutzername').waitFor();
  await popup.close();
  await page.getByRole('heading', { name: 'Das Anmeldefenster wurde geschlossen' }).waitFor();
  expect(await framedPage().count()).toBe(0);
  await signInByPopup(page, mia);
});

test('a start without a press is blocked by the browser, and the shell’s own page says so', async () => {
  const message = JSON.stringify({ origin: 'iframe', action: 'startLogin', id: 'unasked' });
  await context.route(`${platform.content}/login.html*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script>parent.postMessage(${message}, '*')</script>`,
    }),
  );
  const popups: Page[] = [];
  page.on('popup', (popup) => popups.push(popup));
  // Heard, not looked for: whatever playwright does on a page counts as a press there.
  await Promise.all([
    page.waitForEvent('console', (said) => said.text().includes('Could not start signing in.')),
    page.goto(`${platform.shell}/login`),
  ]);
  await page.getByRole('heading', { name: 'Das Anmeldefenster wurde blockiert' }).waitFor();
  expect(popups).toEqual([]);
  expect(await framedPage().count()).toBe(0);
  await signInByPopup(page, mia);
});
