import { defaultTimeoutInMs } from '@lectern/contracts/client';
import type { BrowserContext, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { installClock } from '../src/clock.ts';
import { saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { inDatabase, stored } from '../src/stored.ts';

/* An essay that is open more than once. The tests of a part go on from one another, on the same open pages. */

const [mia] = newCast();
const essay = 'bach-brief';

const { platform, browser } = visitBeforeAll();

const storedEssay = () => stored(platform).answer(mia.subject, essay);
const otherEssays = () => stored(platform).copies(mia.subject, essay);

/** Has a part begin without an essay, and end without its pages. */
function beginAnew(open: () => Promise<void>): void {
  beforeAll(async () => {
    await inDatabase(platform, async (database) => {
      for (const table of ['clag.content_items', 'clag.conflict_copies'] as const)
        await database.deleteFrom(table).where('subject', '=', mia.subject).execute();
    });
    await open();
  });
  afterAll(() => Promise.all(browser.contexts().map((context) => context.close())));
}

/** The same pupil's essay in one more browser. */
interface Place {
  readonly page: Page;
  readonly exercise: Locator;
  readonly text: Locator;
  readonly conflict: Locator;
  /** Questions of the browser before the page went; each time it was let go. */
  readonly questions: readonly string[];
}

async function openEssay(
  options: BrowserContextOptions = {},
  prepare: (context: BrowserContext) => Promise<void> = async () => {},
): Promise<Place> {
  const context = await browser.newContext(options);
  await prepare(context);
  const learner = await arrive(context, platform);
  await learner.enter(mia, `/login?exerciseGroupId=${essay}`);
  return placeOf(learner);
}

/** One more tab of a browser that somebody has signed in with. */
async function openTab(context: BrowserContext): Promise<Place> {
  const learner = await arrive(context, platform);
  await learner.page.goto(new URL(`/login?exerciseGroupId=${essay}`, platform.shell).href);
  await learner.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  return placeOf(learner);
}

async function placeOf({ page, content }: Learner): Promise<Place> {
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.accept();
  });
  const exercise = content.locator(`[data-exercise="${essay}"]`);
  await exercise.locator('fieldset:enabled').waitFor();
  return {
    page,
    exercise,
    text: exercise.getByRole('textbox'),
    conflict: exercise.getByRole('group', {
      name: 'Deine Antwort wurde inzwischen auf einem anderen Gerät oder in einem anderen Tab geändert.',
    }),
    questions,
  };
}

async function write({ exercise, text }: Place, words: string): Promise<void> {
  await text.fill(words);
  await saved(exercise);
}

const keepOwn = ({ conflict }: Place) =>
  conflict.getByRole('button', { name: 'Meine Fassung behalten' });
const takeOther = ({ conflict }: Place) =>
  conflict.getByRole('button', { name: 'Andere Fassung übernehmen' });

async function untilConflict({ exercise, conflict }: Place): Promise<void> {
  await exercise.locator('[data-save-state="conflict"]').waitFor();
  await conflict.waitFor();
}

/** True where the browser would ask before this page is left (HTML, section 7.4.2.4). */
function wouldAsk({ page }: Place): Promise<boolean> {
  return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
}

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);

describe('an essay that is open in two places', () => {
  let school: Place;
  let home: Place;

  beginAnew(async () => {
    school = await openEssay();
    home = await openEssay({ viewport: { width: 390, height: 844 } });
    await write(school, 'In der Schule geschrieben');
    await home.text.fill('Zu Hause geschrieben');
    await untilConflict(home);
  });

  test('the question shows the other version', async () => {
    await home.conflict.getByText('In der Schule geschrieben', { exact: true }).waitFor();
    await home.text.pressSequentially(' und weiter');
    expect(await home.conflict.getByText('In der Schule geschrieben').count()).toBe(1);
  });

  test('is not lost before the pupil has chosen, and nothing more is sent until then', async () => {
    await home.exercise.getByRole('button', { name: 'Fertig' }).click();
    expect(await storedEssay()).toBe('Zu Hause geschrieben');
    expect(await otherEssays()).toEqual(['In der Schule geschrieben']);
    expect(await home.text.inputValue()).toBe('Zu Hause geschrieben und weiter');
    expect(await home.conflict.isVisible()).toBe(true);
  });

  test('the question is accessible and fits a phone', async () => {
    expect(await faultsOf(home.page)).toEqual([]);
    const [card, question] = await Promise.all([
      home.exercise.boundingBox(),
      home.conflict.boundingBox(),
    ]);
    expect(question!.x + question!.width).toBeLessThanOrEqual(card!.x + card!.width);
  });

  test('leaving is asked about while something is only on the screen, such as what no choice was made for', async () => {
    // The container hears of it a moment after the learner has typed.
    await expect.poll(() => wouldAsk(home)).toBe(true);
    await home.page.reload();
    expect(home.questions).toEqual(['beforeunload']);

    // The question is still there, and the version that it was asked for first.
    await untilConflict(home);
    expect(await home.text.inputValue()).toBe('Zu Hause geschrieben');
  });

  test('the own version is kept, and the other place is asked in turn', async () => {
    await home.text.press('End');
    await home.text.pressSequentially(' und weiter');
    await keepOwn(home).click();
    await saved(home.exercise);
    expect(await home.conflict.isVisible()).toBe(false);
    expect(await storedEssay()).toBe('Zu Hause geschrieben und weiter');
    expect(await otherEssays()).toEqual([]);

    await school.text.pressSequentially('!');
    await untilConflict(school);
    expect(await otherEssays()).toEqual(['Zu Hause geschrieben und weiter']);
  });

  test('the choice can be made by keyboard, and the focus stays in the exercise', async () => {
    await school.text.press('Tab');
    await expect.poll(() => isFocused(keepOwn(school))).toBe(true);
    await school.page.keyboard.press('Tab');
    await expect.poll(() => isFocused(takeOther(school))).toBe(true);
    await school.page.keyboard.press('Enter');
    await saved(school.exercise);
    expect(await school.text.inputValue()).toBe('Zu Hause geschrieben und weiter');
    expect(await isFocused(school.exercise)).toBe(true);
  });

  test('the other version is taken over, and can be written on', async () => {
    await school.text.pressSequentially(', dann ergänzt');
    await expect.poll(storedEssay).toBe('Zu Hause geschrieben und weiter, dann ergänzt');
    expect(await school.conflict.isVisible()).toBe(false);
  });
});

describe('an essay that is open in two tabs', () => {
  let one: Place;
  let two: Place;

  beginAnew(async () => {
    one = await openEssay();
    two = await openTab(one.page.context());
  });

  test('what is written in one is not dropped by writing on in the other', async () => {
    await write(one, 'Tab EINS');
    await two.text.fill('Tab ZWEI');
    await untilConflict(two);
    // The pupil decides nothing, goes back to the first tab, and writes on.
    await one.text.fill('Tab EINS und weiter');
    await untilConflict(one);
    await one.conflict.getByText('Tab ZWEI', { exact: true }).waitFor();
    expect(await one.text.inputValue()).toBe('Tab EINS und weiter');
    expect(await storedEssay()).toBe('Tab EINS und weiter');
    expect(await otherEssays()).toContain('Tab ZWEI');
    expect(await two.text.inputValue()).toBe('Tab ZWEI');
    // A tab that is opened now asks, too.
    const third = await openTab(one.page.context());
    await untilConflict(third);
    expect(await third.text.inputValue()).toBe('Tab EINS und weiter');
    await third.conflict.getByText('Tab ZWEI', { exact: true }).waitFor();
  });
});

describe('an essay in one place', () => {
  let place: Place;

  beginAnew(async () => {
    place = await openEssay({}, installClock);
  });

  describe('a request that is long under way', () => {
    /** Writes, and has the request to store it held, as a proxy may. */
    async function writeHeld(words: string): Promise<Route> {
      const arrived = Promise.withResolvers<Route>();
      await place.page.route('**/exercise/saveAndGetUserData', (route) => arrived.resolve(route), {
        times: 1,
      });
      await place.text.fill(words);
      return arrived.promise;
    }

    /** Writes while a request is held, until the page has lost its patience with that. */
    async function writeOn(words: string): Promise<void> {
      await place.text.fill(words);
      await place.page.clock.fastForward(defaultTimeoutInMs);
      await saved(place.exercise);
    }

    /** The service's answer to a request that arrives now. */
    async function outcomeOf(late: Route): Promise<string | undefined> {
      const { outcomes } = (await (await late.fetch()).json()) as {
        readonly outcomes: readonly { readonly outcome: string }[];
      };
      return outcomes[0]?.outcome;
    }

    test('does not undo a newer answer when it arrives at last', async () => {
      const late = await writeHeld('Alt');
      await writeOn('Neu');
      expect(await storedEssay()).toBe('Neu');

      expect(await outcomeOf(late)).toBe('unchanged');
      expect(await storedEssay()).toBe('Neu');
      // And the page goes on as if nothing had been.
      await place.text.fill('Noch neuer');
      await expect.poll(storedEssay).toBe('Noch neuer');
      await saved(place.exercise);
    });

    test('does not undo an answer that went back to what it was', async () => {
      const late = await writeHeld('Alt');
      await writeOn('Noch neuer');

      expect(await outcomeOf(late)).toBe('unchanged');
      expect(await storedEssay()).toBe('Noch neuer');
    });

    test('whose answer alone is lost is no conflict', async () => {
      const unanswered = await writeHeld('Alt');
      expect((await unanswered.fetch()).ok()).toBe(true);
      await unanswered.abort();
      await place.text.fill('Neu');
      await expect.poll(storedEssay).toBe('Neu');
      await saved(place.exercise);
      expect(await place.conflict.isVisible()).toBe(false);
    });
  });

  describe('leaving the page', () => {
    const unsent = '**/exercise/saveAndGetUserData';
    const kept = 'Auf diesem Gerät gesichert';
    test('keeps what was typed and accepted by the container when the tab is closed', async () => {
      const { page, exercise, text, questions } = place;
      await page.route(unsent, (route) => route.abort());
      await text.fill('Gerade erst getippt');
      // That something is unsaved reaches the container a moment later, too: the learner's sign comes first.
      await exercise.getByText(kept).waitFor();
      await expect.poll(() => wouldAsk(place)).toBe(false);
      await page.close();
      expect(await storedEssay()).toBe('Neu');

      place = await openTab(page.context());
      await expect.poll(storedEssay).toBe('Gerade erst getippt');
      expect(questions).toEqual([]);
    });

    test('while nothing can be sent is no loss: what was typed is there after a reload, and is sent', async () => {
      const { page, exercise, text, questions } = place;
      await page.route(unsent, (route) => route.abort());
      await text.fill('Ohne Verbindung');
      await exercise.getByText(`${kept} – wird übertragen`).waitFor();
      expect(await exercise.getByText('Gespeichert', { exact: true }).count()).toBe(0);
      // The container hears of it a moment after the learner sees it.
      await expect.poll(() => wouldAsk(place)).toBe(false);

      await page.reload();
      await exercise.locator('fieldset:enabled').waitFor();
      expect(await text.inputValue()).toBe('Ohne Verbindung');
      await exercise.getByText(kept).waitFor();
      expect(await storedEssay()).toBe('Gerade erst getippt');

      await page.unroute(unsent);
      await saved(exercise);
      expect(await storedEssay()).toBe('Ohne Verbindung');
      expect(questions).toEqual([]);
    });
  });
});
