import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';
import { inDatabase } from '../src/stored.ts';

/* Offline work on two devices meets once both have a connection again. Each test has a page of the course. */

const [mia] = newCast();
const atFirst = 'Vor den Ferien geschrieben';
const inSchool = 'In der Schule geändert';
const atHome = 'Zu Hause geändert';

/** Of the page that both are on. */
let topic: string;
let school: Reader;
let home: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  const address = addressOf('wasserkreislauf', 1);
  school = await readOn(browser, platform, mia, address);
  home = await readOn(browser, platform, mia, address, { viewport: { width: 390, height: 844 } });
});

/** Writes notes on a page, which the other device sees; then neither has a connection. */
async function writeAndPart(
  thema: string,
  number: number,
  notes: Readonly<Record<string, string>>,
): Promise<void> {
  topic = `${thema}-${number}`;
  await school.turnTo(thema, number);
  for (const [passage, words] of Object.entries(notes)) await school.write(passage, words);
  await school.saved();
  await home.turnTo(thema, number);
  for (const words of Object.values(notes)) await home.slips(words).waitFor();
  await school.context.setOffline(true);
  await home.context.setOffline(true);
}

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

/** Texts on both devices once they come to the page anew. */
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

test('what was done offline to different things simply joins', async () => {
  const passage = 'Im flachen Tal hat das Wasser Zeit.';
  await writeAndPart('bach', 1, { [passage]: atFirst });
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

describe('a note that was changed offline on two devices', () => {
  const version = (reader: Reader, title: string) =>
    reader.question.locator('.version').filter({ hasText: title }).locator('.version-text');

  test('is asked about on both: the last one stands, and the other is lost nowhere', async () => {
    await writeAndPart('wasserkreislauf', 2, {
      'Kleine Haufenwolken gehören zum schönen Wetter.': atFirst,
    });
    await school.rewrite(atFirst, inSchool);
    await school.saved('kept');
    await home.rewrite(atFirst, atHome);
    await home.saved('kept');
    await meet();
    await home.question.waitFor();
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

    await home.question.getByRole('button', { name: 'Andere Fassung behalten' }).press('Enter');
    await home.question.waitFor({ state: 'detached' });
    await expect.poll(keptCopies).toBe(0);
    await school.comeBack();
    expect(await notesOn(school)).toEqual([inSchool]);
    expect(await school.question.count()).toBe(0);
  });
});
