import type { Browser, FrameLocator, Locator } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { arrive } from '../src/learner.ts';
import { addressOf, readOn } from '../src/reader.ts';

const [mia, , lea] = newCast();

let platform: SharedPlatform;
let browser: Browser;

visitBeforeAll((stage) => ({ platform, browser } = stage));

/** The same pupil on the first page, in one more browser. */
interface Device {
  readonly content: FrameLocator;
  readonly card: Locator;
  readonly text: Locator;
  readonly slip: Locator;
}

async function openPage(): Promise<Device> {
  const { enter, content } = await arrive(await browser.newContext(), platform);
  await enter(mia);
  await content.getByRole('main').getByRole('link', { name: 'Los geht' }).click();
  await content.locator('.mark-text:enabled').waitFor();
  const card = content.getByRole('dialog', { name: 'Markierung und Notiz' });
  const slip = content.locator('.slip');
  return { content, card, slip, text: card.getByRole('textbox') };
}

/** The page is looked at again; pages of a browser without a window are never out of sight. */
async function comeBack({ content }: Device): Promise<void> {
  await content
    .locator('body')
    .evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

async function write({ card, text }: Device, words: string): Promise<void> {
  await text.pressSequentially(words);
  await card.locator('[data-save-state="saved"]').waitFor();
}

test('a card that is open goes on with what was written on another device, and undoes nothing', async () => {
  const phone = await openPage();
  await phone.content
    .locator('article.course-page p.lead')
    .evaluate((lead) => getSelection()?.selectAllChildren(lead));
  await phone.content.getByRole('button', { name: 'Notiz', exact: true }).click();
  await write(phone, 'Am Handy');

  const tablet = await openPage();
  await tablet.slip.click();
  await expect.poll(() => tablet.text.inputValue()).toBe('Am Handy');
  await tablet.text.press('Home');
  await write(phone, ', weiter');

  await comeBack(tablet);
  await expect.poll(() => tablet.text.inputValue()).toBe('Am Handy, weiter');
  await write(tablet, 'Zuerst: ');
  expect(await tablet.text.inputValue()).toBe('Zuerst: Am Handy, weiter');

  await comeBack(phone);
  await expect.poll(() => phone.text.inputValue()).toBe('Zuerst: Am Handy, weiter');
  expect(await phone.content.locator('[data-conflict]').count()).toBe(0);
});

describe('in a low window', () => {
  const phrase = 'Das Gas heisst Wasserdampf.';
  const open = async () => {
    const address = addressOf('wasserkreislauf', 1);
    const viewport = { width: 820, height: 600 };
    const reader = await readOn(browser, platform, lea, address, { viewport });
    onTestFinished(() => reader.context.close());
    return reader;
  };

  test('a card that grows while somebody writes stays in sight, with its buttons', async () => {
    const { card, page, select, content } = await open();
    await select(phrase);
    await content.getByRole('button', { name: 'Notiz', exact: true }).click();
    const height = () => card.evaluate((element) => element.clientHeight);
    const before = await height();
    await card.getByRole('textbox').pressSequentially('Zeile\n'.repeat(12));
    await expect.poll(height).toBeGreaterThan(before + 100);
    const bottom = async () => {
      const box = (await card.boundingBox())!;
      return box.y + box.height;
    };
    await expect.poll(bottom).toBeLessThanOrEqual(page.viewportSize()!.height);
    expect(await bottom()).toBeGreaterThan(0);
  });

  test('the button of a mark moves nothing, beside a note either', async () => {
    const { mark, write, saved, content, page } = await open();
    await write(phrase, 'Wie im Badezimmer');
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
    const { content, card, text } = await openPage();
    await content
      .locator('article.course-page > p')
      .first()
      .evaluate((paragraph) => getSelection()?.selectAllChildren(paragraph));
    await content.getByRole('button', { name: 'Notiz', exact: true }).click();
    const said = card.getByRole('status').getByText(`${full} Notiz.`);
    await text.evaluate(paste, 'a'.repeat(65_534));
    expect(await said.count()).toBe(0);
    await text.evaluate(paste, 'bcd');
    expect(await text.evaluate(lengthOf)).toBe(65_536);
    await said.waitFor();
    await text.press('Backspace');
    await text.press('Backspace');
    await expect.poll(() => said.count()).toBe(0);
    // Of what is two code units there is room for one.
    await text.press('x');
    await text.evaluate(paste, '🌊');
    expect(await text.evaluate(lengthOf)).toBe(65_535);
    await said.waitFor();
  });

  test('is said of an essay, too, and again when somebody goes on with it', async () => {
    const { enter, content } = await arrive(await browser.newContext(), platform);
    await enter(mia, '/login?exerciseGroupId=bach-brief');
    const exercise = content.locator('[data-exercise="bach-brief"]');
    const text = exercise.getByRole('textbox');
    const said = exercise.getByRole('status').getByText(`${full} Antwort.`);
    await exercise.locator('fieldset:enabled').waitFor();
    await text.evaluate(paste, 'Bach '.repeat(4_001));
    expect(await text.evaluate(lengthOf)).toBe(20_000);
    await said.waitFor();
    await exercise.locator('[data-save-state="saved"]').waitFor();
    await exercise.page().reload();
    await exercise.locator('fieldset:enabled').waitFor();
    await text.focus();
    await said.waitFor();
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
