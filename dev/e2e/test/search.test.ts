import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { quiet } from '../src/quiet.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';

/* Searching the demo publication: its texts as they were published, and what readers have written. */

const [mia] = newCast();
const noted = 'Kleine Tiere halten sich am Grund fest.';
const markup = `<img src="x" onerror="document.body.dataset.hacked=''"><b>Strassenlampe</b>`;

let reader: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  reader = await readOn(browser, platform, mia, addressOf('wasserkreislauf', 1));
  const contents = reader.content.getByRole('navigation', { name: 'Inhaltsverzeichnis' });
  await contents.getByRole('link', { name: 'Wer lebt im Bach?' }).click();
  await reader.content.getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();
  await reader.content.locator('.mark-text:enabled').waitFor();
  await reader.write(noted, markup);
  await reader.saved();
});
beforeEach(async () => {
  await reader.content.getByRole('link', { name: 'Suchen' }).click();
  await field().fill('');
});

const field = () => reader.content.getByRole('combobox', { name: 'Was suchst du?' });
const suggestion = (name: string) =>
  reader.content.getByRole('listbox', { name: 'Vorschläge' }).getByRole('option', {
    name,
    exact: true,
  });
const hits = () => reader.content.locator('.hit');
const hitOn = (title: string) =>
  hits().filter({ has: reader.content.getByRole('heading', { name: title, exact: true }) });

async function search(words: string): Promise<void> {
  await field().fill(words);
  await field().press('Enter');
  await untilFound();
}

const message = () => reader.content.locator('.search-message');
const untilFound = () => message().filter({ hasText: 'gefunden' }).waitFor();

const marked = (hit: Locator) => hit.locator('mark').allInnerTexts();

/** Painted texts of a name that are in sight. */
const inSight = (name: string) =>
  reader.content.locator('body').evaluate((_body, painted) => {
    const ranges = [...(CSS.highlights.get(painted) ?? [])] as Range[];
    return ranges
      .filter((range) => {
        const { top, bottom } = range.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      })
      .map((range) => range.toString());
  }, name);

describe('what was begun to be typed is completed', () => {
  /** Of all that was typed: those of its beginning are more. */
  const untilOneSuggestion = async () => {
    const suggestions = () => reader.content.getByRole('option').allInnerTexts();
    await expect.poll(suggestions).toEqual(['Wasserdampf']);
  };

  test('by keyboard, and Enter looks for it', async () => {
    await field().pressSequentially('Wasserd');
    await untilOneSuggestion();
    expect(await field().getAttribute('aria-expanded')).toBe('true');
    await field().press('ArrowDown');
    expect(await suggestion('Wasserdampf').getAttribute('aria-selected')).toBe('true');
    expect(await field().getAttribute('aria-activedescendant')).toBe(
      await suggestion('Wasserdampf').getAttribute('id'),
    );
    await field().press('Enter');
    await untilFound();
    expect(await field().inputValue()).toBe('Wasserdampf');
    expect(await marked(hitOn('Woher kommt der Regen?'))).toContain('Wasserdampf');
    expect(await suggestion('Wasserdampf').isVisible()).toBe(false);
  });

  /** Holds up the suggestions of what begins so, once they are asked for, until they are let go. */
  async function hold(prefix: string) {
    const address = '**/clag/v1/search/autocomplete';
    const asked = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    await reader.page.route(address, async (route) => {
      if (JSON.stringify(route.request().postDataJSON()).includes(`"${prefix}"`)) {
        asked.resolve();
        await held.promise;
      }
      await route.continue();
    });
    return {
      asked: asked.promise,
      async letGo() {
        const answered = reader.page.waitForResponse(address);
        held.resolve();
        await answered;
        await reader.page.unroute(address);
      },
    };
  }

  test('and what was gone to stays, though more was typed before and its suggestions come after', async () => {
    const { asked, letGo } = await hold('Wasserd');
    await field().pressSequentially('Wasser');
    await suggestion('Wasserdampf').waitFor();
    await field().press('d');
    await asked;
    await field().press('ArrowDown');
    while ((await suggestion('Wasserdampf').getAttribute('aria-selected')) === 'false') {
      await field().press('ArrowDown');
    }
    await letGo();
    await untilOneSuggestion();
    expect(await suggestion('Wasserdampf').getAttribute('aria-selected')).toBe('true');
    // A user who types on has gone on from it.
    await field().press('a');
    expect(await field().getAttribute('aria-activedescendant')).toBeNull();
  });

  test('not any more where they come after Escape', async () => {
    const { asked, letGo } = await hold('Wasserd');
    await field().pressSequentially('Wasser');
    await suggestion('Wasserdampf').waitFor();
    await field().press('d');
    await asked;
    await field().press('Escape');
    await letGo();
    await quiet(reader.page);
    expect(await field().getAttribute('aria-expanded')).toBe('false');
  });

  test('by a press', async () => {
    await field().pressSequentially('grundw');
    await suggestion('grundwasser').click();
    await untilFound();
    expect(await field().inputValue()).toBe('grundwasser');
    expect(await marked(hitOn('Woher kommt der Regen?'))).toContain('Grundwasser');
  });

  test('not any more once Escape was pressed: what was typed is looked for', async () => {
    await field().pressSequentially('Wasserd');
    await untilOneSuggestion();
    await field().press('ArrowDown');
    await field().press('Escape');
    expect(await suggestion('Wasserdampf').isVisible()).toBe(false);
    await field().press('Enter');
    await untilFound();
    expect(await field().inputValue()).toBe('Wasserd');
    expect(await hitOn('Woher kommt der Regen?').count()).toBe(1);
  });
});

describe('a word is found', () => {
  test('in another form, which is marked', async () => {
    await search('fliegen');
    expect(await marked(hitOn('Wer lebt im Bach?'))).toContain('Köcherfliegenlarve');
  });

  test('in a title, where it is marked; the title is not said twice', async () => {
    await search('Wer lebt im Bach');
    const hit = hitOn('Wer lebt im Bach?');
    expect(await hit.locator('h3 mark').allInnerTexts()).toEqual(['lebt', 'Bach']);
    expect(await hit.locator('.snippet').count()).toBe(0);
  });

  test('only where all words are', async () => {
    await search('Eisvogel Wasseramsel');
    expect(await hitOn('Wer lebt im Bach?').count()).toBe(1);
    await search('Eisvogel Wasserdampf');
    expect(await message().innerText()).toContain(
      'Zu «Eisvogel Wasserdampf» wurde nichts gefunden',
    );
    expect(await hits().count()).toBe(0);
  });
});

describe('notes of one’s own', () => {
  test('are shown as they were typed: nothing in them becomes markup', async () => {
    await search('Strassenlampe');
    const snippet = hits().locator('.snippet');
    expect(await snippet.innerText()).toBe(markup);
    expect(await marked(hits())).toEqual(['Strassenlampe']);
    expect(await snippet.locator('img, b').count()).toBe(0);
    await hits().getByRole('link').click();
    await reader.slips(markup).waitFor();
    await reader.content.getByRole('link', { name: 'Meine Notizen' }).click();
    await reader.content.getByRole('heading', { level: 1, name: 'Meine Notizen' }).waitFor();
    await reader.content.getByText(markup).waitFor();
    expect(await reader.content.locator('main img').count()).toBe(0);
    expect(await reader.content.locator('[data-hacked]').count()).toBe(0);
  });
});

describe('a hit leads', () => {
  test('to the place in the text, which is painted', async () => {
    await search('Wasseramsel');
    await hitOn('Wer lebt im Bach?').getByRole('link').click();
    await reader.content.getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();
    await expect.poll(() => inSight('found')).toEqual(['Wasseramsel']);
  });

  test('to the note, which has the focus', async () => {
    await search('Strassenlampe');
    await hits().getByRole('link').click();
    const slip = reader.slips(markup);
    await expect.poll(() => slip.evaluate((each) => each === document.activeElement)).toBe(true);
    await expect.poll(() => inSight('note-yellow')).toEqual([noted]);
  });
});

test('the search is used with a keyboard alone, from the field to the place', async () => {
  const { page, content } = reader;
  await field().focus();
  await page.keyboard.type('Flohkrebs');
  await page.keyboard.press('Enter');
  await untilFound();
  const link = hitOn('Wer lebt im Bach?').getByRole('link');
  const isFocused = () => link.evaluate((each) => each === document.activeElement);
  for (let steps = 0; !(await isFocused()) && steps < 10; steps += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await content.getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();
  await expect.poll(() => inSight('found')).toEqual(['Bachflohkrebs']);
});
