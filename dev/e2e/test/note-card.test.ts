import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';

/* The card in which a note is written. The tests go on from one another, on two devices of one pupil. */

const [mia] = newCast();

let phone: Device;
let tablet: Device;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  phone = await openPage();
});

/** The same pupil on the first page, in one more browser. */
interface Device extends Reader {
  readonly text: Locator;
  readonly slip: Locator;
}

async function openPage(): Promise<Device> {
  const reader = await readOn(browser, platform, mia, addressOf('wasserkreislauf', 1));
  const { card, content } = reader;
  return { ...reader, slip: content.locator('.slip'), text: card.getByRole('textbox') };
}

/** The page is looked at again; pages of a browser without a window are never out of sight. */
async function lookAgain({ content }: Device): Promise<void> {
  await content
    .locator('body')
    .evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

async function writeOn({ card, text }: Device, words: string): Promise<void> {
  await text.pressSequentially(words);
  await card.locator('[data-save-state="saved"]').waitFor();
}

test('a card that is open goes on with what was written on another device, and undoes nothing', async () => {
  await phone.content
    .locator('article.course-page p.lead')
    .evaluate((lead) => getSelection()?.selectAllChildren(lead));
  await phone.content.getByRole('button', { name: 'Notiz', exact: true }).click();
  await writeOn(phone, 'Am Handy');

  tablet = await openPage();
  await tablet.slip.click();
  await expect.poll(() => tablet.text.inputValue()).toBe('Am Handy');
  await tablet.text.press('Home');
  await writeOn(phone, ', weiter');

  await lookAgain(tablet);
  await expect.poll(() => tablet.text.inputValue()).toBe('Am Handy, weiter');
  await writeOn(tablet, 'Zuerst: ');
  expect(await tablet.text.inputValue()).toBe('Zuerst: Am Handy, weiter');

  await lookAgain(phone);
  await expect.poll(() => phone.text.inputValue()).toBe('Zuerst: Am Handy, weiter');
  expect(await phone.content.locator('[data-conflict]').count()).toBe(0);
});

describe('in a low window', () => {
  beforeAll(() => tablet.page.setViewportSize({ width: 820, height: 600 }));

  test('a card that grows while somebody writes stays in sight, with its buttons', async () => {
    const { card, page, select, content } = tablet;
    await tablet.turnTo('wasserkreislauf', 2);
    await select('Kleine Haufenwolken gehören zum schönen Wetter.');
    await content.getByRole('button', { name: 'Notiz', exact: true }).click();
    const height = () => card.evaluate((element) => element.clientHeight);
    const before = await height();
    for (let line = 0; line < 12; line += 1) await page.keyboard.insertText('Zeile\n');
    await expect.poll(height).toBeGreaterThan(before + 100);
    const bottom = async () => {
      const box = (await card.boundingBox())!;
      return box.y + box.height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(page.viewportSize()!.height);
    expect(await bottom()).toBeGreaterThan(0);
  });

  test('the button of a mark moves nothing, beside a note either', async () => {
    const { mark, write, saved, content, page } = tablet;
    await tablet.turnTo('wasserkreislauf', 1);
    await write('Das Gas heisst Wasserdampf.', 'Wie im Badezimmer');
    await mark('Das Wasser verdunstet.', 'green');
    await saved();
    const heightOf = () => content.locator('article.course-page').evaluate((e) => e.scrollHeight);
    const before = await heightOf();
    const button = content.getByRole('button', { name: 'zu «Das Wasser verdunstet.»' });
    // As whoever comes by keyboard sees it.
    await page.keyboard.press('Shift');
    await button.focus();
    await expect.poll(async () => (await button.boundingBox())!.height).toBeGreaterThan(10);
    expect(await heightOf()).toBe(before);
  });
});

describe('a text that is too long', () => {
  const full = 'Mehr Text passt nicht in diese';

  test('is not cut without a word: the card of a note says so, until there is room again', async () => {
    const { content, card, text } = phone;
    await phone.turnTo('bach', 1);
    await content
      .locator('article.course-page > p')
      .first()
      .evaluate((paragraph) => getSelection()?.selectAllChildren(paragraph));
    await content.getByRole('button', { name: 'Notiz', exact: true }).click();
    const status = card.getByRole('status').getByText(`${full} Notiz.`);
    await text.evaluate(paste, 'a'.repeat(65_534));
    expect(await status.count()).toBe(0);
    await text.evaluate(paste, 'bcd');
    expect(await text.evaluate(lengthOf)).toBe(65_536);
    await status.waitFor();
    await text.press('Backspace');
    await text.press('Backspace');
    await expect.poll(() => status.count()).toBe(0);
    // Of what is two code units there is room for one.
    await text.press('x');
    await text.evaluate(paste, '🌊');
    expect(await text.evaluate(lengthOf)).toBe(65_535);
    await status.waitFor();
  });

  test('is said of an essay, too, and again when somebody goes on with it', async () => {
    await phone.turnTo('bach', 3);
    const exercise = phone.content.locator('[data-exercise="bach-brief"]');
    const text = exercise.getByRole('textbox');
    const status = exercise.getByRole('status').getByText(`${full} Antwort.`);
    await exercise.locator('fieldset:enabled').waitFor();
    await text.evaluate(paste, 'Bach '.repeat(4_001));
    expect(await text.evaluate(lengthOf)).toBe(20_000);
    await status.waitFor();
    await exercise.locator('[data-save-state="saved"]').waitFor();
    await exercise.page().reload();
    await exercise.locator('fieldset:enabled').waitFor();
    await text.focus();
    await status.waitFor();
  });
});

/** As a person pastes: what does not fit the browser leaves out, which it does not where a script sets a value. */
function paste(area: HTMLElement, words: string): void {
  area.focus();
  document.execCommand('insertText', false, words);
}

function lengthOf(area: HTMLElement): number {
  return (area as HTMLTextAreaElement).textLength;
}
