import { seenIn, type SeenAnswer } from '../exercises.ts';
import { inContent, type Target, type Visitor } from './visitor.ts';

/* Exercises of any type, answered with the mouse or with keys. */

export type Means = 'mouse' | 'keys';

/** Walks through the whole publication from its first page, as a pupil of a class does. */
export async function throughAllExercises(
  visitor: Visitor,
  visit: (id: string) => Promise<void>,
  leave: (id: string) => Promise<void> = async () => {},
): Promise<void> {
  const onward = inContent('.pager .next');
  await visitor.press(inContent('main a', /Los geht|Weiterlernen|Noch einmal/));
  for (;;) {
    const ids = await visitor.look(inContent('article.course-page'), (article) =>
      [...article.querySelectorAll<HTMLElement>('[data-exercise]')].map(
        ({ dataset }) => dataset['exercise']!,
      ),
    );
    // Slips of notes load after the page, and move what stands below them.
    await visitor.waitFor(inContent('.mark-text:enabled'));
    for (const id of ids) {
      await visitor.waitFor(within(id, 'fieldset:enabled'));
      // The line about readers loads after the exercise, and moves what stands below it.
      await visitor.waitFor(within(id, '.readers'));
      await visit(id);
    }
    for (const id of ids) await leave(id);
    const words = await visitor.textOf(onward);
    await visitor.press(onward);
    if (words.includes('Fertig gelesen')) return;
    await visitor.waitUntilGone(inContent(`[data-exercise="${ids[0]}"]`));
  }
}

/** The elements of an exercise that a selector names. */
export function within(id: string, css: string, text?: string | RegExp): Target {
  return inContent(`[data-exercise="${id}"] :is(${css})`, text);
}

export async function seen(visitor: Visitor, id: string): Promise<SeenAnswer> {
  await visitor.untilPainted();
  return visitor.look(inContent(`[data-exercise="${id}"]`), seenIn);
}

export async function saved(visitor: Visitor, id: string): Promise<void> {
  await visitor.waitFor(within(id, '[data-save-state="saved"]'));
}

/** @returns the exercise's answer type. */
export async function answer(visitor: Visitor, id: string, means: Means): Promise<string> {
  const type = await typeOf(visitor, id);
  await answers[type]![means](visitor, id);
  return type;
}

function typeOf(visitor: Visitor, id: string): Promise<string> {
  return visitor.look(
    inContent(`[data-exercise="${id}"]`),
    (exercise) => (exercise as HTMLElement).dataset['answerType']!,
  );
}

type Answering = (visitor: Visitor, id: string) => Promise<void>;

/** The mouse begins, and keys go on: each exercise is answered by both. */
const answers: Readonly<Record<string, Readonly<Record<Means, Answering>>>> = {
  essay: {
    mouse: (visitor, id) => visitor.type(within(id, 'textarea'), 'Bach, du '),
    async keys(visitor, id) {
      await visitor.focus(within(id, 'textarea'));
      await visitor.write('bist «schön».');
    },
  },
  choice: {
    mouse: (visitor, id) => visitor.press(within(id, '.option:last-of-type')),
    async keys(visitor, id) {
      await visitor.focus(within(id, '.option input'));
      await visitor.keys(' ');
    },
  },
  match_keyboard: {
    mouse: (visitor, id) => visitor.type(within(id, 'input'), 'Wort 1'),
    async keys(visitor, id) {
      const gaps = await visitor.count(within(id, 'input'));
      await visitor.focus(within(id, 'input'));
      for (let index = 1; index < gaps; index += 1) {
        await visitor.keys('Tab');
        await visitor.write(`Wort ${index + 1}`);
      }
    },
  },
  match_position: { mouse: placeByMouse('.marker'), keys: placeByKeys },
  match_place: { mouse: placeByMouse('.place .drop'), keys: placeByKeys },
  sketchpad: {
    mouse: (visitor, id) => visitor.draw(within(id, 'canvas'), [0.1, 0.2], [0.5, 0.6], [0.9, 0.2]),
    async keys(visitor, id) {
      await visitor.focus(within(id, 'canvas'));
      await visitor.keys(' ', 'ArrowRight', 'ArrowRight', 'ArrowDown', ' ');
    },
  },
};

/** Flicks the first card beside every place, then drags it onto one, and presses the second card and a place. */
function placeByMouse(places: string): Answering {
  return async (visitor, id) => {
    const card = within(id, '.pool .card');
    const count = await visitor.count(card);
    await visitor.drag(card, within(id, '.pool'), true);
    await visitor.waitForCount(inContent('.ghost'), 0);
    await visitor.waitForCount(card, count);
    await visitor.drag(card, within(id, places));
    await visitor.waitForCount(card, count - 1);
    const placeCount = await visitor.count(within(id, places));
    await visitor.press(card);
    await visitor.press({ ...within(id, places), index: 1 % placeCount });
    await visitor.waitForCount(card, count - 2);
  };
}

async function placeByKeys(visitor: Visitor, id: string): Promise<void> {
  const card = within(id, '.pool .card');
  await visitor.focus(card);
  for (let left = await visitor.count(card); left > 0; left -= 1) {
    // The first takes the card, and the focus goes on to a free place; the second lays it there.
    await visitor.keys('Enter', 'Enter');
    await visitor.waitForCount(card, left - 1);
  }
}
