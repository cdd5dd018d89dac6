import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { quiet } from '../src/quiet.ts';
import {
  arriveInTestingModeBeforeAll,
  forceTestingMode,
  overlayOf,
} from '../src/testing-overlay.ts';

/* The testing overlay as a part of the page, in the production build that everybody gets. */

const [mia] = newCast();

let context: BrowserContext;
let learner: Learner;
let page: Page;

const { platform } = visitBeforeAll();

const { overlay, handle, press, showTab, category, field, signIn, forget, reload } = overlayOf(
  () => learner,
  mia,
);

/** Addresses of everything that a page asks for from now on, in order. */
function requestsOf(of: Page): readonly string[] {
  const requested: string[] = [];
  of.on('request', (request) => requested.push(request.url()));
  return requested;
}
const isOverlayFile = (address: string) => address.includes('/assets/mount-overlay');

describe('without testing mode', () => {
  arriveBeforeAll((arrival) => ({ context, learner, page } = arrival));

  test.each([undefined, 'false'])('with the flag %j not a byte of it is loaded', async (flag) => {
    if (flag !== undefined) await forceTestingMode(context, flag);
    const requested = requestsOf(page);
    if (flag === undefined) await learner.enter(mia);
    else await page.reload();
    await learner.content.getByText('Hallo Mia').waitFor();
    await quiet(page);
    expect(requested.filter(isOverlayFile)).toEqual([]);
    expect(await overlay().count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('testingOverlay');
  });
});

describe('in testing mode', () => {
  arriveInTestingModeBeforeAll((arrival) => ({ learner, page } = arrival));

  test('it comes after the content, collapsed to a small handle', async () => {
    await signIn();
    const requested = requestsOf(page);
    await page.reload();
    await handle().waitFor();
    const ofContent = requested.findIndex((address) => address.startsWith(platform.content));
    expect(ofContent).toBeGreaterThanOrEqual(0);
    expect(requested.findIndex(isOverlayFile)).toBeGreaterThan(ofContent);
    const { width, height } = (await overlay().boundingBox())!;
    expect(width).toBeLessThan(80);
    expect(height).toBeLessThan(40);
  });

  test.each([
    ['a phone', 390, 844],
    ['a desktop', 1280, 720],
  ])('on %s the handle leaves the corners to the content', async (_, width, height) => {
    await page.setViewportSize({ width, height });
    const handleBox = (await overlay().boundingBox())!;
    expect(handleBox.y).toBeGreaterThan(height / 3);
    expect(handleBox.y + handleBox.height).toBeLessThan((height * 2) / 3);
  });

  describe.each([
    ['a phone', 390, 844],
    ['a tablet', 820, 1180],
    ['a desktop', 1440, 900],
    ['a page at 400 %', 320, 256],
  ])('on %s', (_name, width, height) => {
    test('it is accessible, and all of it is within the window', async () => {
      await page.setViewportSize({ width, height });
      await reload();
      const faults = () => faultsOf(page, { within: '.testing-overlay' });
      const isWithin = async () => {
        const box = (await overlay().boundingBox())!;
        return (
          box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
        );
      };
      expect(await faults(), 'handle').toEqual([]);
      await handle().click();
      await press('Konto lesen');
      await press('Challenge codieren');
      await category('Code-Challenge').getByText('BAD_PAYLOAD').waitFor();
      expect(await faults(), 'methods').toEqual([]);
      expect(await isWithin()).toBe(true);
      await showTab('Nachrichten');
      await overlay().getByRole('button', { name: 'getUser' }).first().click();
      expect(await faults(), 'messages').toEqual([]);
      expect(await isWithin()).toBe(true);
      const panel = overlay().getByRole('tabpanel');
      expect(
        await panel.evaluate((e) => e.scrollWidth - e.clientWidth),
        'no sideways scrolling',
      ).toBe(0);
      const durations = overlay().locator('.testing-duration');
      const room = await durations.first().evaluate((cell) => {
        const written = document.createRange();
        written.selectNodeContents(cell);
        const edge = cell.closest('.testing-scroll')!.getBoundingClientRect().right;
        return edge - written.getBoundingClientRect().right;
      });
      expect(room, 'room beside the durations').toBeGreaterThan(8);
    });
  });

  test('signing out is done at once; the overlay is as it was, also after signing in', async () => {
    // The login page has room beside it.
    await page.setViewportSize({ width: 1280, height: 720 });
    await reload();
    await handle().click();
    await press('In die nächste Ecke schieben');
    await press('Abmelden');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    await field('Kurs').waitFor();
    await signIn();
    await field('Kurs').waitFor();
    expect(await overlay().getAttribute('data-corner')).toBe('bottom-left');
  });

  test('the keyboard opens it, goes between its tabs, moves it, and folds it', async () => {
    await learner.signOut();
    await forget();
    await page.reload();
    // The login page takes the focus when it has come.
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    await handle().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    for (const corner of ['bottom-left', 'top-left', 'top-right', 'bottom-right']) {
      await page.keyboard.press('Enter');
      await expect.poll(() => overlay().getAttribute('data-corner')).toBe(corner);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    const messages = overlay().getByRole('tab', { name: 'Nachrichten' });
    await expect.poll(() => messages.getAttribute('aria-selected')).toBe('true');
    expect(await messages.evaluate((tab) => tab === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.type('getUser');
    expect(await overlay().getByLabel('Filtern').inputValue()).toBe('getUser');
    await page.keyboard.press('Escape');
    await overlay().getByRole('tablist').waitFor({ state: 'detached' });
    expect(await handle().evaluate((button) => button === document.activeElement)).toBe(true);
  });
});
