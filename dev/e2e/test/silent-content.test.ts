import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdClock, installClock } from '../src/clock.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { serveSilentPage } from '../src/silent-page.ts';
import { forceTestingMode, overlayOf } from '../src/testing-overlay.ts';
import { watchViolations } from '../src/violations.ts';

/* Content that says nothing: since its host is away, or since it has nothing to say. */

const [mia] = newCast();

let context: BrowserContext;
let learner: Learner;
let page: Page;
let violations: readonly string[];
let warnings: string[];

const stage = visitBeforeAll();

/** Has a learner arrive whose shell goes by a clock that the journey moves on. */
async function arriveByClock(): Promise<void> {
  context = await stage.browser.newContext();
  await installClock(context);
  violations = await watchViolations(context);
  learner = await arrive(context, stage.platform);
  ({ page } = learner);
  warnings = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
}

const signIn = () => learner.comeIn(mia);
const heading = () => page.getByRole('heading', { name: 'Die Inhalte sind nicht erreichbar' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

/** Moves the clock on until this is so. */
async function until<Value>(find: () => Promise<Value>, expected: Value): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return find();
    })
    .toBe(expected);
}

describe('a host that nothing listens on', () => {
  let isAway = false;
  async function bringBack(): Promise<void> {
    if (isAway) await stage.platform.start('content');
    isAway = false;
  }

  beforeAll(async () => {
    await stage.platform.stop('content');
    isAway = true;
    await arriveByClock();
    await signIn();
  });
  afterAll(bringBack);

  const visibility = () =>
    page
      .locator('iframe[data-content-frame]')
      .evaluate((element) => getComputedStyle(element).visibility);

  test('is said to be away, and stays so after a try in vain', async () => {
    await until(() => heading().count(), 1);
    expect(warnings.join()).toContain("The content's host cannot be reached");
    // It may be asked.
    expect(violations).toEqual([]);
    // The browser's own page can neither be seen nor reached.
    expect(await visibility()).toBe('hidden');
    expect(await heading().evaluate((title) => title === document.activeElement)).toBe(true);
    // Seen for a second.
    await holdClock(page);
    await press('Noch einmal versuchen');
    await page.getByText('Loading...').waitFor();
    await page.clock.resume();
    await until(() => page.getByText(/Um \d\d:\d\d Uhr noch nicht erreichbar/).count(), 1);
    expect(await page.getByText('Loading...').count()).toBe(0);
  });

  test('does not keep anybody from looking at the frame', async () => {
    await press('Trotzdem anzeigen');
    await heading().waitFor({ state: 'detached' });
    expect(await visibility()).toBe('visible');
  });

  test('lets people sign out', async () => {
    await page.reload();
    await until(() => heading().count(), 1);
    await press('Abmelden');
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(await heading().count()).toBe(0);
  });

  test('shows its content by itself when it is back', async () => {
    await signIn();
    await until(() => heading().count(), 1);
    await bringBack();
    await until(() => learner.content.getByText('Hallo Mia').count(), 1);
    await heading().waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  });
});

describe('content that is there and says nothing', () => {
  const cause = 'The content has loaded and has not said hello';
  const { overlay, handle, showTab } = overlayOf(() => learner, mia);

  beforeAll(async () => {
    await arriveByClock();
    await forceTestingMode(context, 'true');
    await serveSilentPage(context, stage.platform.content);
    await signIn();
    await learner.content.getByText('Ein Blatt').waitFor();
  });

  test('stays as it is, and the likely cause is in the log and in the testing overlay', async () => {
    await until(async () => warnings.join().includes(cause), true);
    expect(await heading().count()).toBe(0);
    await handle().click();
    await showTab('Nachrichten');
    await overlay().getByText('Der Inhalt ist geladen und hat sich nicht gemeldet.').waitFor();
  });
});
