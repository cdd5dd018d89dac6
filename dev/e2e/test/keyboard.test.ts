import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saved, seen, type SeenAnswer } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';

const [mia, , lea] = newCast();

/** Presses of Tab after which whoever has not arrived is lost. */
const tabPressesMaximum = 80;

const { platform, browser } = visitBeforeAll();

function exerciseIn(content: FrameLocator, id: string): Locator {
  return content.locator(`[data-exercise="${id}"]`);
}

async function untilOpen(exercise: Locator): Promise<void> {
  await exercise.locator('fieldset:enabled').waitFor();
}

/** Somebody who has no pointer. */
class KeyboardUser {
  readonly #page: Page;
  readonly #content: FrameLocator;

  constructor(page: Page, content: FrameLocator) {
    this.#page = page;
    this.#content = content;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Tabs on until the focus is in the content and on what the selector means. */
  async tabTo(selector: string): Promise<void> {
    const frame = await this.#frame();
    for (let presses = 0; presses < tabPressesMaximum; presses++) {
      await this.press('Tab');
      const isThere = await frame.evaluate(
        (wanted) => document.hasFocus() && (document.activeElement?.matches(wanted) ?? false),
        selector,
      );
      if (isThere) return;
    }
    throw new Error(`${tabPressesMaximum} presses of Tab do not lead to ${selector}.`);
  }

  /** Follows a link of the content to a page with this heading. */
  async follow(selector: string, heading: string): Promise<void> {
    await this.tabTo(selector);
    await this.press('Enter');
    await this.#content.getByRole('heading', { level: 1, name: heading }).waitFor();
  }

  async #frame(): Promise<Frame> {
    const element = await this.#page.waitForSelector('iframe[data-content-frame]');
    return (await element.contentFrame())!;
  }
}

/** The pages of the Thema «Leben am Bach», with the exercises of all six basic answer types. */
const pages = [
  { path: '#/bach/1', heading: 'Ein Bach entsteht', exercises: ['bach-lauf', 'bach-zeichnen'] },
  { path: '#/bach/2', heading: 'Wer lebt im Bach?', exercises: ['bach-tiere', 'tiere-luecken'] },
  { path: '#/bach/3', heading: 'Den Bach schützen', exercises: ['bach-schutz', 'bach-brief'] },
] as const;

type ExerciseId = (typeof pages)[number]['exercises'][number];

/** How each is answered by someone who follows the help under it. */
const byKeyboard: Readonly<
  Record<ExerciseId, (user: KeyboardUser, exercise: Locator) => Promise<void>>
> = {
  // match_position: Enter takes the word and goes to the first empty spot, Enter lays it down there
  // and goes to the next word. Between, the arrows lead to the right spot.
  async 'bach-lauf'(user) {
    await user.tabTo('[data-exercise="bach-lauf"] .card');
    await user.press('Enter', 'ArrowLeft', 'Enter');
    await user.press('Enter', 'ArrowRight', 'ArrowDown', 'Enter');
    await user.press('Enter', 'Enter');
    await user.press('Enter', 'Enter');
  },
  // sketchpad
  async 'bach-zeichnen'(user) {
    await user.tabTo('[data-exercise="bach-zeichnen"] canvas');
    await user.press('Space', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Space');
    await user.tabTo('[data-exercise="bach-zeichnen"] textarea');
    await user.type('Ein Bogen im Tal');
  },
  // match_place
  async 'bach-tiere'(user, exercise) {
    const pool = exercise.locator('.pool .card');
    const count = await pool.count();
    await user.tabTo('[data-exercise="bach-tiere"] .card');
    for (let card = 0; card < count; card++) await user.press('Enter', 'ArrowRight', 'Enter');
    expect(await pool.count()).toBe(0);
  },
  // match_keyboard
  async 'tiere-luecken'(user, exercise) {
    const gaps = await exercise.getByRole('textbox').count();
    await user.tabTo('[data-exercise="tiere-luecken"] input');
    for (let gap = 1; gap <= gaps; gap++) {
      await user.type(`Wort ${gap}`);
      await user.press('Tab');
    }
  },
  // choice, of several
  async 'bach-schutz'(user) {
    await user.tabTo('[data-exercise="bach-schutz"] input');
    await user.press('Space', 'Tab', 'Tab', 'Space');
  },
  // essay
  async 'bach-brief'(user) {
    await user.tabTo('[data-exercise="bach-brief"] textarea');
    await user.type('Lieber Bach, ich schreibe dir ohne Maus.');
  },
};

test('with the keyboard alone every answer type can be answered, saved and found again', async () => {
  const context = await browser.newContext();
  const { page, content, enter } = await arrive(context, platform);
  const user = new KeyboardUser(page, content);
  await enter(mia);
  await content.getByText('Hallo Mia').waitFor();

  const answers = new Map<ExerciseId, SeenAnswer>();
  const types = new Set<string>();
  for (const { path, heading, exercises } of pages) {
    await user.follow(`a[href="${path}"]`, heading);
    for (const id of exercises) {
      const exercise = exerciseIn(content, id);
      await untilOpen(exercise);
      const untouched = await seen(exercise);
      await byKeyboard[id](user, exercise);
      await saved(exercise);
      answers.set(id, await seen(exercise));
      expect(answers.get(id), id).not.toEqual(untouched);
      await user.tabTo(`[data-exercise="${id}"] button.primary`);
      await user.press('Enter');
      await exercise.locator('.feedback-text').waitFor();
      await saved(exercise);
      types.add((await exercise.getAttribute('data-answer-type'))!);
    }
  }
  expect(types).toEqual(
    new Set(['essay', 'choice', 'match_keyboard', 'match_position', 'match_place', 'sketchpad']),
  );

  await page.reload();
  for (const { path, heading, exercises } of pages) {
    await user.follow(`a[href="${path}"]`, heading);
    for (const id of exercises) {
      const exercise = exerciseIn(content, id);
      await untilOpen(exercise);
      expect(await seen(exercise), id).toEqual(answers.get(id));
    }
  }
  await context.close();
});

describe('with a finger on a phone', () => {
  let pupil: Reader;
  beforeAll(async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    pupil = await readOn(browser, platform, lea, addressOf('bach', 1), phone);
  });
  afterAll(() => pupil?.context.close());

  test.each([
    ['match_position', 1, 'bach-lauf', '.marker'],
    ['match_place', 2, 'bach-tiere', '.drop'],
  ])(
    'an exercise of the type %s is answered by tapping',
    async (type, pageNumber, id, targetSelector) => {
      const { page, content } = pupil;
      await pupil.turnTo('bach', pageNumber);
      const exercise = exerciseIn(content, id);
      await untilOpen(exercise);
      expect(await exercise.getAttribute('data-answer-type')).toBe(type);

      const cards = exercise.locator('.pool .card:visible');
      const targets = exercise.locator(targetSelector);
      const targetCount = await targets.count();
      for (let index = 0; (await cards.count()) > 0; index++) {
        await cards.first().tap();
        await targets.nth(index % targetCount).tap();
      }
      await saved(exercise);
      const answered = await seen(exercise);

      await page.reload();
      await untilOpen(exercise);
      expect(await seen(exercise)).toEqual(answered);
    },
  );
});
