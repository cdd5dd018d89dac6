import type { BrowserContext, Frame, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { contentFrame } from '../src/content-frame.ts';
import { accessTokenOf } from '../src/access-token.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { startOtherSite } from '../src/other-site.ts';
import { quiet } from '../src/quiet.ts';

/* The shell shares with windows and frames of others as much as its headers say, and no more. */

let context: BrowserContext;
let learner: Learner;
let page: Page;

const { platform, browser } = visitBeforeAll();
arriveBeforeAll((arrival) => ({ context, learner, page } = arrival));

const [mia] = newCast();

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
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    for (const frame of [page.mainFrame(), contentFrame(page, platform)]) {
      const features = await allowed(frame);
      expect(features.filter((name) => handedOn.test(name))).toHaveLength(5);
      expect(features.filter((name) => asking.test(name))).toEqual([]);
    }
  });

  test('are lost to a frame that has gone elsewhere', async () => {
    await using elsewhere = await startOtherSite();
    // The content policy would not let it load at all; here it is the second wall that is looked at.
    const unprotected = await browser.newContext({ bypassCSP: true });
    onTestFinished(() => unprotected.close());
    const { content, ...visitor } = await arrive(unprotected, platform);
    await visitor.enter(mia);
    await content.getByText('Hallo Mia').waitFor();
    const frame = contentFrame(visitor.page, platform);
    await frame.evaluate((address) => void (location.href = address), elsewhere.origin);
    await frame.waitForURL(`${elsewhere.origin}/`);
    const features = await allowed(frame);
    expect(features.filter((name) => handedOn.test(name))).toEqual([]);
  });
});

describe('content that takes its frame to the shell leaves the session as it was:', () => {
  // The shell in its own frame would be of the same origin, and have the same session storage.
  const kept = async () => {
    const entries = await page.evaluate(() => Object.entries(sessionStorage));
    // A heartbeat may keep the seat meanwhile.
    return Object.fromEntries(entries.map(([key, value]) => [key, key === 'seat' ? '' : value]));
  };
  const blocked = /^chrome-error:/;

  test.each([
    ['/', blocked],
    ['/login', blocked],
    ['/logout', blocked],
    ['/auth-callback?code=x&state=y', blocked],
    ['/popup-callback.html?code=x&state=y', blocked],
    // The shell frames this one itself; here it has nobody to hand its address to.
    ['/silent-callback.html?code=x&state=y', /silent-callback\.html\?code=x&state=y$/],
  ])('%s', async (path, where) => {
    await learner.content.getByText('Hallo Mia').waitFor();
    const before = await kept();
    const token = await accessTokenOf(page);
    const frame = contentFrame(page, platform);
    await frame.evaluate((address) => void (location.href = address), platform.shell + path);
    await expect.poll(() => frame.url()).toMatch(where);
    // The browser's own page does nothing, and asks for nothing.
    if (where !== blocked) await quiet(page);
    expect(await kept()).toEqual(before);
    expect(await accessTokenOf(page)).toBe(token);
    expect(page.url()).toBe(`${platform.shell}/`);
    // The content comes back to its frame.
    await page.locator('iframe[data-content-frame]').evaluate((element: HTMLIFrameElement) => {
      element.setAttribute('src', element.getAttribute('src')!);
    });
    await learner.content.getByText('Hallo Mia').waitFor();
  });

  test('it goes on after a reload', async () => {
    const token = await accessTokenOf(page);
    await page.reload();
    await learner.content.getByText('Hallo Mia').waitFor();
    expect(await accessTokenOf(page)).toBe(token);
  });
});

test('a site that opens the shell has no hold on its window', async () => {
  await using elsewhere = await startOtherSite();
  await page.goto(`${elsewhere.origin}/?opened=${platform.shell}/login`);
  const opened = context.waitForEvent('page');
  await page.getByRole('button').click();
  const shell = await opened;
  await shell.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(await shell.evaluate(() => opener === null)).toBe(true);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { handle: Window }).handle.closed))
    .toBe(true);
});
