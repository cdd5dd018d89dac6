import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoAccounts, startPlatform } from '@lectern/env';
import { launchBrowser } from '@lectern/chromium';
import { takeInEngine } from './engine-pictures.ts';
import { arrive } from './learner.ts';
import { addressOf, readOn } from './reader.ts';

/**
 * Takes the pictures of the documentation: `node dev/e2e/src/screenshots.ts`; with the name of another engine and a
 * folder, those of the main screens in it, to look at.
 */
const [engineName, engineFolder = '.'] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const options = {
  viewport: { width: 1280, height: 800 },
  locale: 'de-CH',
  reducedMotion: 'reduce',
} as const;
const [mia, , , thomas] = demoAccounts;

await using stack = new AsyncDisposableStack();
// One that stays has class 6a.
const dataFolder = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
stack.defer(() => rm(dataFolder, { recursive: true, force: true }));
const platform = await startPlatform({ dataFolder });
stack.defer(() => platform.close());
if (engineName === undefined) await takeForDocumentation();
else await takeInEngine(engineName, platform, engineFolder);

async function takeForDocumentation(): Promise<void> {
  await using browser = await launchBrowser();

  const pupil = await arrive(await browser.newContext(options), platform);
  await pupil.enter(mia);
  await pupil.content.getByText('Hallo Mia').waitFor();
  await pupil.page.screenshot({ path: `${folder}start-desktop.png` });

  const { content, page } = await readOn(browser, platform, thomas, addressOf('bach', 3), options);
  const take = (what: string) => page.screenshot({ path: `${folder}${what}-desktop.png` });
  const toCover = () => content.getByRole('link', { name: 'Wasser entdecken, Übersicht' }).click();
  await content.getByRole('button', { name: 'Projizieren' }).click();
  await take('projected');
  await content.getByRole('button', { name: 'Projektion beenden' }).click();
  const exercise = content.locator('[data-exercise="bach-brief"]');
  await exercise.getByRole('button', { name: 'Antworten der Klasse' }).click();
  await exercise.locator('.read-only').waitFor();
  await exercise.getByRole('textbox').last().scrollIntoViewIfNeeded();
  await take('class-answers');
  await toCover();
  await content.getByRole('link', { name: 'Aufträge geben und ansehen' }).click();
  await content.locator('[data-assignment]').first().waitFor();
  await take('assignments');
  await toCover();
  await content.getByRole('button', { name: 'Fortschritt der Klassen' }).click();
  await page.locator('dialog.progress').getByRole('row').nth(5).waitFor();
  await take('class-progress');

  const teacher = await arrive(await browser.newContext(options), platform);
  await teacher.enter(thomas);
  await teacher.content.getByRole('button', { name: thomas.given_name }).click();
  await teacher.content.getByRole('button', { name: 'Klassen', exact: true }).click();
  await teacher.page
    .locator('dialog.classes')
    .getByRole('button', { name: 'Gross zeigen' })
    .waitFor();
  await teacher.page.screenshot({ path: `${folder}class-desktop.png` });
}
