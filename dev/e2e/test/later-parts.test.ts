import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';

/* Parts of the demo publication that come after its first page, where there is no connection, or none for them. */

const [mia] = newCast();
const address = '/login?exerciseGroupId=bach-brief';
const missing = 'Ein Teil dieser Seite konnte nicht geladen werden.';
const later = '**/assets/later-*.js';
const unsent = '**/exercise/saveAndGetUserData';

let learner: Learner;

const { platform, browser } = visitBeforeAll();
beforeEach(async () => {
  learner = await arrive(await browser.newContext(), platform);
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const tool = (name: string) => learner.content.getByRole('link', { name, exact: true });
const essay = () => learner.content.locator('[data-exercise="bach-brief"]');
const hash = () => learner.content.locator('body').evaluate(() => location.hash);
const waitsHere = 'Auf diesem Gerät gesichert – wird übertragen';

test('«Suchen» and «Meine Notizen» open without a connection, once the book has been open', async () => {
  const { page, content } = learner;
  const loaded = page.waitForResponse(later);
  await learner.enter(mia);
  await (await loaded).finished();
  await content.getByText('Hallo Mia').waitFor();
  await page.context().setOffline(true);
  await tool('Suchen').click();
  await content.getByRole('combobox').waitFor();
  await tool('Meine Notizen').click();
  await content.getByRole('heading', { level: 1, name: 'Meine Notizen' }).waitFor();
  expect(await content.getByText(missing).count()).toBe(0);
});

describe('a part that cannot be had', () => {
  beforeEach(async () => {
    await learner.page.route(later, (route) => route.abort());
    await learner.enter(mia, address);
    await essay().locator('fieldset:enabled').waitFor();
  });

  /**
   * Presses its link, where it is missing: everything on the page stays as it is.
   *
   * @returns the fragment of the page before.
   */
  async function missed(name: string): Promise<string> {
    const { page, content } = learner;
    const before = await hash();
    await essay().getByRole('textbox').fill(`Vor ${name}`);
    await essay().locator('[data-save-state=saved]').waitFor();
    await tool(name).click();
    await content.getByText(missing).waitFor();
    await expect.poll(hash).toBe(before);
    expect(await tool(name).getAttribute('aria-current')).toBeNull();

    // The shown state of the answer stays true.
    await page.route(unsent, (route) => route.abort());
    await essay().getByRole('textbox').fill(`Nach ${name}`);
    await essay().getByText(waitsHere).waitFor();
    await page.unroute(unsent);
    await essay().locator('[data-save-state=saved]').waitFor();
    return before;
  }

  test('leaves the page that is open as it is: Meine Notizen', async () => {
    const before = await missed('Meine Notizen');
    expect(await hash()).toBe(before);
  });

  test('leaves the page that is open as it is: Suchen; asked for again, it comes with its looks, and nothing is missing any more', async () => {
    const { page, content } = learner;
    await missed('Suchen');
    await page.unrouteAll({ behavior: 'wait' });
    await tool('Suchen').click();
    const field = content.locator('.search-input');
    await field.waitFor();
    expect(await field.evaluate((each) => getComputedStyle(each).position)).toBe('relative');
    expect(await hash()).toBe('#/suche');
    expect(await content.getByText(missing).count()).toBe(0);
    await content.locator('body').evaluate(() => history.back());
    await content.locator('.mark-text:enabled').waitFor();
  });
});

test('a reload on a page that cannot be had leads to the start page', async () => {
  const { page, content } = learner;
  await learner.enter(mia);
  await tool('Suchen').click();
  await content.getByRole('combobox').waitFor();
  await page.route(later, (route) => route.abort());
  const frame = page.frames().find((each) => each.url().endsWith('#/suche'))!;
  await frame.evaluate(() => location.reload());
  await content.getByText(missing).waitFor();
  await content.getByText('Hallo Mia').waitFor();
  expect(await hash()).toBe('#/');
});
