import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoAccounts, startPlatform } from '@lectern/env';
import { launchBrowser } from '@lectern/chromium';
import { takeInEngine } from './engine-pictures.ts';
import { leaveTraces, takeContentData } from './content-data-pictures.ts';
import { arrive } from './learner.ts';
import { takeLesson } from './lesson-pictures.ts';

/**
 * Takes the pictures of the documentation: `node dev/e2e/src/screenshots.ts`; with the name of another engine and a
 * folder, those of the main screens in it, to look at.
 */
const [engineName, engineFolder = '.'] = process.argv.slice(2);
const folder = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

await using stack = new AsyncDisposableStack();
// One that stays has class 6a.
const dataFolder = await mkdtemp(join(tmpdir(), 'lectern-pictures-'));
stack.defer(() => rm(dataFolder, { recursive: true, force: true }));
const platform = await startPlatform({ dataFolder });
stack.defer(() => platform.close());
if (engineName === undefined) await takeForDocumentation();
else await takeInEngine(engineName, platform, sizes, engineFolder);

async function takeForDocumentation(): Promise<void> {
  await using browser = await launchBrowser();
  await mkdir(folder, { recursive: true });
  const optionsFor = (viewport: (typeof sizes)['phone']) =>
    ({ viewport, locale: 'de-CH', reducedMotion: 'reduce' }) as const;

  for (const [name, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext(optionsFor(viewport));
    const { page, content, signIn } = await arrive(context, platform);
    const take = (what: string) => page.screenshot({ path: `${folder}${what}-${name}.png` });

    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    await take('login');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByLabel('Benutzername').waitFor();
    await take('sign-in');

    await signIn(demoAccounts[0]);
    await content.getByText('Hallo Mia').waitFor();
    await take('start');
    await content.getByRole('link', { name: /Los geht|Weiterlernen/ }).click();
    const exercise = content.locator('[data-exercise="kreislauf-beschriften"]');
    await exercise.locator('fieldset:enabled').waitFor();
    if (name === 'phone') await exercise.scrollIntoViewIfNeeded();
    await take('page');
    await context.close();
  }

  for (const [name, viewport] of Object.entries(sizes))
    await takeLesson(browser, platform, optionsFor(viewport), (what, page) =>
      page.screenshot({ path: `${folder}${what}-${name}.png` }),
    );

  // After the others, which show the publication as somebody finds it who comes for the first time.
  await leaveTraces(browser, platform);
  for (const [name, viewport] of Object.entries(sizes))
    await takeContentData(browser, platform, optionsFor(viewport), (what, page) =>
      page.screenshot({ path: `${folder}${what}-${name}.png` }),
    );

  for (const [name, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext(optionsFor(viewport));
    const { page, content, enter } = await arrive(context, platform);
    const take = (what: string) => page.screenshot({ path: `${folder}${what}-${name}.png` });
    const classes = page.locator('dialog.classes');

    await enter(demoAccounts[3]);
    await content.getByRole('button', { name: demoAccounts[3].given_name }).click();
    await content.getByRole('button', { name: 'Klassen', exact: true }).click();
    const show = classes.getByRole('button', { name: 'Gross zeigen' });
    await show.waitFor();
    await take('class');
    await show.click();
    await page.locator('dialog.projector').waitFor();
    await take('class-code');
    await context.close();
  }
}
