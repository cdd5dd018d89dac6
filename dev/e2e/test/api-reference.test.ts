import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOnScreens } from '../src/accessibility.ts';
import { arriveBeforeAll, visitBeforeAll } from '../src/journeys.ts';

/** Swagger UI leaves parts of a page outside landmarks, and headings leave a level out. */
const except = ['region', 'heading-order'];

const { platform } = visitBeforeAll();

describe('the API reference', () => {
  let page: Page;
  /** Unwanted events: requests to another host, and anything in the console. */
  const incidents: string[] = [];

  // The reference asks for no consent.
  arriveBeforeAll((arrival) => ({ page } = arrival), {
    isFirstVisit: true,
    reducedMotion: 'reduce',
  });
  beforeAll(async () => {
    const { origin } = new URL(platform.shell);
    await page.route(
      (url) => url.origin !== origin,
      (route) => {
        incidents.push(`request to ${route.request().url()}`);
        return route.abort();
      },
    );
    page.on('console', (message) => incidents.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', ({ message }) => incidents.push(message));
    await page.goto(new URL('/docs', platform.shell).href);
    await page.getByRole('heading', { name: 'Lectern API', level: 1 }).waitFor();
  });

  const rowOf = (path: string): Locator =>
    page.getByRole('button', { name: new RegExp(`^(GET|POST) ${path} `) });

  /** The open part of a call that stands below its row. */
  const detailsOf = (path: string): Locator =>
    page.locator('.opblock').filter({ has: rowOf(path) });

  /** Looks at the page on a phone, a tablet and a desktop. */
  async function look(what: string): Promise<void> {
    const faults = await faultsOnScreens(page, {
      except,
      widths: [390, 820, 1440],
      dark: 'none',
      async alsoAt(where) {
        // The page ends at the screen's edge.
        const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(isWide, `${what}, ${where}`).toBe(false);
      },
    });
    expect(faults, what).toEqual([]);
  }

  test('a call is found by searching, and says what it takes to make it', async () => {
    await look('all services');
    await page.getByLabel('Search the calls').fill('localstore write');
    await page.getByText('1 call', { exact: true }).waitFor();
    await look('what was found');

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
    await look('an open call');

    await details.getByRole('tab', { name: 'Schema' }).first().click();
    await details.getByText('exercise_dto').first().waitFor();
    await look('a schema');

    await page.getByLabel('Search the calls').fill('nirgendwo');
    await page.getByText('0 calls').waitFor();
    await page.getByLabel('Search the calls').fill('');
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
    await look('a service');

    await page.goto('about:blank');
    await page.goBack();
    await detailsOf('/lima/license/getForUser').getByText('Permission: license.read').waitFor();
    expect(incidents).toEqual([]);
  });
});
