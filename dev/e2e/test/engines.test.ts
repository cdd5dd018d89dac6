import { classIdOf } from '@lectern/env/casts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusesDrops } from '../src/drops.ts';
import { answer, saved, seen, throughAllExercises, within } from '../src/engines/answering.ts';
import { engines } from '../src/engines/engines.ts';
import { comeAndSignIn } from '../src/engines/sign-in.ts';
import { inContent, inShell, Visitor } from '../src/engines/visitor.ts';
import type { SeenAnswer } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, endsOf } from '../src/reader.ts';
import { reconfigure, restoreConfiguration } from '../src/reconfigure.ts';
import { servicesOf } from '../src/services.ts';
import { stored } from '../src/stored.ts';

/*
 * The main job of pupils and teachers, in every engine that schools have. The tests of an engine go on from one another.
 */

const { platform } = visitBeforeAll();

describe.each(engines)('in $name', ({ name, start, ...abilities }) => {
  const { canSelect, canResize, hasTabs, hasFocus, needsFallback } = abilities;
  const [mia, , , thomas] = newCast();
  /** Other files have journeys of teachers in Chromium, and of pupils beside exercises. */
  const hasOtherFiles = name === 'Chromium';
  let engine: Awaited<ReturnType<typeof start>>;
  let visitor: Visitor;

  beforeAll(async () => {
    await servicesOf(platform, mia).gres.usersUpdate({
      body: {
        subject: mia.subject,
        group_id: classIdOf(thomas),
        display_name: mia.given_name,
        sharings: [{ course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Answers'] }],
      },
    });
    engine = await start();
    visitor = new Visitor(await engine.visit());
  });
  afterAll(async () => {
    await visitor?.driver.close();
    await engine?.[Symbol.asyncDispose]();
  });

  /** WebKit once gave what stands over the page all of its width or height. */
  async function expectInPart(css: string): Promise<void> {
    const parts = await visitor.look(inContent(css), (element) => {
      const { width, height } = element.getBoundingClientRect();
      return [width / innerWidth, height / innerHeight];
    });
    expect(Math.max(...parts), css).toBeLessThan(0.9);
  }

  /** From the menu at the user's name. */
  async function openByMenu(item: string): Promise<void> {
    await visitor.press(inContent('.user > button'));
    await expectInPart('#user-menu');
    await visitor.press(inContent('#user-menu button', item));
  }

  const untilFullScreen = async (isFull: boolean) => {
    if (!hasFocus) return;
    await visitor.look(
      inShell('html'),
      (_html, isFull) => {
        if ((document.fullscreenElement !== null) !== isFull) throw new Error('Not yet.');
      },
      isFull,
    );
  };

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

  test('drops that nothing takes are refused', async () => {
    for (const page of [inShell('body'), inContent('#main')])
      expect(await visitor.look(page, refusesDrops)).toBe(true);
  });

  test('a browser loads the fallback only where it needs it', async () => {
    const loaded = await visitor.look(inShell('body'), () =>
      performance.getEntriesByType('resource').map((entry) => entry.name),
    );
    expect(loaded.some((address) => address.includes('/fallback'))).toBe(needsFallback);
  });

  const answers = new Map<string, SeenAnswer>();

  test('answers every exercise with the mouse and with keys', async () => {
    const types = new Set<string>();
    await throughAllExercises(
      visitor,
      async (id) => {
        let before = await seen(visitor, id);
        for (const means of ['mouse', 'keys'] as const) {
          types.add(await answer(visitor, id, means));
          await expect
            .poll(() => seen(visitor, id), { message: `${id}: ${means}` })
            .not.toEqual(before);
          before = await seen(visitor, id);
        }
      },
      async (id) => {
        await saved(visitor, id);
        answers.set(id, await seen(visitor, id));
      },
    );
    expect(answers.size).toBeGreaterThanOrEqual(12);
    expect(types.size).toBe(6);
  });

  test('finds answers after a reload', async () => {
    await visitor.driver.reload();
    await turnTo('wasserkreislauf', 1);
    for (const id of ['kreislauf-luecken', 'kreislauf-beschriften']) {
      await visitor.waitFor(within(id, 'fieldset:enabled'));
      expect(await seen(visitor, id)).toEqual(answers.get(id));
    }
    // The publication has a menu of its own.
    expect(await visitor.count(inShell('.content-menu'))).toBe(0);
  });

  test.runIf(canResize)('lays out rows of buttons anew once the window is narrow', async () => {
    await visitor.driver.resize(430, 768);
    await visitor.look(inContent('.page-tools'), (tools) => {
      const { top } = tools.lastElementChild!.getBoundingClientRect();
      if (top === tools.firstElementChild!.getBoundingClientRect().top) throw new Error('One row.');
    });
    const [end, next] = await visitor.look(inContent('.page-tools'), (tools) => [
      tools.lastElementChild!.getBoundingClientRect().bottom,
      document.querySelector('.page-head ~ p')!.getBoundingClientRect().top,
    ]);
    expect(end).toBeLessThanOrEqual(next);
    await visitor.driver.resize(1024, 768);
  });

  const passage = 'Das Gas heisst Wasserdampf.';
  const note = 'Wie die Strassenlampe im Nebel';

  test.skipIf(hasOtherFiles)(
    'marks a passage and writes a note, which are there after a reload',
    async () => {
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
      await expectInPart('.passage-card');
      await visitor.press(inContent('.passage-card button', 'Fertig'));
      await visitor.waitFor(inContent('.slip', new RegExp(note)));
      await visitor.look(inContent('body'), (body) => {
        if (!body.querySelector('.page-tools [data-save-state=saved]'))
          throw new Error('Not saved.');
      });
      await visitor.driver.reload();
      await visitor.waitFor(inContent('.slip', new RegExp(note)));
      await visitor.press(inContent('a', 'Meine Notizen'));
      const left = await visitor.textOf(inContent('.notes-page'));
      for (const words of ['Das Wasser verdunstet.', passage, note]) expect(left).toContain(words);
    },
  );

  test.skipIf(hasOtherFiles)('finds the note and the book by a word', async () => {
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

  test.skipIf(hasOtherFiles).each([
    ['Fortschritt', 'dialog table'],
    ['Cookie-Einstellungen', 'dialog button'],
  ])('opens «%s» from the menu, and closes it', async (name, part) => {
    await openByMenu(name);
    await visitor.waitFor(inShell(part));
    expect(await visitor.textOf(inShell('dialog'))).toContain(name);
    await visitor.keys('Escape');
    await visitor.waitUntilGone(inShell('dialog'));
  });

  test.runIf(hasFocus && !hasOtherFiles)('is offered a file of all that is stored', async () => {
    await openByMenu('Meine Daten');
    await visitor.look(inShell('body'), (body) => {
      const { dataset } = body as HTMLElement;
      const { createObjectURL } = URL;
      URL.createObjectURL = (file) => {
        dataset['size'] = String((file as Blob).size);
        return createObjectURL(file);
      };
      const { click } = HTMLAnchorElement.prototype;
      HTMLAnchorElement.prototype.click = function () {
        dataset['file'] = this.download;
        click.call(this);
      };
    });
    await visitor.press(inShell('dialog.my-data button', /herunterladen/i));
    const { file, size } = await visitor.look(inShell('body[data-file]'), (body) => {
      const { file, size } = (body as HTMLElement).dataset;
      return { file, size };
    });
    expect(file).toMatch(/^lectern-.*\.zip$/);
    expect(Number(size)).toBeGreaterThan(1000);
    await visitor.keys('Escape');
    await visitor.waitUntilGone(inShell('dialog'));
  });

  const letter = 'bach-brief';
  const written = (id: string) => stored(platform).answer(mia.subject, id);

  test('offline, an answer is kept on the device, and is sent when the service is back', async () => {
    await turnTo('bach', 3);
    await visitor.waitFor(within(letter, 'fieldset:enabled'));
    const { setOffline } = visitor.driver;
    if (setOffline) await setOffline(true);
    else await platform.stop('services');
    try {
      await visitor.type(within(letter, 'textarea'), 'Offline ');
      await visitor.waitFor(within(letter, '[data-save-state]', /Auf diesem Gerät gesichert/));
    } finally {
      if (setOffline) await setOffline(false);
      else await platform.start('services');
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

  test('hands in a letter, and signs out', async () => {
    await visitor.press(within(letter, 'button', 'Fertig'));
    await saved(visitor, letter);
    answers.set(letter, await seen(visitor, letter));
    await openByMenu('Abmelden');
    await visitor.waitFor(inShell('button', 'Anmelden'));
    expect(new URL(await visitor.driver.address()).pathname).toBe('/login');
  });

  const comment = 'Warum braucht er sie?';
  let code: string;

  describe.skipIf(hasOtherFiles)('a teacher', () => {
    beforeAll(async () => {
      await visitor.driver.close();
      visitor = new Visitor(await engine.visit());
    });

    // Not before: what is pressed while the services restart fails, and nothing presses again.
    afterAll(async () => {
      await visitor.driver.open('about:blank');
      await restoreConfiguration(platform);
    });

    test('signs in, by a popup that closes itself where the engine has windows', async () => {
      if (hasTabs)
        await reconfigure(platform, ({ signIn }) => ({ signIn: { ...signIn, mode: 'popup' } }));
      await comeAndSignIn(visitor, platform.shell, thomas, { isByPopup: hasTabs });
      expect(new URL(await visitor.driver.address()).search).toBe('');
    });

    test('reads an answer, and comments on it', async () => {
      await turnTo('bach', 3);
      await visitor.waitFor(inContent('.course-page > .teacher-hints'));
      await visitor.press(within(letter, 'button', 'Antworten der Klasse'));
      await visitor.press(within(letter, '.class-body button', /^Mia/));
      await expect.poll(() => visitor.textOf(within(letter, '.class-body'))).toContain('Offline');
      await visitor.type(within(letter, '.class-pupil textarea'), comment);
      await visitor.press(within(letter, 'button', 'Kommentar geben'));
      await visitor.waitFor(within(letter, '.class-pupil li', new RegExp(comment)));
    });

    test('shows the page to the room, and opens it for printing', async () => {
      await visitor.press(inContent('.page-tools button', 'Projizieren'));
      await visitor.waitFor(inContent('.projection-end'));
      await untilFullScreen(true);
      expect(await visitor.count(inContent('.site-head'))).toBe(0);
      await visitor.press(inContent('.projection-end'));
      await visitor.waitFor(inContent('.site-head'));
      await untilFullScreen(false);
      if (!hasTabs) return;
      await visitor.press(inContent('.page-tools a', 'Drucken'));
      await visitor.driver.turnToOpened();
      await visitor.waitFor(inShell('h1', 'Den Bach schützen'));
      await visitor.waitFor(inShell('.print-bar button', 'Drucken'));
      await visitor.driver.closeOpened();
    });

    test('gives the page to the class', async () => {
      await visitor.press(inContent('a', 'Diese Seite als Auftrag geben'));
      await visitor.press(inContent('form button', 'Geben'));
      expect(await visitor.textOf(inContent('[data-assignment]'))).toContain('Den Bach schützen');
    });

    test.runIf(hasFocus)('makes a class, and shows its code to the room', async () => {
      await openByMenu('Klassen');
      await visitor.press(inShell('.classes-choices button', 'Klasse anlegen'));
      await visitor.type(inShell('.classes-form input'), '6a Natur');
      await visitor.press(inShell('.classes-form button', 'Klasse anlegen'));
      code = await visitor.textOf(inShell('.classes-code-large'));
      await visitor.press(inShell('dialog button', 'Gross zeigen'));
      expect(await visitor.textOf(inShell('.projector'))).toContain(code);
      await untilFullScreen(true);
      await visitor.press(inShell('.projector .close-button'));
      await visitor.waitUntilGone(inShell('.projector'));
      await untilFullScreen(false);
    });
  });

  test('finds the answers in another browser', async () => {
    await visitor.driver.close();
    visitor = new Visitor(await engine.visit());
    await comeAndSignIn(visitor, platform.shell, mia);
    // The notice moves the cover when it arrives.
    if (!hasOtherFiles) await visitor.waitFor(inContent('main *', /neue Rückmeldung/));
    const found = new Map<string, SeenAnswer>();
    await throughAllExercises(visitor, async (id) => {
      found.set(id, await seen(visitor, id));
    });
    expect(found).toEqual(answers);
  });

  test.skipIf(hasOtherFiles)('reads the comment, and asks for a class by its code', async () => {
    await turnTo('bach', 3);
    expect(await visitor.textOf(within(letter, 'aside'))).toContain(comment);
    if (!hasFocus) return;
    await openByMenu('Code eingeben');
    await visitor.type(inShell('.classes-code-field'), code);
    await visitor.press(inShell('.classes-form button', 'Code verwenden'));
    await visitor.waitFor(inShell('dialog', /Deine Lehrperson muss noch Ja sagen/));
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
