import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answer,
  saved,
  seen,
  throughAllExercises,
  typeOf,
  within,
} from '../src/engines/answering.ts';
import { engines } from '../src/engines/engines.ts';
import { comeAndSignIn } from '../src/engines/sign-in.ts';
import { inContent, inShell, Visitor } from '../src/engines/visitor.ts';
import type { SeenAnswer } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, endsOf } from '../src/reader.ts';
import { stored } from '../src/stored.ts';

/* The main job, in every engine that schools have. The tests of an engine go on from one another. */

const { platform } = visitBeforeAll();

describe.each(engines)('in $name', ({ start, canSelect, hasTabs }) => {
  const [mia] = newCast();
  let engine: Awaited<ReturnType<typeof start>>;
  let visitor: Visitor;

  beforeAll(async () => {
    engine = await start();
    visitor = new Visitor(await engine.visit());
  });
  afterAll(async () => {
    await visitor?.driver.close();
    await engine?.[Symbol.asyncDispose]();
  });

  async function readAll(): Promise<Map<string, SeenAnswer>> {
    const answers = new Map<string, SeenAnswer>();
    await throughAllExercises(visitor, async (id) => {
      answers.set(id, await seen(visitor, id));
    });
    return answers;
  }

  /** From the menu at the user's name. */
  async function openByMenu(item: string): Promise<void> {
    await visitor.press(inContent('.user > button'));
    await visitor.press(inContent('#user-menu button', item));
  }

  async function turnTo(thema: string, page: number): Promise<void> {
    await visitor.look(
      inContent('body'),
      (_body, fragment) => {
        location.hash = fragment;
      },
      `#/${thema}/${page}`,
    );
  }

  test('the mouse meets content that stands below a strip of the shell', async () => {
    await visitor.driver.open(`data:text/html,${encodeURIComponent(pageWithStrip)}`);
    await visitor.press(inContent('button', 'C'));
    await visitor.drag(inContent('button', 'B'), inContent('button', 'E'));
    await visitor.draw(inContent('button', 'F'), [0.5, 0.5], [0.5, 0.5]);
    await visitor.press(inShell('button', 'Menu'));
    expect(await visitor.textOf(inContent('output'))).toBe('C C B E F F');
    expect(await visitor.textOf(inShell('output'))).toBe('Menu Menu');
  });

  test('a pupil chooses the cookies and signs in', async () => {
    await comeAndSignIn(visitor, platform.shell, mia);
    expect(new URL(await visitor.driver.address()).search).toBe('');
  });

  let answers: Map<string, SeenAnswer>;

  test('answers every exercise, each type once with the mouse and once with keys', async () => {
    answers = new Map();
    const answered = new Set<string>();
    await throughAllExercises(
      visitor,
      async (id) => {
        const untouched = await seen(visitor, id);
        const type = await typeOf(visitor, id);
        await answer(visitor, id, answered.has(type) ? 'keys' : 'mouse');
        answered.add(type);
        // The course has one.
        if (type === 'sketchpad') await answer(visitor, id, 'keys');
        await expect.poll(() => seen(visitor, id), { message: id }).not.toEqual(untouched);
      },
      async (id) => {
        await saved(visitor, id);
        answers.set(id, await seen(visitor, id));
      },
    );
    expect(answers.size).toBeGreaterThanOrEqual(12);
    expect(answered.size).toBe(6);
  });

  test('finds the answers after a reload', async () => {
    // It leads back to the page that is open: by then that must be the first one again.
    await visitor.look(inShell('body'), () => {
      if (sessionStorage.getItem('place') !== null) throw new Error('It is still the last page.');
    });
    await visitor.driver.reload();
    expect(await readAll()).toEqual(answers);
    // The publication has a menu of its own.
    expect(await visitor.count(inShell('.content-menu'))).toBe(0);
  });

  const passage = 'Das Gas heisst Wasserdampf.';
  const note = 'Wie die Strassenlampe im Nebel';

  test('marks a passage and writes a note, which are there after a reload', async () => {
    const select = async (words: string) => {
      if (!canSelect) return visitor.look(inContent('article.course-page'), selectIn, words);
      const { from, to } = await visitor.look(inContent('article.course-page'), endsOf, words);
      await visitor.stroke('content', [from, to]);
    };
    await turnTo('wasserkreislauf', 1);
    await visitor.waitFor(inContent('.mark-text:enabled'));
    await select('Das Wasser verdunstet.');
    await visitor.press(inContent('[role=toolbar] button', 'Grün markieren'));
    await select(passage);
    await visitor.press(inContent('[role=toolbar] button', 'Notiz'));
    await visitor.type(inContent('.passage-card textarea'), note);
    await visitor.press(inContent('.passage-card button', 'Fertig'));
    await visitor.waitFor(inContent('.slip', new RegExp(note)));
    await visitor.look(inContent('body'), (body) => {
      if (!body.querySelector('.page-tools [data-save-state=saved]')) throw new Error('Not saved.');
    });
    await visitor.driver.reload();
    await visitor.waitFor(inContent('.slip', new RegExp(note)));
    await visitor.press(inContent('a', 'Meine Notizen'));
    const left = await visitor.textOf(inContent('.notes-page'));
    for (const words of ['Das Wasser verdunstet.', passage, note]) expect(left).toContain(words);
  });

  test('finds the note and the book by a word', async () => {
    await visitor.press(inContent('a', 'Suchen'));
    await visitor.type(inContent('[role=combobox]'), 'Strassenlampe');
    await visitor.keys('Enter');
    expect(await visitor.textOf(inContent('.hit'))).toContain(note);
    await visitor.look(inContent('[role=combobox]'), (field) =>
      (field as HTMLInputElement).select(),
    );
    await visitor.write('Wasseramsel');
    await visitor.keys('Enter');
    await visitor.press(inContent('.hit a', 'Wer lebt im Bach?'));
    expect(await visitor.textOf(inContent('article.course-page h1'))).toBe('Wer lebt im Bach?');
    // The page scrolls to the word by then.
    await visitor.waitFor(inContent('.mark-text:enabled'));
  });

  test.each([
    ['Fortschritt', 'dialog table'],
    ['Meine Daten', 'dialog button'],
    ['Cookie-Einstellungen', 'dialog button'],
  ])('opens «%s» from the menu, and closes it', async (name, part) => {
    await openByMenu(name);
    await visitor.waitFor(inShell(part));
    expect(await visitor.textOf(inShell('dialog'))).toContain(name);
    await visitor.keys('Escape');
    await visitor.waitUntilGone(inShell('dialog'));
  });

  const letter = 'bach-brief';
  const written = (id: string) => stored(platform).answer(mia.subject, id);

  test('offline, an answer is kept on the device, and is sent when the service is back', async () => {
    await turnTo('bach', 3);
    await visitor.waitFor(within(letter, 'fieldset:enabled'));
    await platform.stop('services');
    try {
      await visitor.type(within(letter, 'textarea'), 'Offline ');
      await visitor.waitFor(within(letter, '[data-save-state]', /Auf diesem Gerät gesichert/));
    } finally {
      await platform.start('services');
    }
    await visitor.look(inShell('body'), () => void dispatchEvent(new Event('online')));
    await saved(visitor, letter);
    expect(await written(letter)).toContain('Offline');
  });

  test.skipIf(!hasTabs)('works in two tabs: what is written in either is stored', async () => {
    const other = 'wasser-tagebuch';
    await visitor.driver.openTab();
    await visitor.driver.open(platform.shell + addressOf('wasserkreislauf', 3));
    await visitor.press(inShell('button', 'Anmelden'));
    await visitor.waitFor(within(other, 'fieldset:enabled'));
    await visitor.type(within(other, 'textarea'), 'Zweiter Tab ');
    await saved(visitor, other);
    answers.set(other, await seen(visitor, other));
    await visitor.driver.turnToTab(0);
    await visitor.type(within(letter, 'textarea'), 'Erster Tab ');
    await saved(visitor, letter);
    expect(await written(letter)).toContain('Erster Tab');
    expect(await written(other)).toContain('Zweiter Tab');
  });

  test('signs out, and finds all answers in another browser', async () => {
    answers.set(letter, await seen(visitor, letter));
    await openByMenu('Abmelden');
    await visitor.waitFor(inShell('button', 'Anmelden'));
    expect(new URL(await visitor.driver.address()).pathname).toBe('/login');
    await visitor.driver.close();
    visitor = new Visitor(await engine.visit());
    await comeAndSignIn(visitor, platform.shell, mia);
    expect(await readAll()).toEqual(answers);
  });
});

const recorder = `<script>for (const type of ['pointerdown', 'pointerup'])
  addEventListener(type, ({ target }) => document.querySelector('output').append(target.textContent + ' '));</script>`;

/** A frame with border and padding below a strip; both pages write down where the pointer goes down and up. */
const pageWithStrip = `<!doctype html>
  <nav style="height: 44px"><button>Menu</button><output></output></nav>
  <iframe data-content-frame style="border: 3px solid; padding: 20px 5px; height: 300px" srcdoc="
    ${Array.from('ABCDEFG', (name) => `<button style='display: block'>${name}</button>`).join('')}
    <output></output>${recorder}"></iframe>${recorder}`;

/** Runs in the publication, in WebKit, whose search in the page selects what it finds. */
function selectIn(_article: Element, passage: string): void {
  const { find } = window as unknown as { readonly find: (words: string) => boolean };
  getSelection()!.removeAllRanges();
  if (!find(passage)) throw new Error(`Not on the page: ${passage}`);
}
