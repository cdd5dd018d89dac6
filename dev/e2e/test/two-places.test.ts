import { AxeBuilder } from '@axe-core/playwright';
import { demoAccounts, type Platform } from '@lectern/env';
import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { saved } from '../src/exercises.ts';
import { startBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { inDatabase, stored } from '../src/stored.ts';

const [mia] = demoAccounts;
const essay = 'bach-brief';

let platform: Platform;
let browser: Browser;

startBeforeAll((started) => ({ platform, browser } = started));
beforeEach(() =>
  inDatabase(platform, (database) => database.deleteFrom('clag.local_store_items').execute()),
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
  const { page, content, signIn } = await arrive(await browser.newContext(options), platform);
  await signIn(mia, `/login?exerciseGroupId=${essay}`);
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
    const { violations } = await new AxeBuilder({ page: home.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    const [card, question] = await Promise.all([
      home.exercise.boundingBox(),
      home.conflict.boundingBox(),
    ]);
    expect(question!.x + question!.width).toBeLessThanOrEqual(card!.x + card!.width);
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
  test('is asked about while something is not saved, and only then', async () => {
    const { page, exercise, text } = await openEssay();
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await page.context().setOffline(true);
    await text.pressSequentially('Noch nicht gespeichert');
    await exercise.getByText('Noch nicht gespeichert – neuer Versuch läuft').waitFor();
    // Not by page.reload, which would wait for a page that does not come.
    await page.evaluate(() => void setTimeout(() => location.reload()));
    await expect.poll(() => questions).toEqual(['beforeunload']);
    expect(await text.inputValue()).toBe('Noch nicht gespeichert');

    await page.context().setOffline(false);
    await saved(exercise);
    await page.reload();
    expect(questions).toEqual(['beforeunload']);
  });

  test('does not end what is being saved', async () => {
    const { page, exercise, text } = await openEssay();
    page.on('dialog', (dialog) => void dialog.accept());
    await text.pressSequentially('Gerade erst getippt');
    await exercise.locator('[data-save-state="saving"], [data-save-state="saved"]').waitFor();
    await page.reload();
    await expect.poll(storedEssay).toBe('Gerade erst getippt');
  });
});
