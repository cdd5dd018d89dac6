import { demoAccounts, type DemoAccount } from '@lectern/env';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addressOf, readOn } from './reader.ts';
import type { PlatformAddresses } from './shared-platform.ts';

/* Pictures of a lesson of class 6a, with which the demo begins. */

const [mia, , , thomas] = demoAccounts;
const pupil: DemoAccount = { ...mia, username: 'elin-6a' };

/** @param take Takes a picture of a page, by the picture's name. */
export async function takeLesson(
  browser: Browser,
  platform: PlatformAddresses,
  options: BrowserContextOptions,
  take: (what: string, page: Page) => Promise<unknown>,
): Promise<void> {
  const teacher = await readOn(browser, platform, thomas, addressOf('bach', 3), options);
  const { content, page } = teacher;
  const exercise = content.locator('[data-exercise="bach-brief"]');
  await exercise.getByRole('button', { name: 'Antworten der Klasse' }).click();
  await exercise.locator('.read-only').waitFor();
  await exercise.getByRole('textbox').last().scrollIntoViewIfNeeded();
  await take('class-answers', page);
  const toCover = () => content.getByRole('link', { name: 'Wasser entdecken, Übersicht' }).click();
  await toCover();
  await content.getByRole('link', { name: 'Aufträge geben und ansehen' }).click();
  await content.locator('[data-assignment]').first().waitFor();
  await take('assignments', page);
  await toCover();
  await content.getByRole('button', { name: 'Fortschritt der Klassen' }).click();
  await page.locator('dialog.progress').getByRole('row').nth(5).waitFor();
  await take('class-progress', page);
  await teacher.context.close();

  const learner = await readOn(browser, platform, pupil, addressOf('bach', 3), options);
  await learner.content.getByRole('link', { name: 'Wasser entdecken, Übersicht' }).click();
  await learner.content.getByRole('region', { name: 'Zu tun' }).scrollIntoViewIfNeeded();
  await take('to-do', learner.page);
  await learner.context.close();
}
