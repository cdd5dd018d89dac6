import { demoAccounts, startPlatform, type Platform } from '@lectern/env';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { arrive } from '../src/learner.ts';
import { startOtherSite } from '../src/other-site.ts';

/* What the shell shares with windows and frames of others: what its headers say, and no more. */

let platform: Platform;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

const mia = demoAccounts[0];

function contentFrame(page: Page): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(platform.content));
  if (!frame) throw new Error('There is no content.');
  return frame;
}

describe('features of the browser', () => {
  /** Every feature that the document may use, but for hints in requests. */
  const allowed = (frame: Frame) =>
    frame.evaluate(() => {
      const { featurePolicy } = document as unknown as {
        featurePolicy: { allowedFeatures(): string[] };
      };
      return featurePolicy.allowedFeatures().filter((name) => !name.startsWith('ch-'));
    });
  const asking =
    /^(camera|microphone|geolocation|midi|usb|serial|hid|payment|display-capture|clipboard-read|local-fonts|idle-detection|storage-access|accelerometer|gyroscope|magnetometer|screen-wake-lock|window-management)$/;
  const handedOn = /^(autoplay|clipboard-write|encrypted-media|fullscreen|picture-in-picture)$/;

  test('are the content’s where it needs them, and nobody’s where they ask or spy', async () => {
    const { page, content, signIn } = await arrive(context, platform);
    await signIn(mia);
    await content.getByText('Hallo Mia').waitFor();
    for (const frame of [page.mainFrame(), contentFrame(page)]) {
      const features = await allowed(frame);
      expect(features.filter((name) => handedOn.test(name))).toHaveLength(5);
      expect(features.filter((name) => asking.test(name))).toEqual([]);
    }
  });

  test('are lost to a frame that has gone elsewhere', async () => {
    await using elsewhere = await startOtherSite();
    // The content policy would not let it load at all; here it is the second wall that is looked at.
    await context.close();
    context = await browser.newContext({ bypassCSP: true });
    const { page, content, signIn } = await arrive(context, platform);
    await signIn(mia);
    await content.getByText('Hallo Mia').waitFor();
    const frame = contentFrame(page);
    await frame.evaluate((address) => void (location.href = address), elsewhere.origin);
    await frame.waitForURL(`${elsewhere.origin}/`);
    const features = await allowed(frame);
    expect(features.filter((name) => handedOn.test(name))).toEqual([]);
  });
});

test('a site that opens the shell has no hold on its window', async () => {
  await using elsewhere = await startOtherSite();
  const page = await context.newPage();
  await page.goto(`${elsewhere.origin}/?opened=${platform.shell}/login`);
  const opened = context.waitForEvent('page');
  await page.getByRole('button').click();
  const shell = await opened;
  await shell.getByRole('button', { name: 'Anmelden' }).waitFor();
  expect(await shell.evaluate(() => opener === null)).toBe(true);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { handle: Window }).handle.closed))
    .toBe(true);
});
