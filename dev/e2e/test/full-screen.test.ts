import type { Frame, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '@lectern/chromium';
import { contentFrame } from '../src/content-frame.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';

/* Full screen is the content's own: it asks the browser for it. Nothing of that may load the frame anew. */

const [mia] = newCast();

let learner: Learner;
let page: Page;
let frame: Frame;
/** Documents that the content's frame has shown. */
let documents = 0;

const { platform } = visitBeforeAll(launchBrowser);
arriveBeforeAll((arrival) => ({ learner, page } = arrival));
beforeAll(async () => {
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(platform.content)) documents++;
  });
  await learner.enter(mia);
  await learner.content.getByText('Hallo Mia').waitFor();
  frame = contentFrame(page, platform);
});

/** Has a press in the content put an element of it over the whole screen, as browsers demand. */
async function enter(selector: string): Promise<void> {
  await frame.evaluate((wanted) => {
    const element = document.querySelector(wanted)!;
    addEventListener('click', () => void element.requestFullscreen(), { once: true });
  }, selector);
  await frame.locator('h1').first().click();
  await frame.waitForFunction(() => document.fullscreenElement !== null);
  // The shell's document is another process's.
  await page.waitForFunction(() => document.fullscreenElement !== null);
}

test.each(['html', 'main'])('%s of the content goes there and back as it was', async (selector) => {
  // A reload loses this value, and nothing else does.
  await frame.evaluate(() => Object.assign(window, { unsaved: 'a drawing' }));
  await enter(selector);
  expect(await page.evaluate(() => document.fullscreenElement?.tagName)).toBe('IFRAME');
  expect(
    await page.evaluate(() => {
      const { width, height } = document.fullscreenElement!.getBoundingClientRect();
      return [width - innerWidth, height - innerHeight];
    }),
  ).toEqual([0, 0]);

  await page.keyboard.press('Escape');
  await frame.evaluate(() => document.fullscreenElement && document.exitFullscreen());
  await page.waitForFunction(() => document.fullscreenElement === null);
  expect(await frame.evaluate(() => (window as unknown as { unsaved: string }).unsaved)).toBe(
    'a drawing',
  );
  expect(documents).toBe(1);
});

test('the bridge answers there', async () => {
  await enter('html');
  await learner.content.getByRole('link', { name: /Los geht|Weiterlernen/ }).click();
  const fields = learner.content.locator('fieldset:enabled').first();
  await fields.waitFor();
  expect(await frame.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  expect(documents).toBe(1);
});
