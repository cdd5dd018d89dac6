import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoAccounts, type DemoAccount, type Platform } from '@lectern/env';
import { within } from './engines/answering.ts';
import { wholeEngines } from './engines/engines.ts';
import { comeAndSignIn } from './engines/sign-in.ts';
import { inContent, inShell, Visitor } from './engines/visitor.ts';
import { addressOf } from './reader.ts';

const [mia, , , thomas] = demoAccounts;

/** Of windows, by the name that their pictures end with. */
const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
};

/**
 * Takes pictures of the main screens in an engine, to look at.
 *
 * @throws Where the engine is not installed.
 */
export async function takeInEngine(
  name: string,
  platform: Platform,
  folder: string,
): Promise<void> {
  const engine = wholeEngines.find((each) => each.name === name);
  if (!engine)
    throw new Error(`${name} is none of: ${wholeEngines.map((each) => each.name).join(', ')}`);
  await mkdir(folder, { recursive: true });
  await using running = await engine.start();
  let visitor!: Visitor;

  /** Each size of the same screen. */
  async function take(what: string): Promise<void> {
    for (const [size, { width, height }] of Object.entries(sizes)) {
      await visitor.driver.resize(width, height);
      await visitor.untilPainted(inShell('body'));
      await writeFile(join(folder, `${what}-${size}.png`), await visitor.driver.picture());
    }
  }
  const press = (css: string, text?: string) => visitor.press(inContent(css, text));
  const openByMenu = async (item: string) => {
    await press('.user > button');
    await press('#user-menu button', item);
  };
  async function enter(account: DemoAccount, thema: string, page: number): Promise<void> {
    visitor = new Visitor(await running.visit());
    await comeAndSignIn(visitor, platform.shell, account, { see: take });
    await visitor.driver.open(platform.shell + addressOf(thema, page));
    await visitor.press(inShell('button', 'Anmelden'));
    await visitor.waitFor(inContent('.mark-text:enabled'));
  }

  await enter(mia, 'wasserkreislauf', 1);
  await take('page');
  await visitor.look(within('kreislauf-beschriften', 'fieldset:enabled'), (element) =>
    element.scrollIntoView(),
  );
  await take('exercise');
  await press('.user > button');
  await take('menu');
  await press('.user > button');
  for (const [item, part, what] of [
    ['Fortschritt', 'dialog table', 'progress'],
    ['Meine Daten', 'dialog .my-data-delete', 'my-data'],
  ] as const) {
    await openByMenu(item);
    await visitor.waitFor(inShell(part));
    await take(what);
    await visitor.keys('Escape');
    await visitor.waitUntilGone(inShell('dialog'));
  }
  await visitor.driver.close();

  await enter(thomas, 'bach', 3);
  await visitor.press(within('bach-brief', 'button', 'Antworten der Klasse'));
  await visitor.waitFor(within('bach-brief', '.class-pupil'));
  await visitor.look(within('bach-brief', '.class-pupil'), (element) => element.scrollIntoView());
  await take('class-answers');
  await press('a', 'Diese Seite als Auftrag geben');
  await visitor.waitFor(inContent('form button', 'Geben'));
  await take('assignment');
  await openByMenu('Fortschritt');
  await visitor.waitFor(inShell('dialog.progress tbody tr'));
  await take('class-progress');
  await visitor.keys('Escape');
  await openByMenu('Klassen');
  await visitor.waitFor(inShell('.classes-code-large'));
  await take('class');
  await visitor.press(inShell('dialog button', 'Gross zeigen'));
  // A window in full screen has one size.
  await visitor.look(inShell('.projector'), async () => {
    if (!document.fullscreenElement) throw new Error('Not yet.');
    await document.exitFullscreen();
  });
  await take('class-code');
  await visitor.driver.close();
}
