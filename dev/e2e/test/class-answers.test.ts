import { classIdOf } from '@lectern/env/casts';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, faultsOnScreens } from '../src/accessibility.ts';
import { fillIn, saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';
import { servicesOf } from '../src/services.ts';

/*
 * A lesson from both sides: a teacher gives an exercise, pupils do it, one of them without a connection; the teacher reads
 * their answers, comments and hands back; a pupil does it again, and the progress says so. Each test goes on where the one
 * before has stopped.
 */

const [mia, , lea, thomas] = newCast();
// Shares nothing.
const [noa] = newCast();
const address = addressOf('bach', 3);
const first = 'Liebe Gemeinde, der Bach braucht Bäume.';
const second = 'Liebe Gemeinde, der Bach braucht Bäume, weil sie Schatten geben.';
const third = `${second} Und Würmer.`;

let pupil: Reader;
let other: Reader;
let teacher: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  const group_id = classIdOf(thomas);
  const ofTeacher = servicesOf(platform, thomas).gres;
  const { group } = await ofTeacher.groupsInspect({ body: { subject: thomas.subject, group_id } });
  for (const [account, display_name] of [
    [lea, 'Lea'],
    [noa, 'Noa'],
  ] as const) {
    const { subject } = account;
    const { gres } = servicesOf(platform, account);
    await gres.groupsJoin({ body: { subject, join_code: group.join_code!, display_name } });
  }
  await ofTeacher.groupsAcceptMemberships({
    body: {
      group_id,
      memberships: [lea, noa].map(({ subject }) => ({ subject, membership_types: [] })),
    },
  });
  for (const account of [mia, lea])
    await servicesOf(platform, account).gres.usersUpdate({
      body: {
        subject: account.subject,
        group_id,
        display_name: account.given_name,
        sharings: [{ course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Answers'] }],
      },
    });
  teacher = await readOn(browser, platform, thomas, address);
  pupil = await readOn(browser, platform, mia, address);
  other = await readOn(browser, platform, lea, address);
});

const exercise = ({ content }: Reader, id = 'bach-brief'): Locator =>
  content.locator(`[data-exercise="${id}"]`);
const panel = (reader: Reader, id?: string): Locator =>
  exercise(reader, id).locator('.class-answers');
const press = (where: Locator, name: string) =>
  where.getByRole('button', { name, exact: true }).click();

const isFocused = (element: Element) => element === element.ownerDocument.activeElement;
const isInSight = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && Math.floor(bottom) <= innerHeight;
};

/** Writes the letter, and says that it is finished. */
async function write(words: string, by = pupil, state = 'saved'): Promise<void> {
  const letter = exercise(by);
  await letter.getByRole('textbox').fill(words);
  await press(letter, 'Fertig');
  await letter.locator(`[data-save-state="${state}"]`).waitFor();
}

const toCover = ({ content }: Reader) =>
  content.getByRole('link', { name: 'Wasser entdecken, Übersicht' }).click();
const assignment = () => teacher.content.locator('[data-assignment]');

/** Opens the assignments anew until so many have done it. */
async function untilDone(count: number): Promise<void> {
  const isSo = async () => {
    await toCover(teacher);
    await teacher.content.getByRole('link', { name: 'Aufträge geben und ansehen' }).click();
    return assignment()
      .getByText(/^\d+ von 3 fertig$/)
      .textContent();
  };
  await expect.poll(isSo).toBe(`${count} von 3 fertig`);
}

/** The state of the letter in the class's table, with the row of a pupil. */
async function stateOf(name: string): Promise<[Locator, Locator]> {
  const table = teacher.page.getByRole('dialog', { name: 'Fortschritt' });
  if (!(await table.isVisible())) {
    await toCover(teacher);
    await teacher.content.getByRole('button', { name: 'Fortschritt der Klassen' }).click();
    await table.getByRole('button', { name: 'Leben am Bach', exact: true }).click();
  }
  return [
    table
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('cell')
      .nth(-2),
    table,
  ];
}

async function give(words: string): Promise<void> {
  await panel(teacher).getByLabel('Rückmeldung an Mia').fill(words);
  await press(panel(teacher), 'Kommentar geben');
}

describe('an exercise', () => {
  test('is given to the class', async () => {
    const { content } = teacher;
    await content.getByRole('link', { name: 'Diese Seite als Auftrag geben' }).click();
    const form = content.getByRole('form', { name: 'Neuer Auftrag' });
    await form.getByRole('checkbox', { checked: true }).uncheck();
    await form.getByRole('checkbox', { name: 'Ein Brief für den Bach' }).check();
    await press(form, 'Geben');
    await assignment().getByText('0 von 3 fertig').waitFor();
    expect(await assignment().count()).toBe(1);
  });

  test('is done by pupils, also without a connection', async () => {
    await toCover(pupil);
    const list = pupil.content.getByRole('region', { name: 'Zu tun' });
    await list.getByRole('link', { name: 'Ein Brief für den Bach' }).click();
    await write(first);
    const third = await readOn(browser, platform, noa, address);
    await exercise(third).getByRole('textbox').fill('Liebe Gemeinde');
    await saved(exercise(third));
    await third.context.close();
    await other.context.setOffline(true);
    await write('Ohne Netz.', other, 'kept');
    await untilDone(1);
    await other.context.setOffline(false);
    await saved(exercise(other));
    expect(await exercise(other).getByRole('textbox').inputValue()).toBe('Ohne Netz.');
    await untilDone(2);
  });
});

describe('a teacher', () => {
  test('finds the class on the cover, and in it what there is to read', async () => {
    const { content } = teacher;
    await toCover(teacher);
    await content.getByRole('link', { name: 'Klasse 5b: Antworten lesen' }).click();
    await content.getByRole('heading', { name: 'Antworten der Klasse' }).waitFor();
    const row = content.getByRole('listitem').filter({ hasText: '2 ohne Rückmeldung' });
    await row.getByText('2 Antworten').waitFor();
    expect(await faultsOnScreens(teacher.page)).toEqual([]);
    await row.getByRole('link').click();
    await panel(teacher).getByText('Ohne Netz.').waitFor();
    const chosen = panel(teacher).getByRole('heading', { name: 'Lea' });
    await expect.poll(() => chosen.evaluate(isFocused)).toBe(true);
    await panel(teacher).getByRole('button', { name: /^Mia/ }).click();
    await panel(teacher).getByRole('heading', { name: 'Mia' }).waitFor();
    await panel(teacher).getByText(first).waitFor();
    expect(await panel(teacher).getByText('fertig').first().isVisible()).toBe(true);
  });

  test('goes to the next pupil by a key, and is told who shares nothing', async () => {
    const shown = panel(teacher);
    await shown.getByText('1 von 3 teilt die Antworten nicht mit dieser Klasse.').waitFor();
    await shown.getByRole('heading', { name: 'Mia' }).focus();
    await teacher.page.keyboard.press('ArrowRight');
    await shown.getByText('Noa teilt die Antworten zu diesem Kurs nicht').waitFor();
    expect(await shown.getByRole('textbox').count()).toBe(0);
    await teacher.content.getByText('Noa: teilt nicht. 3 von 3.').waitFor();
    await teacher.page.keyboard.press('ArrowLeft');
    await shown.getByText(first).waitFor();
    expect(await faultsOnScreens(teacher.page)).toEqual([]);
  });

  test('keeps what has the focus in sight, and what is pressed in its place', async () => {
    const { page } = teacher;
    const shown = panel(teacher);
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, height: 400 });
    await shown.getByRole('button', { name: /^Mia/ }).focus();
    await page.keyboard.press('ArrowRight');
    const next = shown.getByRole('button', { name: /^Noa/ });
    await expect.poll(() => next.evaluate(isFocused)).toBe(true);
    // The focus says so already.
    expect(await teacher.content.getByText('Noa: teilt nicht.').count()).toBe(0);
    await page.keyboard.press('ArrowLeft');
    const previous = shown.getByRole('button', { name: 'Vorherige Person' });
    // With the answer the button is hidden.
    await shown.getByRole('button', { name: 'Gesehen' }).focus();
    await page.keyboard.press('ArrowRight');
    const noa = shown.getByRole('heading', { name: 'Noa' });
    await expect.poll(() => noa.evaluate(isFocused)).toBe(true);
    expect(await noa.evaluate(isInSight)).toBe(true);
    await previous.scrollIntoViewIfNeeded();
    await previous.click();
    const { y } = (await previous.boundingBox())!;
    await shown.getByRole('button', { name: 'Nächste Person' }).click();
    expect((await previous.boundingBox())!.y).toBeCloseTo(y, 0);
    await previous.click();
    await page.setViewportSize(size);
  });

  test('comments without a connection, which arrives later', async () => {
    const shown = panel(teacher);
    await teacher.context.setOffline(true);
    // A typed comment stays with its pupil.
    const field = shown.getByLabel('Rückmeldung an Mia');
    await field.fill('Warum?');
    await press(shown, 'Nächste Person');
    await press(shown, 'Vorherige Person');
    expect(await field.inputValue()).toBe('Warum?');
    await give('Warum braucht er sie?');
    const outcome = shown.getByText('Kommentar: gespeichert.');
    await expect.poll(() => outcome.evaluate(isInSight)).toBe(true);
    const given = shown.getByRole('listitem').filter({ hasText: 'Warum braucht er sie?' });
    await given.getByText('wird übertragen, sobald eine Verbindung da ist').waitFor();
    await teacher.context.setOffline(false);
    await given.getByText('wird übertragen').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('');
  });

  test('hands back', async () => {
    await press(panel(teacher), 'Noch einmal');
    const given = panel(teacher).locator('[data-feedback="again"]');
    await panel(teacher).getByText('Noch einmal: gespeichert.').waitFor();
    await given.getByText('wird übertragen').waitFor({ state: 'detached' });
    expect(await given.count()).toBe(1);
    // The text of a new comment stays while another one is changed, and that one stays as it is.
    const field = panel(teacher).getByLabel('Rückmeldung an Mia');
    await field.fill('Entwurf');
    await press(given, 'Ändern');
    expect(await given.getByLabel('Noch einmal ändern').evaluate(isFocused)).toBe(true);
    await press(given, 'Abbrechen');
    expect(await given.getByRole('button', { name: 'Ändern' }).evaluate(isFocused)).toBe(true);
    await press(given, 'Ändern');
    await given.getByLabel('Noch einmal ändern').fill('Bitte mit Grund.');
    await press(given, 'Sichern');
    await given.getByText('Bitte mit Grund.').waitFor();
    expect(await field.inputValue()).toBe('Entwurf');
    await field.fill('');
    await given.getByText('wird übertragen').waitFor({ state: 'detached' });
    await press(panel(teacher), 'Vorherige Person');
    await press(panel(teacher), 'Gesehen');
    await panel(teacher).getByText('Gesehen: gespeichert.').waitFor();
    const [state, table] = await stateOf('Lea');
    await state.getByText('gesehen').waitFor();
    for (const [name, words] of [
      ['Mia', 'noch einmal ansehen'],
      ['Noa', 'begonnen'],
    ] as const)
      await (await stateOf(name))[0].getByText(words, { exact: true }).waitFor();
    await press(table, 'Schliessen');
  });
});

describe('the pupil', () => {
  test('meets it at the exercise and in one list', async () => {
    await pupil.page.reload();
    const received = exercise(pupil).getByRole('complementary');
    await received.getByText('Warum braucht er sie?').waitFor();
    await received.getByText('Schau es dir noch einmal an').waitFor();
    expect(await exercise(pupil).getByText('Geschafft').isVisible()).toBe(false);
    const marks = received.getByText('Neu', { exact: true });
    expect(await marks.count()).toBe(2);
    const menu = pupil.content.getByRole('button', { name: mia.given_name });
    await marks.first().scrollIntoViewIfNeeded();
    // Once they are seen nothing is counted any more; the marks stay until the page is left.
    await pupil.content.getByText('neue Rückmeldung').waitFor({ state: 'hidden' });
    expect(await marks.count()).toBe(2);
    await menu.click();
    await pupil.content.getByRole('link', { name: 'Rückmeldungen', exact: true }).click();
    await pupil.content.getByRole('heading', { name: 'Rückmeldungen', level: 1 }).waitFor();
    await pupil.content.getByText('Warum braucht er sie?').waitFor();
    expect(await faultsOnScreens(pupil.page)).toEqual([]);
    await pupil.content
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .getByRole('link')
      .click();
    await received.getByText('Warum braucht er sie?').waitFor();
    expect(await marks.count()).toBe(0);
  });

  test('row 142: sees at the answer who reads it, and takes that back and gives it again', async () => {
    const readers = exercise(pupil).locator('.readers');
    await readers.getByText(/^Deine Antwort liest auch .+ \(Klasse 5b\)\.$/).waitFor();
    const dialog = pupil.page.getByRole('dialog', { name: 'Wer liest deine Antworten?' });
    const box = dialog.getByRole('checkbox', { name: /^Meine Antworten/ });
    await press(readers, 'Ändern, wer es liest');
    await dialog.getByText('Wasser entdecken', { exact: true }).waitFor();
    await box.uncheck();
    // Behind the dialog it is so at once.
    await readers.getByText('Deine Antwort liest nur du.').waitFor();
    expect(await faultsOf(pupil.page)).toEqual([]);
    await press(dialog, 'Schliessen');
    const share = readers.getByRole('button', { name: 'Mit meiner Lehrperson teilen' });
    await expect.poll(() => share.evaluate(isFocused)).toBe(true);
    await share.click();
    await box.check();
    await readers.getByText('Deine Antwort liest auch').waitFor();
    await press(dialog, 'Schliessen');
  });

  test('finds it on the cover once more', async () => {
    await toCover(pupil);
    const list = pupil.content.getByRole('region', { name: 'Zu tun' });
    await list.locator('[data-state="open"]').getByText('Noch einmal: ').waitFor();
    expect(await faultsOf(pupil.page)).toEqual([]);
    await list.getByRole('link', { name: 'Ein Brief für den Bach' }).click();
  });

  test('goes on, and still reads what the comment was about', async () => {
    await exercise(pupil).locator('fieldset:enabled').waitFor();
    const readers = exercise(pupil).locator('.readers');
    await exercise(pupil).getByRole('textbox').fill('Noch nicht fertig');
    await readers.getByText('liest noch, was du am').waitFor();
    await write(second);
    await readers.getByText('Deine Antwort liest auch').waitFor();
    const received = exercise(pupil).getByRole('complementary');
    await exercise(pupil).getByText('Geschafft').waitFor();
    await received.getByText('Das hast du noch einmal gemacht').waitFor();
    await received.getByText('Deine Antwort von damals').first().click();
    await received.getByText(first).first().waitFor();
    expect(await exercise(pupil).getByRole('textbox').inputValue()).toBe(second);
  });
});

describe('the teacher again', () => {
  test('comes from the table of the class to the new answer, with the old one beside', async () => {
    const [state, table] = await stateOf('Mia');
    await state.getByText('abgegeben').waitFor();
    await state.getByRole('button').click();
    await table.waitFor({ state: 'hidden' });
    const shown = panel(teacher);
    await shown.getByText(second).waitFor();
    expect(await shown.getByRole('heading', { name: 'Mia' }).evaluate(isFocused)).toBe(true);
    await shown.getByText('neu geschrieben').waitFor();
    await shown.getByText('Zu dieser früheren Fassung').first().click();
    await shown.getByText(first).first().waitFor();
    const [own] = await shown.getByRole('button', { name: 'Zurücknehmen' }).all();
    await own!.click();
    await shown.getByText('Die Rückmeldung ist zurückgenommen.').waitFor();
    const field = shown.getByLabel('Rückmeldung an Mia');
    expect(await field.inputValue()).toBe('Bitte mit Grund.');
    await field.fill('');
    await teacher.comeBack();
    await press(panel(teacher), 'Antworten der Klasse');
    await shown.getByText('Warum braucht er sie?').waitFor();
    expect(await shown.locator('[data-feedback]').count()).toBe(1);
  });

  test('comments what it reads, while the pupil goes on', async () => {
    const shown = panel(teacher);
    await shown.getByLabel('Rückmeldung an Mia').fill('Gut begründet.');
    await write(third);
    // Opened anew, it reads anew.
    await press(shown, 'Antworten der Klasse');
    await press(shown, 'Antworten der Klasse');
    await shown.getByText('Mia hat inzwischen weitergearbeitet.').waitFor();
    expect(await shown.getByText(second, { exact: true }).isVisible()).toBe(true);
    expect(await shown.getByText(third).count()).toBe(0);
    expect(await faultsOf(teacher.page)).toEqual([]);
    await press(shown, 'Kommentar geben');
    await shown.getByText(third).waitFor();
    const given = shown.getByRole('listitem').filter({ hasText: 'Gut begründet.' });
    await given.getByText('Zu dieser früheren Fassung').click();
    await given.getByText(second).waitFor();
  });

  test('sees each of the six types as the pupil does', async () => {
    /** By page and exercise, what shows the answer. */
    const pages: Readonly<Record<string, Readonly<Record<string, (answer: Locator) => Locator>>>> =
      {
        1: {
          'bach-lauf': (answer) => answer.locator('.marker-label', { hasText: 'Quelle' }),
          'bach-zeichnen': (answer) => answer.getByRole('img', { name: 'Antwort von Mia' }),
        },
        2: {
          'bach-tiere': (answer) => answer.locator('.place-cards', { hasText: 'Eisvogel' }),
          'tiere-luecken': (answer) => answer.getByLabel('Lücke 5 von 5'),
        },
        3: { 'bach-schutz': (answer) => answer.locator('.option:has(:checked)') },
      };
    for (const [page, exercises] of Object.entries(pages)) {
      await pupil.turnTo('bach', Number(page));
      await teacher.turnTo('bach', Number(page));
      for (const [id, shows] of Object.entries(exercises)) {
        const task = exercise(pupil, id);
        await task.locator('fieldset:enabled').waitFor();
        await fillIn(task);
        await saved(task);
        await press(exercise(teacher, id), 'Antworten der Klasse');
        await shows(panel(teacher, id).locator('.read-only')).waitFor();
      }
      expect(await faultsOf(teacher.page)).toEqual([]);
    }
  });

  test('hears that the class is gone that a comment was for, and keeps the words', async () => {
    const shown = panel(teacher, 'bach-schutz');
    await shown.getByLabel('Rückmeldung an Mia').fill('Denk an die Fische.');
    await servicesOf(platform, thomas).gres.groupsDelete({
      body: { group_id: classIdOf(thomas) },
    });
    await press(shown, 'Kommentar geben');
    const refused = shown.getByRole('listitem').filter({ hasText: 'nicht übernommen' });
    const field = refused.getByLabel('Kommentar ändern');
    await expect.poll(() => field.inputValue()).toBe('Denk an die Fische.');
    expect(await refused.getByText('wird übertragen').count()).toBe(0);
    expect(await shown.getByText('Kommentar: gespeichert.').count()).toBe(0);
  });
});
