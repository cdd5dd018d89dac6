import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { demoAccounts, startPlatform, type Platform } from '@lectern/env';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { arrive, arriveFirst, type Learner } from '../src/learner.ts';
import { startMatomo, type Matomo } from '../src/matomo.ts';

const dayInSeconds = 86_400;

let platform: Platform;
let browser: Browser;
let matomo: Matomo;
let context: BrowserContext;
let learner: Learner;
let page: Page;
/** What the content policy has blocked. */
let blocked: string[];

/** Runs the platform with these sections in its configuration. */
async function configure(sections: object): Promise<void> {
  const file = join(platform.dataFolder, 'configuration.json');
  const {
    consent: _,
    analytics: __,
    ...rest
  } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify({ ...rest, ...sections }));
  await platform.stop('services');
  await platform.start('services');
}
const withAnalytics = () => ({ analytics: { address: matomo.address, siteId: '7' } });

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});
beforeEach(async () => {
  matomo = await startMatomo();
  blocked = [];
  context = await browser.newContext();
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  learner = await arriveFirst(context, platform);
  page = learner.page;
});
afterEach(async () => {
  await context.close();
  await matomo[Symbol.asyncDispose]();
  if (blocked.length > 0) throw new Error(blocked.join('\n'));
});

const question = () => page.getByRole('dialog', { name: 'Cookies auf dieser Plattform' });
const settings = () => page.getByRole('dialog', { name: 'Cookie-Einstellungen' });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const closed = () => page.locator('dialog[open]').waitFor({ state: 'detached' });

/** Names of the shell's cookies, without the number of the site in Matomo's. */
async function cookieNames(): Promise<string[]> {
  const cookies = await context.cookies(platform.shell);
  return cookies.map(({ name }) => name.replace(/\.7\..*/, '')).sort();
}
const matomoCookies = ['_pk_id', '_pk_ref', '_pk_ses'];

async function daysOf(prefix: string): Promise<number> {
  const { expires } = (await context.cookies()).find(({ name }) => name.startsWith(prefix))!;
  return (expires - Date.now() / 1000) / dayInSeconds;
}

describe('with analytics in the configuration', () => {
  beforeEach(() => configure(withAnalytics()));

  test('nothing optional is stored or requested before a choice', async () => {
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(platform.shell);
    await question().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await cookieNames()).toEqual(['XSRF-TOKEN']);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect([...origins]).toEqual([platform.shell]);
    expect(matomo.requests).toEqual([]);
  });

  test('accepting all stores the choice as section 9 says, and counts from then on', async () => {
    await page.goto(`${platform.shell}/login?coupon=GEHEIM`);
    await question().waitFor();
    await press('Alle akzeptieren');
    await expect.poll(() => matomo.counted).toEqual([`${platform.shell}/login`]);
    expect(matomo.requests).toEqual(['GET /stats/matomo.js', 'POST /stats/matomo.php']);

    const cookie = (await context.cookies()).find(({ name }) => name === 'cc_cookie')!;
    expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax' });
    expect(await daysOf('cc_cookie')).toBeCloseTo(182, 1);
    expect(JSON.parse(decodeURIComponent(cookie.value))).toMatchObject({
      categories: expect.arrayContaining(['necessary', 'analytics']),
      services: expect.any(Object),
      revision: 1,
      consentTimestamp: expect.stringMatching(/^\d{4}-.+Z$/),
      lastConsentTimestamp: expect.stringMatching(/^\d{4}-.+Z$/),
      consentId: expect.stringMatching(/^[\da-f-]{36}$/),
      data: null,
    });
    expect(await daysOf('_pk_id')).toBeCloseTo(393, 1);
    expect(await daysOf('_pk_ref')).toBeCloseTo(182.5, 1);

    await closed();
    await learner.signIn(demoAccounts[0]);
    await expect.poll(() => matomo.counted.at(-1)).toBe(`${platform.shell}/`);
    expect(JSON.stringify(matomo)).not.toMatch(/GEHEIM|code=|mia/i);
  });

  test('only the necessary: neither now nor on the next visit is anything loaded', async () => {
    await page.goto(platform.shell);
    await question().waitFor();
    await press('Nur notwendige');
    await closed();
    await learner.signIn(demoAccounts[0]);
    await learner.content.getByText('Hallo Mia').waitFor();
    await page.reload();
    await learner.content.getByText('Hallo Mia').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(matomo.requests).toEqual([]);
    expect((await cookieNames()).filter((name) => name.startsWith('_pk'))).toEqual([]);
  });

  test('a choice of one’s own: analytics is off until it is switched on', async () => {
    await page.goto(platform.shell);
    await press('Selbst auswählen');
    const analytics = settings().getByRole('switch', { name: 'Analyse' });
    expect(await analytics.isChecked()).toBe(false);
    await settings().getByText(new URL(matomo.address).origin).waitFor();
    await settings().getByText('Diese Kennung dient nur den Lizenzplätzen').waitFor();
    await analytics.check();
    expect(matomo.requests, 'not before it is saved').toEqual([]);
    await press('Auswahl speichern');
    await expect.poll(() => matomo.counted.length).toBe(1);
  });

  test('withdrawal, from the content: stops the counting in every tab and erases the cookies', async () => {
    await page.goto(platform.shell);
    await question().waitFor();
    await press('Alle akzeptieren');
    await closed();
    await learner.signIn(demoAccounts[0]);
    await expect.poll(async () => cookieNames()).toEqual(expect.arrayContaining(matomoCookies));
    const other = await context.newPage();
    await other.goto(`${platform.shell}/login`);
    await expect.poll(() => matomo.counted.at(-1)).toBe(`${platform.shell}/login`);
    const before = matomo.requests.length;

    await learner.content.getByRole('button', { name: 'Mia Keller' }).click();
    await learner.content.getByRole('button', { name: 'Cookie-Einstellungen' }).click();
    const analytics = settings().getByRole('switch', { name: 'Analyse' });
    expect(await analytics.isChecked()).toBe(true);
    await analytics.uncheck();
    await press('Auswahl speichern');
    await expect.poll(cookieNames).not.toContain('_pk_id');
    await closed();
    await learner.content.getByRole('button', { name: 'Mia Keller' }).click();
    await learner.content.getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL('**/login');
    await other.evaluate(() => history.pushState(null, '', '/'));
    await other.waitForURL('**/login');
    expect(matomo.requests.slice(before)).toEqual([]);
    expect((await cookieNames()).filter((name) => name.startsWith('_pk'))).toEqual([]);
  });

  test('a new revision asks again, and until then nothing optional is kept or loaded', async () => {
    await page.goto(platform.shell);
    await question().waitFor();
    await press('Alle akzeptieren');
    await expect.poll(async () => cookieNames()).toEqual(expect.arrayContaining(matomoCookies));
    const before = matomo.requests.length;

    await configure({ ...withAnalytics(), consent: { revision: 2 } });
    await page.reload();
    await question().getByText('Seit der letzten Wahl hat sich etwas geändert').waitFor();
    expect(await cookieNames()).toEqual(['XSRF-TOKEN', 'cc_cookie']);
    expect(matomo.requests.slice(before)).toEqual([]);
    await press('Nur notwendige');
    await closed();
    await page.reload();
    await press('Cookie-Einstellungen');
    expect(await settings().getByRole('switch').isChecked()).toBe(false);
  });
});

describe('without analytics in the configuration', () => {
  beforeAll(() => configure({}));

  test('the content policy names no other place, and the settings say that nothing is counted', async () => {
    const response = await page.goto(platform.shell);
    const policy = response?.headers()['content-security-policy'];
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
    await press('Selbst auswählen');
    await settings().getByText('Zurzeit ist keine Analyse eingerichtet').waitFor();
  });

  test('the dialog appears after 100 ms, and the page is free 500 ms after a choice', async () => {
    await context.close();
    context = await browser.newContext();
    ({ page } = await arrive(context, platform));
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

    await press('Auswahl speichern');
    await expect.poll(isSeen).toBe('false');
    await page.clock.runFor(499);
    expect(await dialog.count(), 'still locked').toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test('keys: neither Escape nor Enter chooses, and Tab stays inside', async () => {
    await page.goto(platform.shell);
    await question().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await question().waitFor();
    expect(await cookieNames()).not.toContain('cc_cookie');
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

  test('yes and no look alike', async () => {
    await page.goto(platform.shell);
    const look = (name: string) =>
      page.getByRole('button', { name }).evaluate((button) => {
        const { backgroundColor, color, fontSize, fontWeight, width, height } =
          getComputedStyle(button);
        const widthInPixels = Math.round(Number.parseFloat(width));
        return { backgroundColor, color, fontSize, fontWeight, widthInPixels, height };
      });
    expect(await look('Nur notwendige')).toEqual(await look('Alle akzeptieren'));
  });

  test.each([
    { width: 320, height: 568 },
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])('nothing is inaccessible or cut at %j', async (viewport) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    const faults = async () =>
      (await new AxeBuilder({ page }).include('dialog').analyze()).violations.map(({ id }) => id);
    const overflow = () =>
      page.evaluate(() => document.querySelector('.consent-text')!.scrollWidth - innerWidth);
    await page.goto(platform.shell);
    await question().waitFor();
    await page.locator('dialog[data-seen=true]').waitFor();
    expect(await faults()).toEqual([]);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await press('Selbst auswählen');
    for (const stored of await settings().getByText('Was gespeichert wird').all())
      await stored.click();
    expect(await faults()).toEqual([]);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
});

describe('a translation', () => {
  beforeAll(() => configure({ consent: { translations: '/texts/fr.json' } }));

  test('is fetched when the dialog opens, and shown as text', async () => {
    await context.route('**/texts/fr.json', (route) =>
      route.fulfill({ json: { language: 'fr', title: 'Vos cookies <b>ici</b>' } }),
    );
    await page.goto(platform.shell);
    const dialog = page.getByRole('dialog', { name: 'Vos cookies <b>ici</b>' });
    await dialog.waitFor();
    expect(await dialog.getAttribute('lang')).toBe('fr');
  });

  test('that is not there leaves the dialog German', async () => {
    await page.goto(platform.shell);
    await question().waitFor();
    expect(await question().getAttribute('lang')).toBe('de');
  });
});
