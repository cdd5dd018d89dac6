import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';

/* Marks, notes and bookmarks of a learner in the demo publication, on one device and on another. */

const [mia, , lea] = newCast();
const page = addressOf('wasserkreislauf', 1);

const passages = {
  yellow: 'Das Gas heisst Wasserdampf.',
  green: 'Warme Luft steigt auf.',
  blue: 'Regen, Schnee oder Hagel',
  pink: 'Grundwasser',
} as const;
const note = 'Wie im Badezimmer am Spiegel!';

let platform: SharedPlatform;
let browser: Browser;

visitBeforeAll((stage) => ({ platform, browser } = stage));
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

/** What somebody has left on the page. */
async function leftOn({ bookmark, painted, slips }: Reader) {
  return {
    marks: await painted(),
    notes: await slips(note).count(),
    isBookmarked: (await bookmark.getAttribute('aria-pressed')) === 'true',
  };
}

const inFourColors = {
  yellow: [passages.yellow],
  green: [passages.green],
  blue: [passages.blue],
  pink: [passages.pink],
};

const everything = { marks: inFourColors, notes: 1, isBookmarked: true };

/** Mia's entry of a passage in «Meine Notizen». */
const entry = ({ content }: Reader, passage: string) =>
  content.getByRole('listitem').filter({ hasText: passage });

describe('what a learner has left on a page', () => {
  let school: Reader;

  beforeEach(async () => {
    school = await readOn(browser, platform, mia, page);
    const { content, comeBack } = school;
    // Once for all journeys: what one of them takes away, the next one brings.
    const painted = await school.painted();
    for (const color of ['yellow', 'green', 'blue', 'pink'] as const)
      if (!painted[color]) await school.mark(passages[color], color);
    if ((await school.slips(note).count()) === 0) {
      await content.locator('[data-slip][data-color=yellow]').focus();
      await content.locator('[data-slip][data-color=yellow]').press('Enter');
      await school.card.getByRole('textbox', { name: 'Notiz' }).fill(note);
      await school.card.getByRole('button', { name: 'Fertig' }).click();
    }
    if ((await school.bookmark.getAttribute('aria-pressed')) === 'false')
      await school.bookmark.click();
    await school.saved();
    await comeBack();
  });

  test('is there after signing out, and on another device', async () => {
    expect(await leftOn(school)).toEqual(everything);
    await school.signOut();
    const home = await readOn(browser, platform, mia, page, {
      viewport: { width: 390, height: 844 },
    });
    expect(await leftOn(home)).toEqual(everything);
  });

  test('is nobody else’s', async () => {
    const other = await readOn(browser, platform, lea, page);
    expect(await leftOn(other)).toEqual({ marks: {}, notes: 0, isBookmarked: false });
  });

  test('stands in «Meine Notizen» in the order of the text, and leads to its passages', async () => {
    const { content } = school;
    await content.getByRole('link', { name: 'Meine Notizen' }).click();
    await entry(school, passages.pink).waitFor();
    expect(await content.locator('.entry q').allInnerTexts()).toEqual(Object.values(passages));
    await entry(school, passages.yellow).getByText(note).waitFor();
    expect(await content.locator('.bookmarked:visible').count()).toBe(1);

    await content.getByRole('link', { name: passages.pink }).click();
    await content.getByRole('heading', { level: 1, name: 'Woher kommt der Regen?' }).waitFor();
    const slip = content.getByRole('button', { name: `Markierung, Rosa zu «${passages.pink}»` });
    await expect.poll(() => slip.evaluate((each) => each === document.activeElement)).toBe(true);
    const isInSight = await content.locator('body').evaluate(() => {
      const [range] = CSS.highlights.get('note-pink') ?? [];
      const { top, bottom } = (range as Range).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    expect(isInSight).toBe(true);
  });

  test('goes on the other device, too, when it is deleted', async () => {
    const home = await readOn(browser, platform, mia, page);
    expect(await leftOn(home)).toEqual(everything);
    // A mark is pressed where it is painted.
    const { x, y } = await home.content.locator('body').evaluate(() => {
      const [range] = CSS.highlights.get('note-green') ?? [];
      (range as Range).startContainer.parentElement!.scrollIntoView({ block: 'center' });
      return (range as Range).getBoundingClientRect();
    });
    await home.page.mouse.click(x + 5, y + 5);
    await home.card.getByRole('button', { name: 'Löschen' }).click();
    await home.bookmark.click();
    await home.slips(note).click();
    await home.card.getByRole('button', { name: 'Löschen' }).click();
    // Somebody has written there: it is asked about first.
    expect(await home.slips(note).count()).toBe(1);
    await home.card.getByRole('button', { name: 'Notiz wirklich löschen?' }).click();
    await home.saved();

    await school.comeBack();
    const { blue, pink } = inFourColors;
    expect(await leftOn(school)).toEqual({ marks: { blue, pink }, notes: 0, isBookmarked: false });
  });

  test('is opened in sight, also from the slip of a passage that is not', async () => {
    const slip = school.slips(note);
    await slip.evaluate((each) => each.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await slip.click();
    await school.card.waitFor();
    const { height, y } = (await school.card.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(school.page.viewportSize()!.height);
  });

  test('has another colour on the other device, once it is given one', async () => {
    await school.select(passages.blue);
    await school.content.getByRole('button', { name: 'Grün markieren' }).click();
    await school.saved();
    const home = await readOn(browser, platform, mia, page);
    expect(await home.painted()).toEqual({
      ...inFourColors,
      blue: undefined,
      green: [passages.green, passages.blue],
    });
    await home.mark(passages.blue, 'blue');
    await home.saved();
    await school.comeBack();
    expect(await leftOn(school)).toEqual(everything);
  });
});

test.each([390, 1440])(
  'the button of a mark, when it has the focus, covers no text: %i wide',
  async (width) => {
    const reader = await readOn(browser, platform, lea, addressOf('bach', 2), {
      viewport: { width, height: 844 },
    });
    const { content } = reader;
    const button = content.locator('.slip.mark-only');
    if ((await button.count()) === 0) {
      await reader.mark('Bachforelle', 'blue');
      // Once it is stored its button is made anew: nobody looks at the one before.
      await reader.saved();
    }
    await button.first().focus();
    await reader.page.keyboard.press('Shift+Tab');
    await reader.page.keyboard.press('Tab');
    expect(await button.first().evaluate((each) => each === document.activeElement)).toBe(true);
    await button.first().getByText('Markierung bearbeiten').waitFor();
    expect(await button.first().evaluate(coveredBy)).toEqual([]);
  },
);

/** What texts beside a slip have a line that it lies on. */
function coveredBy(slip: Element): readonly string[] {
  const { left, right, top, bottom } = slip.getBoundingClientRect();
  const walker = document.createTreeWalker(slip.closest('article')!, NodeFilter.SHOW_TEXT);
  const covered: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement!.closest('.slips, .spoken')) continue;
    const range = document.createRange();
    range.selectNode(text);
    const isCovered = [...range.getClientRects()].some(
      (line) => line.left < right && line.right > left && line.top < bottom && line.bottom > top,
    );
    if (isCovered) covered.push(text.textContent ?? '');
  }
  return covered;
}

test('a passage is chosen, marked and written on by keyboard alone', async () => {
  const reader = await readOn(browser, platform, lea, addressOf('bach', 1));
  const { content, page: window } = reader;
  const sentence = 'Oben am Hang ist der Bach schmal, schnell und kalt.';
  await content.getByRole('button', { name: 'Markieren' }).press('Enter');
  const selected = () => content.locator('body').evaluate(() => getSelection()?.toString());
  // The picker's «Satz danach» has the focus.
  for (let steps = 0; (await selected()) !== sentence && steps < 40; steps += 1)
    await window.keyboard.press('Enter');
  expect(await selected()).toBe(sentence);
  const tools = content.getByRole('toolbar', { name: 'Auswahl markieren' });
  const write = tools.getByRole('button', { name: 'Notiz' });
  const isFocused = () => write.evaluate((button) => button === document.activeElement);
  for (let steps = 0; !(await isFocused()) && steps < 12; steps += 1)
    await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Enter');
  await reader.card.waitFor();
  await window.keyboard.type('Mit der Klasse ansehen');
  await window.keyboard.press('Escape');
  await reader.card.waitFor({ state: 'detached' });
  const slip = reader.slips('Mit der Klasse ansehen');
  await expect.poll(() => slip.evaluate((each) => each === document.activeElement)).toBe(true);
  await reader.saved();
  await reader.comeBack();
  expect(await reader.painted()).toEqual({ yellow: [sentence] });
  expect(await slip.count()).toBe(1);
});

test('in a page that was edited since, a note stands where its passage is now, or says that there is none', async () => {
  const reader = await readOn(browser, platform, lea, addressOf('bach', 3));
  const { content } = reader;
  const [kept, gone] = ['Farbe, Öl und Putzwasser', 'Fische finden kein Versteck'];
  await reader.mark(kept, 'green');
  await reader.write(gone, 'Was heisst Versteck?');
  await reader.saved();

  let edits = 0;
  await reader.context.route('**/*.js', async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const edited = script
      .replace(kept, 'Farben, Öl und Putzwasser')
      .replace(`${gone}, und ohne`, 'und ohne');
    if (edited !== script) edits += 1;
    await route.fulfill({ response, body: edited });
  });
  await reader.comeBack();
  expect(edits).toBe(1);
  expect(await reader.painted()).toEqual({ green: ['Farben, Öl und Putzwasser'] });
  const lost = content.getByRole('region', { name: 'Notizen ohne Stelle' });
  expect(await lost.getByText('Diese Stelle gibt es im Text nicht mehr.').count()).toBe(1);
  await lost.locator('.slip').filter({ hasText: gone }).click();
  expect(await reader.card.getByRole('textbox', { name: 'Notiz' }).inputValue()).toBe(
    'Was heisst Versteck?',
  );
  await reader.card.getByRole('button', { name: 'Fertig' }).click();

  await content.getByRole('link', { name: 'Meine Notizen' }).click();
  await entry(reader, gone).getByText('Diese Stelle gibt es im Text nicht mehr.').waitFor();
  expect(await entry(reader, kept).getByText('nicht mehr').count()).toBe(0);
});
