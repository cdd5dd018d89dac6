import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { configure } from '../src/configuration.ts';
import { consentDialogOf } from '../src/consent-dialog.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { startMatomo, type Matomo } from '../src/matomo.ts';
import { quiet } from '../src/quiet.ts';
import { reconfigure } from '../src/reconfigure.ts';
import { watchViolations } from '../src/violations.ts';

/* Storage, requests and counts before, by and after a choice, where analytics is configured. */

const dayInSeconds = 86_400;

const [mia] = newCast();

let matomo: Matomo;
let context: BrowserContext;
let learner: Learner;
let page: Page;
let violations: readonly string[];

const { platform } = visitBeforeAll();
beforeAll(async () => {
  matomo = await startMatomo();
  // The host lets its script through, too.
  await reconfigure(platform, { analytics: { address: matomo.address, siteId: '7' } });
});
afterAll(() => matomo?.[Symbol.asyncDispose]());

/** Each test of a group goes on where the one before has stopped. */
function arriveAndWatch(): void {
  arriveBeforeAll((arrival) => ({ context, learner, page } = arrival), { isFirstVisit: true });
  beforeAll(async () => {
    violations = await watchViolations(context);
    matomo.forget();
  });
  afterEach(() => {
    if (violations.length > 0) throw new Error(violations.join('\n'));
  });
}

const { question, settings, press, closed } = consentDialogOf(() => page);

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

test('the content policy lets two files of Matomo’s through, and text that becomes its script', async () => {
  const policy = async (path: string) => {
    const { headers } = await fetch(platform.shell + path, { headers: { accept: 'text/html' } });
    return headers.get('content-security-policy');
  };
  for (const path of ['/', '/login']) {
    const sent = await policy(path);
    expect(sent).toMatch(
      new RegExp(`script-src 'self' (?:'sha256-[^']+' ){2}${matomo.address}matomo\\.js;`),
    );
    expect(sent).toMatch(new RegExp(`connect-src [^;]+ ${matomo.address}matomo\\.php;`));
    expect(sent).toContain('trusted-types lectern-analytics lectern-environment');
  }
  for (const path of ['/silent-callback.html', '/popup-callback.html'])
    expect(await policy(path)).not.toContain(matomo.address);
});

describe('whoever accepts all', () => {
  arriveAndWatch();

  test('nothing optional is stored or requested before a choice', async () => {
    const origins = new Set<string>();
    const note = (request: Request) => origins.add(new URL(request.url()).origin);
    page.on('request', note);
    await page.goto(`${platform.shell}/login?coupon=GEHEIM`);
    await question().waitFor();
    await quiet(page);
    page.off('request', note);
    expect(await cookieNames()).toEqual(['XSRF-TOKEN']);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    expect([...origins]).toEqual([platform.shell]);
    expect(matomo.requests).toEqual([]);
  });

  test('accepting all stores the choice as section 9 says, and counts from then on', async () => {
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
    expect(await cookieNames()).toEqual(expect.arrayContaining(matomoCookies));
    expect(await daysOf('_pk_id')).toBeCloseTo(393, 1);
    expect(await daysOf('_pk_ref')).toBeCloseTo(182.5, 1);

    await closed();
    await learner.enter(mia);
    await expect.poll(() => matomo.counted.at(-1)).toBe(`${platform.shell}/`);
    expect(JSON.stringify(matomo)).not.toMatch(/GEHEIM|code=|mia/i);
  });

  test('withdrawal, from the content: stops the counting in every tab and erases the cookies', async () => {
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
});

describe('whoever refuses', () => {
  arriveAndWatch();

  test('only the necessary: neither now nor on the next visit is anything loaded', async () => {
    await page.goto(platform.shell);
    await question().waitFor();
    await press('Nur notwendige');
    await closed();
    await learner.enter(mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    await page.reload();
    await learner.content.getByText('Hallo Mia').waitFor();
    await quiet(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(matomo.requests).toEqual([]);
    expect((await cookieNames()).filter((name) => name.startsWith('_pk'))).toEqual([]);
  });
});

describe('whoever chooses', () => {
  arriveAndWatch();

  test('a choice of one’s own: analytics is off until it is switched on', async () => {
    await page.goto(platform.shell);
    await press('Selbst auswählen');
    const analytics = settings().getByRole('switch', { name: 'Analyse' });
    expect(await analytics.isChecked()).toBe(false);
    await settings().getByText(new URL(matomo.address).origin).waitFor();
    await settings().getByText('Die Kennung dient nur den Lizenzplätzen').waitFor();
    await analytics.check();
    expect(matomo.requests, 'not before it is saved').toEqual([]);
    await press('Auswahl speichern');
    await expect.poll(() => matomo.counted.length).toBe(1);
    expect(await cookieNames()).toEqual(expect.arrayContaining(matomoCookies));
  });

  test('a new revision asks again, and until then nothing optional is kept or loaded', async () => {
    const before = matomo.requests.length;
    await configure(page, platform.shell, (configuration) => ({
      ...configuration,
      consent: { revision: 2 },
    }));
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
