import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { demoAccounts, startPlatform, type Platform } from '@lectern/env';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { arrive, type Learner } from '../src/learner.ts';

/* The testing overlay, in the production build that everybody gets. */

let platform: Platform;
let browser: Browser;
let context: BrowserContext;
let learner: Learner;
let page: Page;
/** Every file of the shell that was asked for, in order. */
let requested: string[];
/** What the page has complained of. */
let complaints: string[];

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

/** Opens a browser in which this stands under `forceTestingMode`. */
async function arriveWith(flag: string | undefined, width = 1280, height = 800): Promise<void> {
  context = await browser.newContext({ viewport: { width, height } });
  if (flag !== undefined)
    await context.addInitScript((value) => localStorage.setItem('forceTestingMode', value), flag);
  learner = await arrive(context, platform);
  page = learner.page;
  requested = [];
  complaints = [];
  page.on('request', (request) => requested.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
}
afterEach(async () => {
  await context.close();
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
});

const overlay = () => page.getByRole('region', { name: 'Testmodus' });
const handle = () => overlay().getByRole('button', { name: /^Test/ });
const press = (name: string) => overlay().getByRole('button', { name, exact: true }).click();
const showTab = (name: string) => overlay().getByRole('tab', { name }).click();
const category = (name: string): Locator =>
  overlay()
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: name }) });
const field = (name: string) => overlay().getByLabel(name, { exact: true });

/** What a button shows: the line, and the answer below it. */
async function ask(button: string, of: string): Promise<unknown> {
  await category(of).getByRole('button', { name: button, exact: true }).click();
  const answer = overlay().getByRole('textbox', { name: `Antwort auf „${button}“`, exact: true });
  return JSON.parse(await answer.inputValue()) as unknown;
}
/** The lines of the list as somebody reads them: action and state. */
async function lines(): Promise<string[]> {
  const rows = await overlay().locator('tbody tr:not(.testing-detail)').all();
  return Promise.all(
    rows.map(async (row) => {
      const [name, state] = await Promise.all([
        row.locator('th button').innerText(),
        row.locator('td').first().innerText(),
      ]);
      return `${name.replace(/^\S+\s+/, '')} ${state}`;
    }),
  );
}
const isOverlayFile = (address: string) => address.includes('/assets/mount-overlay');

/** Signs in, and waits for the content and the overlay beside it. */
async function signIn(): Promise<void> {
  await learner.signIn(demoAccounts[0]);
  await learner.content.getByText('Hallo Mia').waitFor();
  await handle().waitFor();
}

describe('without testing mode', () => {
  test.each([undefined, 'false'])('with the flag %j not a byte of it is loaded', async (flag) => {
    await arriveWith(flag);
    await learner.signIn(demoAccounts[0]);
    await learner.content.getByText('Hallo Mia').waitFor();
    await page.reload();
    await learner.content.getByText('Hallo Mia').waitFor();
    await page.waitForLoadState('networkidle');
    expect(requested.filter(isOverlayFile)).toEqual([]);
    expect(await overlay().count()).toBe(0);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('testingOverlay');
  });
});

describe('in testing mode', () => {
  beforeEach(() => arriveWith('true'));

  test('it comes after the content, collapsed to a small handle', async () => {
    await signIn();
    requested = [];
    await page.reload();
    await handle().waitFor();
    const ofContent = requested.findIndex((address) => address.startsWith(platform.content));
    expect(ofContent).toBeGreaterThanOrEqual(0);
    expect(requested.findIndex(isOverlayFile)).toBeGreaterThan(ofContent);
    const { width, height } = (await overlay().boundingBox())!;
    expect(width).toBeLessThan(80);
    expect(height).toBeLessThan(40);
  });

  test('its buttons show what the content would get', async () => {
    await signIn();
    await handle().click();
    expect(await ask('Anmeldung prüfen', 'Anmeldung')).toBe(true);
    expect(await ask('Benutzer', 'Benutzer')).toMatchObject({ given_name: 'Mia' });
    expect(await ask('Panda-Login', 'Benutzer')).toEqual(expect.any(Boolean));
    expect(await ask('Lehrperson', 'Benutzer')).toBe(false);
    expect(await ask('Lizenzen', 'Lizenzen')).toMatchObject([
      { license_state: 'LICENSE_STATE_VALID', mandant_identifier: 'LECTERN' },
    ]);
    expect(await ask('Beispiel-Lernaussage senden', 'Lernaussagen')).toMatch(/^[\da-f-]{36}$/);
    await field('Text').fill('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk');
    // Appendix B of RFC 7636.
    expect(await ask('Challenge codieren', 'Code-Challenge')).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });

  test('a local store item is written, and read again, where the content keeps its own', async () => {
    await signIn();
    await handle().click();
    expect(await field('Kurs').inputValue()).toBe('wasser');
    await field('Wert').fill('Probe');
    const item = { segment: 'testing-overlay', key: 'test', value: 'Probe' };
    expect(await ask('Eintrag schreiben', 'Lokaler Speicher')).toMatchObject([item]);
    expect(await ask('Einträge lesen', 'Lokaler Speicher')).toEqual(
      expect.arrayContaining([expect.objectContaining(item)]),
    );
    await field('Kurs').fill('');
    await press('Einträge lesen');
    await category('Lokaler Speicher').getByText('BAD_PAYLOAD').waitFor();
  });

  test('an empty text is not encoded, and it says why', async () => {
    await page.goto(platform.shell);
    await handle().click();
    await press('Challenge codieren');
    const line = category('Code-Challenge').getByRole('status');
    await expect.poll(() => line.innerText()).toMatch(/^encodeChallenge BAD_PAYLOAD nach /);
    expect(await line.innerText()).toContain('The text must be a non-empty string.');
  });

  test('on the login page it says that nobody is signed in', async () => {
    await page.goto(platform.shell);
    await handle().click();
    expect(await ask('Anmeldung prüfen', 'Anmeldung')).toBe(false);
    await press('Lizenzen');
    await category('Lizenzen').getByText('Niemand ist angemeldet.').waitFor();
  });

  test('empty categories say so, and each can be folded', async () => {
    await page.goto(platform.shell);
    await handle().click();
    const empty = 'Diese Kategorie hat noch keine Methoden.';
    for (const name of ['Gruppen', 'Dateien']) await category(name).getByText(empty).waitFor();
    expect(await overlay().getByText(empty).count()).toBe(2);
    await category('Gruppen').locator('summary').click();
    await category('Gruppen').getByText(empty).waitFor({ state: 'hidden' });
    await page.reload();
    await category('Dateien').getByText(empty).waitFor();
    expect(await category('Gruppen').getByText(empty).isVisible()).toBe(false);
  });

  test('signing out is done at once; the overlay is as it was, also after signing in', async () => {
    // Wide enough for the login page beside it.
    await page.setViewportSize({ width: 1900, height: 900 });
    await signIn();
    await handle().click();
    await press('In die nächste Ecke schieben');
    await press('Abmelden');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    await field('Kurs').waitFor();
    await signIn();
    await field('Kurs').waitFor();
    expect(await overlay().getAttribute('data-corner')).toBe('bottom-left');
  });

  test('it lists every message from the first on, newest first, with what went each way', async () => {
    await signIn();
    await handle().click();
    await showTab('Nachrichten');
    const all = await lines();
    expect(all.at(-1)).toBe('hello OK');
    expect(all).toContain('getUser OK');
    await overlay().getByLabel('Filtern').fill('getUser');
    expect(new Set(await lines())).toEqual(new Set(['getUser OK']));
    await overlay().getByRole('button', { name: 'getUser' }).first().click();
    await overlay()
      .getByText(/Inhalt → Container \d\d:\d\d:\d\d\.\d{3} · id \d+ · \d+ B/)
      .waitFor();
    await overlay()
      .getByText(/Container → Inhalt .* · nach .*\sms/)
      .waitFor();
    const answer = overlay().getByRole('textbox', { name: 'Container → Inhalt' });
    expect(JSON.parse(await answer.inputValue())).toMatchObject({ given_name: 'Mia' });
  });

  test('failures and what is no request are seen at once; it pauses and is cleared', async () => {
    await signIn();
    const say = (message: unknown) =>
      learner.content
        .locator('body')
        .evaluate((_body, sent) => parent.postMessage(sent, '*'), message);
    await say({ origin: 'iframe', action: 'getUsr', id: 'x' });
    await say({ action: 'getUser', id: 'y' });
    await expect.poll(() => handle().innerText()).toMatch(/^Test\s*1/);
    await handle().click();
    await showTab('Nachrichten');
    await expect
      .poll(async () => (await lines()).slice(0, 2))
      .toEqual(['(keine Anfrage) ignoriert', 'getUsr UNKNOWN_ACTION']);
    await press('Anhalten');
    await overlay().getByText('Angehalten').waitFor();
    await press('Leeren');
    await say({ origin: 'iframe', action: 'isTeacher', id: 1 });
    await say({ origin: 'iframe', action: 'isTeacher', id: 2 });
    expect(await lines()).toEqual([]);
    await press('Anhalten');
    await say({ origin: 'iframe', action: 'isLoggedIn', id: 3 });
    await expect.poll(lines).toEqual(['isLoggedIn OK']);
  });

  test('the exported file holds nothing of the user or of what was answered', async () => {
    await signIn();
    const about = {
      course_id_dto: { course_id: 'wasser' },
      issue_id_dto: { issue_id: 'wasser-2026' },
    };
    const item = { segment: 'answers', key: 'mia.keller@schule.example', value: 'Ganz geheim' };
    const payload = { ...about, topic_dto: { topic_id: 'probe' }, local_store_items: [item] };
    await learner.content.locator('body').evaluate((_body, sent) => parent.postMessage(sent, '*'), {
      origin: 'iframe',
      action: 'setLocalStoreItems',
      id: 'mia',
      payload,
    });
    await handle().click();
    await showTab('Nachrichten');
    await expect.poll(lines).toContain('setLocalStoreItems OK');
    const download = page.waitForEvent('download');
    await press('Exportieren');
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^lectern-trace-[\dTZ-]+\.json$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      messages: expect.arrayContaining([
        expect.objectContaining({
          name: 'getUser',
          outcome: 'ok',
          durationInMs: expect.any(Number),
        }),
        expect.objectContaining({ name: 'setLocalStoreItems', id: 'id 1' }),
      ]),
    });
    expect(text).not.toMatch(/mia|keller|schule|geheim|demo|wasser/i);
  });

  test('the keyboard opens it, goes between its tabs, moves it, and folds it', async () => {
    await page.goto(platform.shell);
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

describe.each([
  ['a phone', 390, 844],
  ['a tablet', 820, 1180],
  ['a desktop', 1440, 900],
  ['a page at 400 %', 320, 256],
])('on %s', (_name, width, height) => {
  test('it is accessible, and all of it is within the window', async () => {
    await arriveWith('true', width, height);
    await signIn();
    const faults = async () => {
      const { violations } = await new AxeBuilder({ page }).include('.testing-overlay').analyze();
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    };
    const isWithin = async () => {
      const box = (await overlay().boundingBox())!;
      return box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    };
    expect(await faults(), 'handle').toEqual([]);
    await handle().click();
    await press('Benutzer');
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
  });
});
