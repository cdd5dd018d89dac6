import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';

/** What Swagger UI does not have: all of a page in landmarks, and headings that leave no level out. */
const except = ['region', 'heading-order'];

let platform: SharedPlatform;
let browser: Browser;

visitBeforeAll((stage) => ({ platform, browser } = stage));

describe.each([
  ['phone', { width: 390, height: 844 }],
  ['tablet', { width: 820, height: 1180 }],
  ['desktop', { width: 1440, height: 900 }],
])('the API reference on a %s', (_name, viewport) => {
  let context: BrowserContext;
  let page: Page;
  /** What must not happen: requests to another host, and anything in the console. */
  let incidents: string[];

  beforeEach(async () => {
    incidents = [];
    context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const { origin } = new URL(platform.shell);
    await context.route(
      (url) => url.origin !== origin,
      (route) => {
        incidents.push(`request to ${route.request().url()}`);
        return route.abort();
      },
    );
    page = await context.newPage();
    page.on('console', (message) => incidents.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', ({ message }) => incidents.push(message));
    await page.goto(new URL('/docs', platform.shell).href);
    await page.getByRole('heading', { name: 'Lectern API', level: 1 }).waitFor();
  });
  afterEach(() => context.close());

  const rowOf = (path: string): Locator =>
    page.getByRole('button', { name: new RegExp(`^(GET|POST) ${path} `) });

  /** The open part of a call that stands below its row. */
  const detailsOf = (path: string): Locator =>
    page.locator('.opblock').filter({ has: rowOf(path) });

  test('a call is found by searching, and says what it takes to make it', async () => {
    expect(await faultsOf(page, { except }), 'all services').toEqual([]);
    await page.getByLabel('Search the calls').fill('localstore write');
    await page.getByText('1 call', { exact: true }).waitFor();
    expect(await faultsOf(page, { except }), 'what was found').toEqual([]);

    await rowOf('/clag/v1/localStoreItem/setForModel').click();
    const details = detailsOf('/clag/v1/localStoreItem/setForModel');
    await details.getByText('Permission: local-store.write').waitFor();
    await details.getByText('Repeat: not safe').waitFor();
    await details.getByText('LOCAL_STORE_ITEM_CONFLICT').waitFor();
    for (const example of [
      details.getByRole('tabpanel').first(),
      details.getByRole('tabpanel').last(),
    ])
      expect(JSON.parse(await example.innerText())).toHaveProperty('local_store_items');
    expect(await faultsOf(page, { except }), 'an open call').toEqual([]);

    await details.getByRole('tab', { name: 'Schema' }).first().click();
    await details.getByText('exercise_dto').first().waitFor();
    expect(await faultsOf(page, { except }), 'a schema').toEqual([]);
    // Nothing of it reaches beyond the screen's edge.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);

    await page.getByLabel('Search the calls').fill('no such call');
    await page.getByText('0 calls').waitFor();
    expect(incidents).toEqual([]);
  });

  test('a call is found by its service, with the keyboard alone, and has an address', async () => {
    const service = page.getByRole('heading', { name: /^Licences/ });
    await service.getByRole('button').focus();
    await page.keyboard.press('Enter');
    const row = rowOf('/lima/license/getForUser');
    await row.focus();
    await page.keyboard.press('Enter');
    await detailsOf('/lima/license/getForUser').getByText('Permission: license.read').waitFor();
    expect(await faultsOf(page, { except })).toEqual([]);

    await page.goto('about:blank');
    await page.goBack();
    await detailsOf('/lima/license/getForUser').getByText('Permission: license.read').waitFor();
    expect(incidents).toEqual([]);
  });
});
