import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { configure } from '../src/configuration.ts';
import { consentDialogOf } from '../src/consent-dialog.ts';
import { arriveBeforeEach, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { watchViolations } from '../src/violations.ts';

/* The consent dialog itself: its words, its keys and its looks. */

let context: BrowserContext;
let page: Page;
let violations: readonly string[];

const { platform, browser } = visitBeforeAll();
arriveBeforeEach((arrival) => ({ context, page } = arrival), { isFirstVisit: true });
beforeEach(async () => {
  violations = await watchViolations(context);
});
afterEach(() => {
  if (violations.length > 0) throw new Error(violations.join('\n'));
});

const { question, settings, seen, press } = consentDialogOf(() => page);

test('the content policy names no other place, and the settings say that nothing is counted', async () => {
  const response = await page.goto(platform.shell);
  const policy = response?.headers()['content-security-policy'];
  expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/]{43}='){2};/);
  await press('Selbst auswählen');
  await settings().getByText('Zurzeit ist keine Analyse eingerichtet').waitFor();
});

test('the dialog appears after 100 ms, and the page is free 500 ms after a choice', async () => {
  const again = await browser.newContext();
  onTestFinished(() => again.close());
  ({ page } = await arrive(again, platform));
  await page.clock.install();
  await page.goto(`${platform.shell}/login`);
  const link = page.getByRole('button', { name: 'Cookie-Einstellungen' });
  await link.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await link.press('Enter');
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor({ state: 'attached' });
  const isSeen = () => dialog.getAttribute('data-seen');
  await page.clock.runFor(99);
  expect(await isSeen()).toBe('false');
  await page.clock.runFor(1);
  await expect.poll(isSeen).toBe('true');

  // Presses do nothing before it was in front for 700 ms.
  await page.clock.runFor(700);
  await press('Auswahl speichern');
  await expect.poll(isSeen).toBe('false');
  await page.clock.runFor(499);
  expect(await dialog.count(), 'still locked').toBe(1);
  await page.clock.runFor(1);
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
});

/** How a button stands out from others. */
const look = (name: string) =>
  page.getByRole('button', { name }).evaluate((button) => {
    const { backgroundColor, color, fontSize, fontWeight, width, height } =
      getComputedStyle(button);
    const widthInPixels = Math.round(Number.parseFloat(width));
    return { backgroundColor, color, fontSize, fontWeight, widthInPixels, height };
  });

test('yes and no look alike; neither Escape nor Enter chooses, and Tab stays inside', async () => {
  await page.goto(platform.shell);
  await seen();
  expect(await look('Nur notwendige')).toEqual(await look('Alle akzeptieren'));

  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await question().waitFor();
  expect(JSON.stringify(await context.cookies())).not.toContain('cc_cookie');
  for (const name of ['Nur notwendige', 'Alle akzeptieren', 'Selbst auswählen']) {
    await page.keyboard.press('Tab');
    const focused = page.getByRole('button', { name, exact: true });
    expect(await focused.evaluate((button) => button === document.activeElement)).toBe(true);
  }
  await page.keyboard.press('Enter');
  await settings().waitFor();
  await page.keyboard.press('Escape');
  await question().waitFor();
});

test('a translation is fetched when the dialog opens, and shown as text', async () => {
  await configure(page, platform.shell, (configuration) => ({
    ...configuration,
    consent: { translations: '/texts/fr.json' },
  }));
  const french = await page.request.get(`${platform.shell}/assets/consent/fr.json`);
  const json = { ...((await french.json()) as object), title: 'Vos cookies <b>ici</b>' };
  await context.route('**/texts/fr.json', (route) => route.fulfill({ json }));
  await page.goto(platform.shell);
  const dialog = page.getByRole('dialog', { name: 'Vos cookies <b>ici</b>' });
  await dialog.waitFor();
  expect(await dialog.getAttribute('lang')).toBe('fr');
});
