import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';

/*
 * Marks, notes and bookmarks of a learner in the demo publication, on one device and on another. The tests go on
 * from one another.
 */

const [mia, , lea] = newCast();
const page = addressOf('wasserkreislauf', 1);

const passages = {
  yellow: 'Das Gas heisst Wasserdampf.',
  green: 'Warme Luft steigt auf.',
  blue: 'Regen, Schnee oder Hagel',
  pink: 'Grundwasser',
} as const;
const note = 'Wie im Badezimmer am Spiegel!';

let other: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  other = await readOn(browser, platform, lea, page);
});

/** Marks on the page. */
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

/** A reader's entry of a passage in «Meine Notizen». */
const entry = ({ content }: Reader, passage: string) =>
  content.getByRole('listitem').filter({ hasText: passage });

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);

describe('what a learner has left on a page', () => {
  let school: Reader;
  let home: Reader;

  beforeAll(async () => {
    school = await readOn(browser, platform, mia, page);
    for (const color of ['yellow', 'green', 'blue', 'pink'] as const)
      await school.mark(passages[color], color);
    const slip = school.content.locator('[data-slip][data-color=yellow]');
    await slip.focus();
    await slip.press('Enter');
    await school.card.getByRole('textbox', { name: 'Notiz' }).fill(note);
    await school.card.getByRole('button', { name: 'Fertig' }).click();
    await school.bookmark.click();
    await school.saved();
  });

  test('is there after signing out, and on another device', async () => {
    await school.signOut();
    home = await readOn(browser, platform, mia, page, { viewport: { width: 390, height: 844 } });
    expect(await leftOn(home)).toEqual(everything);
    await school.enter(mia, page);
    await expect.poll(() => leftOn(school)).toEqual(everything);
  });

  test('is nobody else’s', async () => {
    await other.comeBack();
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
    await expect.poll(() => isFocused(slip)).toBe(true);
    const isInSight = await content.locator('body').evaluate(() => {
      const [range] = CSS.highlights.get('note-pink') ?? [];
      const { top, bottom } = (range as Range).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    expect(isInSight).toBe(true);
  });

  test('is opened in sight, also from the slip of a passage that is not', async () => {
    const slip = school.slips(note);
    await slip.evaluate((each) => each.scrollIntoView({ block: 'start', behavior: 'instant' }));
    await slip.click();
    await school.card.waitFor();
    const { height, y } = (await school.card.boundingBox())!;
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(school.page.viewportSize()!.height);
    await school.card.getByRole('button', { name: 'Fertig' }).click();
  });

  test('has another colour on the other device, once it is given one', async () => {
    await home.select(passages.blue);
    await home.content.getByRole('button', { name: 'Grün markieren' }).click();
    await home.saved();
    await school.comeBack();
    expect(await school.painted()).toEqual({
      ...inFourColors,
      blue: undefined,
      green: [passages.green, passages.blue],
    });
    await school.mark(passages.blue, 'blue');
    await school.saved();
    expect(await leftOn(school)).toEqual(everything);
  });

  test('goes on the other device, too, when it is deleted', async () => {
    // A mark is pressed where it is painted.
    const { x, y } = await school.content.locator('body').evaluate(() => {
      const [range] = CSS.highlights.get('note-green') ?? [];
      (range as Range).startContainer.parentElement!.scrollIntoView({ block: 'center' });
      return (range as Range).getBoundingClientRect();
    });
    await school.page.mouse.click(x + 5, y + 5);
    await school.card.getByRole('button', { name: 'Löschen' }).click();
    await school.bookmark.click();
    await school.slips(note).click();
    await school.card.getByRole('button', { name: 'Löschen' }).click();
    // Somebody has written there: it is asked about first.
    expect(await school.slips(note).count()).toBe(1);
    await school.card.getByRole('button', { name: 'Ja, Notiz löschen' }).click();
    await school.saved();

    await home.comeBack();
    const { blue, pink } = inFourColors;
    expect(await leftOn(home)).toEqual({ marks: { blue, pink }, notes: 0, isBookmarked: false });
  });
});

test.each([390, 1440])(
  'the button of a mark, when it has the focus, covers no text: %i wide',
  async (width) => {
    await other.page.setViewportSize({ width, height: 844 });
    const button = other.content.locator('.slip.mark-only');
    if (width === 390) {
      await other.turnTo('bach', 2);
      await other.mark('Bachforelle', 'blue');
      // Once it is stored its button is made anew: nobody looks at the one before.
      await other.saved();
    }
    await button.first().focus();
    await other.page.keyboard.press('Shift+Tab');
    await other.page.keyboard.press('Tab');
    expect(await isFocused(button.first())).toBe(true);
    await button.first().getByText('Markierung bearbeiten').waitFor();
    expect(await button.first().evaluate(coveredBy)).toEqual([]);
  },
);

/** Texts beside a slip that have a line beneath it. */
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

test('a paragraph is chosen by three presses, and keeps one mark in the colour chosen last', async () => {
  await other.turnTo('bach', 2);
  const before = await other.painted();
  const paragraph = other.content.locator('.course-page > p:not([class])').first();
  const toolbar = other.content.getByRole('toolbar', { name: 'Auswahl markieren' });
  const text = [await paragraph.textContent()];
  for (const [color, sign] of [
    ['Gelb', 'yellow'],
    ['Grün', 'green'],
  ] as const) {
    await paragraph.click({ clickCount: 3 });
    await toolbar.waitFor();
    const previous = await toolbar.evaluate((element) => {
      let before = element.previousElementSibling;
      // Slips of the paragraph's marks may come between.
      while (before?.matches('.slips')) before = before.previousElementSibling;
      return before?.outerHTML;
    });
    expect(previous).toBe(await paragraph.evaluate((element) => element.outerHTML));
    await toolbar.getByRole('button', { name: `${color} markieren` }).click();
    // The next press meets the mark.
    await expect.poll(() => other.painted()).toEqual({ ...before, [sign]: text });
  }
});

test('a passage is chosen, marked and written on by keyboard alone', async () => {
  await other.turnTo('bach', 1);
  const { content, page: window } = other;
  const sentence = 'Oben am Hang ist der Bach schmal, schnell und kalt.';
  await content.getByRole('button', { name: 'Markieren' }).press('Enter');
  const selected = () => content.locator('body').evaluate(() => getSelection()?.toString());
  // The picker's «Satz danach» has the focus.
  for (let steps = 0; (await selected()) !== sentence && steps < 40; steps += 1)
    await window.keyboard.press('Enter');
  expect(await selected()).toBe(sentence);
  const tools = content.getByRole('toolbar', { name: 'Auswahl markieren' });
  const write = tools.getByRole('button', { name: 'Notiz' });
  for (let steps = 0; !(await isFocused(write)) && steps < 12; steps += 1)
    await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Enter');
  await other.card.waitFor();
  await window.keyboard.type('Mit der Klasse ansehen');
  await window.keyboard.press('Escape');
  await other.card.waitFor({ state: 'detached' });
  const slip = other.slips('Mit der Klasse ansehen');
  await expect.poll(() => isFocused(slip)).toBe(true);
  await other.saved();
  await other.comeBack();
  expect(await other.painted()).toEqual({ yellow: [sentence] });
  expect(await slip.count()).toBe(1);
});

test('in a page that was edited since, a note stands where its passage is now, or says that there is none', async () => {
  await other.turnTo('bach', 3);
  const { content } = other;
  const [kept, gone] = ['Farbe, Öl und Putzwasser', 'Fische finden kein Versteck'];
  await other.mark(kept, 'green');
  await other.write(gone, 'Was heisst Versteck?');
  await other.saved();

  let edits = 0;
  await other.context.route(`${platform.content}/**/*.js`, async (route) => {
    const response = await route.fetch();
    const script = await response.text();
    const edited = script
      .replace(kept, 'Farben, Öl und Putzwasser')
      .replace(`${gone}, und ohne`, 'und ohne');
    if (edited !== script) edits += 1;
    await route.fulfill({ response, body: edited });
  });
  await other.comeBack();
  expect(edits).toBe(1);
  expect(await other.painted()).toEqual({ green: ['Farben, Öl und Putzwasser'] });
  const lost = content.getByRole('region', { name: 'Notizen, deren Textstelle fehlt' });
  expect(await lost.getByText('Diese Stelle gibt es im Text nicht mehr.').count()).toBe(1);
  await lost.locator('.slip').filter({ hasText: gone }).click();
  expect(await other.card.getByRole('textbox', { name: 'Notiz' }).inputValue()).toBe(
    'Was heisst Versteck?',
  );
  await other.card.getByRole('button', { name: 'Fertig' }).click();

  await content.getByRole('link', { name: 'Meine Notizen' }).click();
  await entry(other, gone).getByText('Diese Stelle gibt es im Text nicht mehr.').waitFor();
  expect(await entry(other, kept).getByText('nicht mehr').count()).toBe(0);
});
