import { demoAccounts, type Platform } from '@lectern/env';
import type { Browser, FrameLocator, Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';

const [mia] = demoAccounts;

let platform: Platform;
let browser: Browser;

startBeforeAll((started) => ({ platform, browser } = started));

/** The same pupil on the first page, in one more browser. */
interface Device {
  readonly content: FrameLocator;
  readonly card: Locator;
  readonly text: Locator;
  readonly slip: Locator;
}

async function openPage(): Promise<Device> {
  const { signIn, content } = await arrive(await browser.newContext(), platform);
  await signIn(mia);
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
