import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import type { Learner } from '../src/learner.ts';
import { serveSilentPage } from '../src/silent-page.ts';
import { signInFromLoginPage } from '../src/coupons.ts';
import { forceTestingMode, overlayOf } from '../src/testing-overlay.ts';
import { watchViolations } from '../src/violations.ts';

/* Content that says nothing: since its host is away, or since it has nothing to say. */

const [mia] = newCast();

let platform: SharedPlatform;
let context: BrowserContext;
let learner: Learner;
let page: Page;
let violations: readonly string[];
let warnings: string[];

visitBeforeAll((stage) => ({ platform } = stage));
arriveBeforeEach((arrival) => ({ context, learner, page } = arrival));
beforeEach(async () => {
  violations = await watchViolations(context);
  warnings = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
});

const heading = () => page.getByRole('heading', { name: 'Die Inhalte sind nicht erreichbar' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

async function signInWithoutContent(): Promise<void> {
  await page.goto(`${platform.shell}/login`);
  await signInFromLoginPage(page, mia);
}

describe('a host that nothing listens on', () => {
  beforeEach(async () => {
    await platform.stop('content');
    isAway = true;
    await signInWithoutContent();
    await heading().waitFor();
  });
  afterEach(bringBack);

  let isAway = false;
  async function bringBack(): Promise<void> {
    if (isAway) await platform.start('content');
    isAway = false;
  }

  test('is said to be away, and the content opens by itself when it is back', async () => {
    expect(warnings.join()).toContain("The content's host cannot be reached");
    // It may be asked.
    expect(violations).toEqual([]);
    // The browser's own page can neither be seen nor reached.
    const frame = page.locator('iframe[data-content-frame]');
    expect(await frame.evaluate((element) => getComputedStyle(element).visibility)).toBe('hidden');
    expect(await heading().evaluate((title) => title === document.activeElement)).toBe(true);
    await press('Erneut versuchen');
    await page.getByText('Loading...').waitFor();
    await page.getByText('Loading...').waitFor({ state: 'detached' });
    await page.getByText(/Um \d\d:\d\d Uhr noch nicht erreichbar/).waitFor();
    await bringBack();
    await learner.content.getByText('Hallo Mia').waitFor();
    await heading().waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  });

  test('lets people sign out', async () => {
    await press('Abmelden');
    await page.waitForURL('**/login');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(await heading().count()).toBe(0);
  });

  test('does not keep anybody from looking at the frame', async () => {
    await press('Trotzdem anzeigen');
    await heading().waitFor({ state: 'detached' });
    const frame = page.locator('iframe[data-content-frame]');
    expect(await frame.evaluate((element) => getComputedStyle(element).visibility)).toBe('visible');
  });
});

test('a host that takes the connection and never answers is away, too', async () => {
  await context.route(`${platform.content}/**`, () => {});
  await signInWithoutContent();
  await expect.poll(() => heading().count(), { timeout: 30_000 }).toBe(1);
});

describe('content that is there and says nothing', () => {
  const cause = 'The content has loaded and has not said hello';

  test('stays as it is, and the likely cause is in the log and in the testing overlay', async () => {
    const { overlay, handle, showTab } = overlayOf(() => learner, mia);
    await forceTestingMode(context, 'true');
    await serveSilentPage(context, platform.content);
    await signInWithoutContent();
    await learner.content.getByText('Ein Blatt').waitFor();
    await expect.poll(() => warnings.join()).toContain(cause);
    expect(await heading().count()).toBe(0);
    await handle().click();
    await showTab('Nachrichten');
    await overlay().getByText('Der Inhalt ist geladen und hat sich nicht gemeldet.').waitFor();
  });

  test.each([
    ['is sandboxed without an origin', 'sandbox allow-scripts', 'in einer Sandbox'],
    ['speaks another version', '', 'eine Version der Brücke, die dieser Container nicht kennt'],
  ])('in vain, since it %s: the testing overlay says so', async (_why, policy, text) => {
    const { overlay, handle, showTab } = overlayOf(() => learner, mia);
    await forceTestingMode(context, 'true');
    await context.route(`${platform.content}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: policy ? { 'content-security-policy': policy } : {},
        body: `<!doctype html><title>Blatt</title><main>Blatt</main><script>
          parent.postMessage({ origin: 'iframe', action: 'hello', id: 1, payload: { version: 0 } }, '*');
        </script>`,
      }),
    );
    await signInWithoutContent();
    await handle().filter({ hasText: '!' }).click();
    await showTab('Nachrichten');
    await expect.poll(() => overlay().getByText(text).count()).toBe(1);
  });
});
