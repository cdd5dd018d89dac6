import type { Browser } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';
import { inDatabase } from '../src/stored.ts';

/* What a learner does offline on two devices meets once both have a connection again. */

const [mia] = newCast();
const atFirst = 'Vor den Ferien geschrieben';
const inSchool = 'In der Schule geändert';
const atHome = 'Zu Hause geändert';

/** Pages with a passage each. A journey takes one that no other has been on. */
const places = [
  ['wasserkreislauf', 1, 'Warme Luft steigt auf.'],
  ['wasserkreislauf', 2, 'Kleine Haufenwolken gehören zum schönen Wetter.'],
  ['wasserkreislauf', 3, 'Das gebrauchte Wasser heisst Abwasser.'],
  ['bach', 1, 'Im flachen Tal hat das Wasser Zeit.'],
  ['bach', 2, 'Kleine Tiere halten sich am Grund fest.'],
  ['bach', 3, 'Auch du kannst etwas tun.'],
] as const;
const untouched = [...places];

let platform: SharedPlatform;
let browser: Browser;
let topic: string;
let passage: string;
let school: Reader;
let home: Reader;

visitBeforeAll((stage) => ({ platform, browser } = stage));
beforeEach(async () => {
  const [thema, number, sentence] = untouched.shift()!;
  [topic, passage] = [`${thema}-${number}`, sentence];
  const address = addressOf(thema, number);
  school = await readOn(browser, platform, mia, address);
  await school.write(passage, atFirst);
  await school.saved();
  home = await readOn(browser, platform, mia, address, { viewport: { width: 390, height: 844 } });
  await home.slips(atFirst).waitFor();
  await school.context.setOffline(true);
  await home.context.setOffline(true);
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

/** How many versions of the topic's items are kept for a choice, whatever pages show. */
const keptCopies = () =>
  inDatabase(platform, async (database) => {
    const copies = await database
      .selectFrom('clag.conflict_copies')
      .select('item_id')
      .where('subject', '=', mia.subject)
      .where('model_id', '=', topic)
      .execute();
    return copies.length;
  });

/** First what was done in school arrives, then what was done at home. */
async function meet(): Promise<void> {
  await school.context.setOffline(false);
  await school.saved();
  await home.context.setOffline(false);
  await home.saved();
}

/** The words of the notes on the page. */
async function notesOn({ content }: Reader): Promise<string[]> {
  const notes = await content.locator('.slip:not(.mark-only) .slip-text').allInnerTexts();
  return notes.toSorted();
}

/** What both devices show once they come to the page anew. */
async function shownOnBoth() {
  const shown = [];
  for (const device of [school, home]) {
    await device.comeBack();
    shown.push({ notes: await notesOn(device), questions: await device.question.count() });
  }
  return shown;
}

/** These notes on both, and nothing that is still to be decided. */
function settled(...notes: readonly string[]) {
  const shown = { notes: notes.toSorted(), questions: 0 };
  return [shown, shown];
}

describe('a note that was changed offline on two devices', () => {
  beforeEach(async () => {
    await school.rewrite(atFirst, inSchool);
    await school.saved('kept');
    await home.rewrite(atFirst, atHome);
    await home.saved('kept');
    await meet();
    await home.question.waitFor();
  });

  const version = (reader: Reader, title: string) =>
    reader.question.locator('.version').filter({ hasText: title }).locator('.version-text');

  test('is asked about on both: the last one stands, and the other is lost nowhere', async () => {
    expect(await keptCopies()).toBe(1);
    await school.comeBack();
    for (const device of [home, school]) {
      expect(await version(device, 'Diese Fassung').innerText()).toBe(atHome);
      expect(await version(device, 'Die andere Fassung').innerText()).toBe(inSchool);
    }
    // Nothing is settled by writing on, or by going away.
    await home.rewrite(atHome, `${atHome}, und weiter`);
    await home.saved();
    await home.content.getByRole('link', { name: 'Meine Notizen' }).click();
    expect(await version(home, 'Diese Fassung').innerText()).toBe(`${atHome}, und weiter`);
    expect(await version(home, 'Die andere Fassung').innerText()).toBe(inSchool);
    expect(await faultsOf(home.page)).toEqual([]);

    await home.question.getByRole('button', { name: 'Andere behalten' }).press('Enter');
    await home.question.waitFor({ state: 'detached' });
    await expect.poll(keptCopies).toBe(0);
    await school.comeBack();
    expect(await notesOn(school)).toEqual([inSchool]);
    expect(await school.question.count()).toBe(0);
  });

  test.each([
    ['Diese behalten', [atHome]],
    ['Andere behalten', [inSchool]],
    ['Beide behalten', [atHome, inSchool]],
  ])('is what the learner chooses: %s', async (choice, notes) => {
    await home.question.getByRole('button', { name: choice }).click();
    await home.question.waitFor({ state: 'detached' });
    await home.saved();
    expect(await shownOnBoth()).toEqual(settled(...notes));
    expect(await keptCopies()).toBe(0);
  });
});

test('what was done offline to different things simply joins', async () => {
  await school.bookmark.click();
  await school.rewrite(atFirst, inSchool);
  await school.saved('kept');
  // The colour of the same passage is another thing than its note.
  await home.slips(atFirst).click();
  await home.card.getByRole('radio', { name: 'Blau' }).check();
  await home.card.getByRole('button', { name: 'Fertig' }).click();
  await home.saved('kept');
  await meet();
  expect(await shownOnBoth()).toEqual(settled(inSchool));
  expect(await keptCopies()).toBe(0);
  for (const device of [school, home]) {
    expect(await device.painted()).toEqual({ blue: [passage] });
    expect(await device.bookmark.getAttribute('aria-pressed')).toBe('true');
  }
});

test('a note that was deleted on one device and changed on the other is not gone before the learner says so', async () => {
  // Arrives first, so that deleting comes last.
  await school.rewrite(atFirst, inSchool);
  await school.saved('kept');
  await home.slips(atFirst).click();
  await home.card.getByRole('button', { name: 'Löschen' }).click();
  await home.card.getByRole('button', { name: 'Notiz wirklich löschen?' }).click();
  await home.saved('kept');
  await meet();
  await home.question.getByText(inSchool).waitFor();
  await home.question.getByText('Gelöscht').waitFor();
  await home.question.getByRole('button', { name: 'Andere behalten' }).click();
  await home.saved();
  expect(await shownOnBoth()).toEqual(settled(inSchool));
  expect(await keptCopies()).toBe(0);
});
