import type { FrameLocator, Locator } from 'playwright-core';

/** The visible answer of an exercise, in a form that can be compared. */
export type SeenAnswer = readonly string[];

/**
 * Walks through the whole publication, page by page, as a reader does.
 *
 * @param visit called with each exercise; its result stands under the exercise's id.
 * @param leave called with each exercise of a page after all of them have been visited.
 */
export async function throughAllExercises<Result>(
  content: FrameLocator,
  visit: (exercise: Locator) => Promise<Result>,
  leave: (exercise: Locator) => Promise<void> = async () => {},
): Promise<Map<string, Result>> {
  const results = new Map<string, Result>();
  await content
    .getByRole('main')
    .getByRole('link', { name: /Los geht|Weiterlernen|Noch einmal/ })
    .click();
  for (;;) {
    await content.locator('article.course-page').waitFor();
    const exercises = await content.locator('[data-exercise]').all();
    for (const exercise of exercises) {
      await exercise.locator('fieldset:enabled').waitFor();
      results.set((await exercise.getAttribute('data-exercise'))!, await visit(exercise));
    }
    for (const exercise of exercises) await leave(exercise);
    const onward = content.getByRole('navigation', { name: 'Blättern' }).getByRole('link').last();
    const isLast = (await onward.textContent())?.includes('Fertig gelesen');
    // The link goes with its page, so its words are read before.
    const next = await onward.locator('.target').textContent();
    await onward.click();
    if (isLast) return results;
    await content.getByRole('heading', { level: 1, name: next ?? '', exact: true }).waitFor();
  }
}

/** Answers an exercise of any type, and waits until it says that the answer is saved. */
export async function answer(exercise: Locator): Promise<SeenAnswer> {
  await fillIn(exercise);
  await saved(exercise);
  return seen(exercise);
}

export async function fillIn(exercise: Locator): Promise<void> {
  const type = (await exercise.getAttribute('data-answer-type')) ?? '';
  const answerOne = answers[type];
  if (!answerOne) throw new Error(`No way to answer an exercise of type ${type}.`);
  await answerOne(exercise);
}

export function saved(exercise: Locator): Promise<void> {
  return exercise.locator('[data-save-state="saved"]').waitFor();
}

const answers: Readonly<Record<string, (exercise: Locator) => Promise<void>>> = {
  async essay(exercise) {
    await exercise
      .getByRole('textbox')
      .fill('Lieber Bach, «du» bist schön – grösser als gedacht. 🌊');
  },
  async choice(exercise) {
    await exercise.locator('.option').last().click();
  },
  async match_keyboard(exercise) {
    for (const [index, gap] of (await exercise.getByRole('textbox').all()).entries()) {
      await gap.fill(`Wort ${index + 1}`);
    }
  },
  async match_position(exercise) {
    const labels = exercise.locator('.pool .card:visible');
    const markers = exercise.locator('.marker');
    for (let index = 0; (await labels.count()) > 0; index++) {
      await labels.first().click();
      await markers.nth(index).click();
    }
  },
  async match_place(exercise) {
    const cards = exercise.locator('.pool .card');
    const places = exercise.locator('.drop');
    const placeCount = await places.count();
    await flick(cards.first(), places.first());
    for (let index = 1; (await cards.count()) > 0; index++) {
      await cards.first().click();
      await places.nth(index % placeCount).click();
    }
  },
  async sketchpad(exercise) {
    const canvas = exercise.locator('canvas');
    await canvas.scrollIntoViewIfNeeded();
    const box = (await canvas.boundingBox())!;
    const { mouse } = exercise.page();
    await mouse.move(box.x + 40, box.y + 40);
    await mouse.down();
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
    await mouse.move(box.x + box.width - 40, box.y + 40, { steps: 8 });
    await mouse.up();
  },
};

/** Drags a card so fast that the first move is beside it; nothing of it is left to follow the mouse. */
async function flick(card: Locator, place: Locator): Promise<void> {
  await card.scrollIntoViewIfNeeded();
  const [from, to] = [(await card.boundingBox())!, (await place.boundingBox())!];
  const { mouse } = card.page();
  await mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(to.x + to.width / 2, to.y + to.height / 2);
  await mouse.up();
  await mouse.move(from.x, from.y);
  await card.page().frameLocator('iframe').locator('.ghost').waitFor({ state: 'detached' });
}

/** Reads what the exercise shows. */
export async function seen(exercise: Locator): Promise<SeenAnswer> {
  // Drawings are painted in the next frame.
  await exercise.evaluate(() => new Promise(requestAnimationFrame));
  return exercise.evaluate(seenIn);
}

/** Runs in the publication. */
export function seenIn(root: Element): SeenAnswer {
  const values = [
    ...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
  ].map((field) =>
    ['radio', 'checkbox'].includes(field.type)
      ? String((field as HTMLInputElement).checked)
      : field.value,
  );
  const places = [...root.querySelectorAll('.place, .legend li')].map(
    (place) => place.textContent ?? '',
  );
  const drawings = [...root.querySelectorAll('canvas')].map((canvas) => {
    const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data;
    let inked = 0;
    for (let index = 3; index < pixels.length; index += 4) if (pixels[index]) inked++;
    return `${inked} pixels`;
  });
  return [...values, ...places, ...drawings];
}
