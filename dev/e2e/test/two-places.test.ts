import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { inDatabase, stored } from '../src/stored.ts';

const [mia] = newCast();
const essay = 'bach-brief';

let platform: SharedPlatform;
let browser: Browser;

visitBeforeAll((stage) => ({ platform, browser } = stage));
beforeEach(() =>
  inDatabase(platform, (database) =>
    database.deleteFrom('clag.local_store_items').where('subject', '=', mia.subject).execute(),
  ),
);
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

const storedEssay = () => stored(platform).answer(mia.subject, essay);

/** The same pupil's essay in one more browser. */
interface Place {
  readonly page: Page;
  readonly exercise: Locator;
  readonly text: Locator;
  readonly conflict: Locator;
}

async function openEssay(options: BrowserContextOptions = {}): Promise<Place> {
  const learner = await arrive(await browser.newContext(options), platform);
  await learner.enter(mia, `/login?exerciseGroupId=${essay}`);
  return placeOf(learner);
}

/** One more tab of a browser that somebody has signed in with. */
async function openTab(beside: Page): Promise<Place> {
  const learner = await arrive(beside.context(), platform);
  await learner.page.goto(new URL(`/login?exerciseGroupId=${essay}`, platform.shell).href);
  await learner.page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  return placeOf(learner);
}

async function placeOf({ page, content }: Learner): Promise<Place> {
  const exercise = content.locator(`[data-exercise="${essay}"]`);
  await exercise.locator('fieldset:enabled').waitFor();
  return {
    page,
    exercise,
    text: exercise.getByRole('textbox'),
    conflict: exercise.getByRole('group', {
      name: 'Diese Aufgabe wurde inzwischen an einem anderen Ort geändert.',
    }),
  };
}

async function untilConflict({ exercise, conflict }: Place): Promise<void> {
  await exercise.locator('[data-save-state="conflict"]').waitFor();
  await conflict.waitFor();
}

describe('an essay that is open in two places', () => {
  let school: Place;
  let home: Place;

  beforeEach(async () => {
    school = await openEssay();
    home = await openEssay({ viewport: { width: 390, height: 844 } });
    await school.text.fill('In der Schule geschrieben');
    await saved(school.exercise);
    await home.text.fill('Zu Hause geschrieben');
    await untilConflict(home);
  });

  test('the question shows the other version', async () => {
    await home.conflict.getByText('In der Schule geschrieben', { exact: true }).waitFor();
    await home.text.pressSequentially(' und weiter');
    expect(await home.conflict.getByText('In der Schule geschrieben').count()).toBe(1);
  });

  test('is not replaced before the pupil has chosen', async () => {
    await home.text.pressSequentially(' und weiter');
    await home.exercise.getByRole('button', { name: 'Fertig' }).click();
    expect(await storedEssay()).toBe('In der Schule geschrieben');
    expect(await home.text.inputValue()).toBe('Zu Hause geschrieben und weiter');
    expect(await home.conflict.isVisible()).toBe(true);
  });

  test('the own version is kept, and the other place is asked in turn', async () => {
    await home.text.pressSequentially(' und weiter');
    await home.conflict.getByRole('button', { name: 'Meine Fassung behalten' }).click();
    await saved(home.exercise);
    expect(await home.conflict.isVisible()).toBe(false);
    expect(await storedEssay()).toBe('Zu Hause geschrieben und weiter');

    await school.text.pressSequentially('!');
    await untilConflict(school);
    expect(await storedEssay()).toBe('Zu Hause geschrieben und weiter');
  });

  test('the other version is taken over, and can be written on', async () => {
    await home.conflict.getByRole('button', { name: 'Andere Fassung übernehmen' }).click();
    await saved(home.exercise);
    expect(await home.text.inputValue()).toBe('In der Schule geschrieben');
    await home.text.pressSequentially(', zu Hause ergänzt');
    await expect.poll(storedEssay).toBe('In der Schule geschrieben, zu Hause ergänzt');
    expect(await home.conflict.isVisible()).toBe(false);
  });

  test('the choice can be made by keyboard, and the focus stays in the exercise', async () => {
    await home.text.press('Tab');
    for (const name of ['Meine Fassung behalten', 'Andere Fassung übernehmen']) {
      await expect
        .poll(() =>
          home.conflict
            .getByRole('button', { name })
            .evaluate((button) => button === document.activeElement),
        )
        .toBe(true);
      if (name.startsWith('Meine')) await home.page.keyboard.press('Tab');
    }
    await home.page.keyboard.press('Enter');
    await saved(home.exercise);
    expect(await home.text.inputValue()).toBe('In der Schule geschrieben');
    expect(await home.exercise.evaluate((card) => card === document.activeElement)).toBe(true);
  });

  test('the question is accessible and fits a phone', async () => {
    expect(await faultsOf(home.page)).toEqual([]);
    const [card, question] = await Promise.all([
      home.exercise.boundingBox(),
      home.conflict.boundingBox(),
    ]);
    expect(question!.x + question!.width).toBeLessThanOrEqual(card!.x + card!.width);
  });
});

describe('an essay that is open in two tabs', () => {
  let one: Place;
  let two: Place;

  beforeEach(async () => {
    one = await openEssay();
    two = await openTab(one.page);
    await one.text.fill('Tab EINS');
    await saved(one.exercise);
    await two.text.fill('Tab ZWEI');
    await untilConflict(two);
    // The pupil decides nothing, goes back to the first tab, and writes on.
    await one.text.pressSequentially(' und weiter');
    await untilConflict(one);
  });

  test('what could not be stored of one is not dropped by writing on in the other', async () => {
    await one.conflict.getByText('Tab ZWEI', { exact: true }).waitFor();
    expect(await one.text.inputValue()).toBe('Tab EINS und weiter');
    expect(await storedEssay()).toBe('Tab EINS');
    await two.page.reload();
    await untilConflict(two);
    expect(await two.text.inputValue()).toBe('Tab ZWEI');
  });

  test('it is what the other tab takes over', async () => {
    await one.conflict.getByRole('button', { name: 'Andere Fassung übernehmen' }).click();
    await saved(one.exercise);
    expect(await one.text.inputValue()).toBe('Tab ZWEI');
    expect(await storedEssay()).toBe('Tab ZWEI');
  });

  test('it gives way where the pupil says so, and is still on screen in its own tab', async () => {
    await one.conflict.getByRole('button', { name: 'Meine Fassung behalten' }).click();
    await saved(one.exercise);
    expect(await storedEssay()).toBe('Tab EINS und weiter');
    expect(await two.text.inputValue()).toBe('Tab ZWEI');
    await two.conflict.getByRole('button', { name: 'Meine Fassung behalten' }).click();
    await two.conflict.getByText('Tab EINS und weiter', { exact: true }).waitFor();
    expect(await storedEssay()).toBe('Tab EINS und weiter');
  });
});

describe('a request that is long under way', () => {
  /** Holds the next request to store, as a proxy may, beyond the patience of the page. */
  async function holdNext(page: Page): Promise<{ arrived: Promise<Route> }> {
    const arrived = Promise.withResolvers<Route>();
    await page.route('**/localStoreItem/setForModel', (route) => arrived.resolve(route), {
      times: 1,
    });
    return { arrived: arrived.promise };
  }

  test('does not undo a newer answer when it arrives at last', async () => {
    const { page, exercise, text } = await openEssay();
    const held = await holdNext(page);
    await text.fill('Alt');
    const late = await held.arrived;
    await text.fill('Neu');
    await saved(exercise);
    expect(await storedEssay()).toBe('Neu');

    const response = await late.fetch();
    expect(response.status()).toBe(409);
    expect(await storedEssay()).toBe('Neu');
    // And the page goes on as if nothing had been.
    await text.fill('Noch neuer');
    await expect.poll(storedEssay).toBe('Noch neuer');
    await saved(exercise);
  });

  test('does not undo an answer that went back to what it was', async () => {
    const { page, exercise, text } = await openEssay();
    await text.fill('Zuerst');
    await saved(exercise);
    const held = await holdNext(page);
    await text.fill('Alt');
    const late = await held.arrived;
    await text.fill('Zuerst');
    await saved(exercise);

    expect((await late.fetch()).status()).toBe(409);
    expect(await storedEssay()).toBe('Zuerst');
  });

  test('whose answer alone is lost is no conflict', async () => {
    const { page, exercise, text, conflict } = await openEssay();
    const held = await holdNext(page);
    await text.fill('Alt');
    const unanswered = await held.arrived;
    expect((await unanswered.fetch()).ok()).toBe(true);
    await unanswered.abort();
    await text.fill('Neu');
    await expect.poll(storedEssay).toBe('Neu');
    await saved(exercise);
    expect(await conflict.isVisible()).toBe(false);
  });
});

describe('leaving the page', () => {
  const unsent = '**/localStoreItem/setForModel';
  const kept = 'Auf diesem Gerät gesichert';
  /** What the browser has asked before a page went. */
  let questions: string[];

  async function openUnasked(): Promise<Place> {
    const place = await openEssay();
    questions = [];
    place.page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.accept();
    });
    return place;
  }

  /** Whether the browser would ask before this page is left (HTML, section 7.4.2.4). */
  function wouldAsk(page: Page): Promise<boolean> {
    return page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  }

  test('keeps what was typed up to a tenth of a second before the tab is closed', async () => {
    const { page, text } = await openUnasked();
    const context = page.context();
    await page.route(unsent, (route) => route.abort());
    await text.pressSequentially('Gerade erst getippt');
    // This long a learner takes at least.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await page.close();
    await expect(storedEssay()).rejects.toThrow('no result');

    const next = await context.newPage();
    await next.goto(platform.shell);
    await next.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect.poll(() => storedEssay().catch(() => undefined)).toBe('Gerade erst getippt');
    expect(questions).toEqual([]);
  });

  test('while nothing can be sent is no loss: what was typed is there after a reload, and is sent', async () => {
    const { page, exercise, text } = await openUnasked();
    await page.route(unsent, (route) => route.abort());
    await text.pressSequentially('Ohne Verbindung');
    await exercise.getByText(`${kept} – wird übertragen`).waitFor();
    expect(await exercise.getByText('Gespeichert', { exact: true }).count()).toBe(0);
    // The container hears of it a moment after the learner sees it.
    await expect.poll(() => wouldAsk(page)).toBe(false);

    await page.reload();
    await exercise.locator('fieldset:enabled').waitFor();
    expect(await text.inputValue()).toBe('Ohne Verbindung');
    await exercise.getByText(kept).waitFor();
    await expect(storedEssay()).rejects.toThrow('no result');

    await page.unroute(unsent);
    await saved(exercise);
    expect(await storedEssay()).toBe('Ohne Verbindung');
    expect(questions).toEqual([]);
  });

  test('offline is no loss either: it is sent when the page is open again', async () => {
    const { page, exercise, text } = await openUnasked();
    await page.context().setOffline(true);
    await text.pressSequentially('Im Zug');
    await exercise.getByText(kept).waitFor();
    await page.goto('about:blank');
    await page.context().setOffline(false);

    await page.goto(platform.shell);
    await expect.poll(() => storedEssay().catch(() => undefined)).toBe('Im Zug');
    expect(questions).toEqual([]);
  });

  test('is asked about while something is only on the screen, such as what no choice was made for', async () => {
    const school = await openEssay();
    const home = await openUnasked();
    await school.text.fill('In der Schule geschrieben');
    await saved(school.exercise);
    await home.text.fill('Zu Hause geschrieben');
    await untilConflict(home);
    await home.text.pressSequentially(' und weiter');
    // The container hears of it a moment after the learner has typed.
    await expect.poll(() => wouldAsk(home.page)).toBe(true);
    await home.page.reload();
    expect(questions).toEqual(['beforeunload']);

    // The question is still there, and the version that it was asked for first.
    await untilConflict(home);
    expect(await home.text.inputValue()).toBe('Zu Hause geschrieben');
    await home.conflict.getByRole('button', { name: 'Meine Fassung behalten' }).click();
    await saved(home.exercise);
    expect(await storedEssay()).toBe('Zu Hause geschrieben');
  });
});
