import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, faultsOnScreens } from '../src/accessibility.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';

/*
 * A teacher gives a class a page, the pupil finds it in the list, does it, and sees the solution once the teacher opens
 * it. Each test goes on where the one before has stopped.
 */

const [mia, , , thomas] = newCast();

let pupil: Reader;
let teacher: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  [teacher, pupil] = await Promise.all([
    readOn(browser, platform, thomas, addressOf('wasserkreislauf', 1)),
    readOn(browser, platform, mia, addressOf('wasserkreislauf', 1)),
  ]);
});

const press = (where: Locator, name: string) =>
  where.getByRole('button', { name, exact: true }).click();
const assignment = () => teacher.content.locator('[data-assignment]');
const exercise = (): Locator => pupil.content.locator('[data-exercise="kreislauf-luecken"]');
const toCover = ({ content }: Reader) =>
  content.getByRole('link', { name: 'Wasser entdecken, Übersicht' }).click();

describe('a teacher', () => {
  test('gives the page that is open, without a connection, which arrives later', async () => {
    const { content, context, page } = teacher;
    await content.getByRole('link', { name: 'Diese Seite als Auftrag geben' }).click();
    const form = content.getByRole('form', { name: 'Neuer Auftrag' });
    const chosen = form.getByRole('checkbox', { name: 'Woher kommt der Regen?' });
    expect(await chosen.isChecked()).toBe(true);
    await chosen.uncheck();
    await press(form, 'Geben');
    await form.getByText('Wählen Sie mindestens eine Seite oder Aufgabe.').waitFor();
    await form.getByRole('checkbox', { name: 'Die Reise eines Tropfens' }).check();
    const opens = form.getByLabel('Öffnen sich am');
    await opens.focus();
    await page.keyboard.type('05');
    await press(form, 'Geben');
    await form.getByText('Bitte geben Sie Tag und Uhrzeit ganz an.').waitFor();
    expect(await opens.getAttribute('aria-describedby')).toBe('assignment-form-problem');
    await opens.fill('2030-01-01T08:00');
    await opens.fill('');
    await form.getByLabel('Titel').fill('Die Reise eines Tropfens, bis Freitag');
    expect(await faultsOnScreens(page)).toEqual([]);
    // The entered text waits while its teacher reads on.
    await toCover(teacher);
    await content.getByRole('link', { name: 'Aufträge geben und ansehen' }).click();
    expect(await form.getByLabel('Titel').inputValue()).toMatch(/, bis Freitag$/);
    await context.setOffline(true);
    await press(form, 'Geben');
    await assignment().getByText('wird übertragen, sobald eine Verbindung da ist').waitFor();
    const add = content.getByRole('button', { name: 'Neuer Auftrag' });
    await add.and(content.locator(':focus')).waitFor();
    await context.setOffline(false);
    await assignment()
      .getByText(/^0 von \d+ fertig$/)
      .waitFor();
  });
});

describe('a pupil', () => {
  test('finds on the cover what is to do, and the way there', async () => {
    await toCover(pupil);
    const list = pupil.content.getByRole('region', { name: 'Zu tun' });
    await list.getByRole('heading', { name: 'Die Reise eines Tropfens, bis Freitag' }).waitFor();
    await list.getByText(/Klasse 5b · Bis /).waitFor();
    expect(await faultsOf(pupil.page)).toEqual([]);
    await list.getByRole('link', { name: 'Die Reise eines Tropfens', exact: true }).click();
    await exercise().locator('fieldset:enabled').waitFor();
    await exercise().getByText('Die Lösung öffnet deine Lehrperson später.').waitFor();
  });

  test('gets a hint after the second miss, and a tick once it is done', async () => {
    const gaps = exercise().getByRole('textbox');
    const hint = exercise().getByText('Tipp: ');
    await gaps.first().fill('Mond');
    await press(exercise(), 'Prüfen');
    await exercise().locator('.feedback-text').waitFor();
    expect(await hint.count()).toBe(0);
    await gaps.first().fill('Stern');
    await press(exercise(), 'Prüfen');
    await hint.waitFor();
    const words = ['Sonne', 'Wasserdampf', 'Tröpfchen', 'Wolke', 'Niederschlag', 'Meer'];
    for (const [place, word] of words.entries()) await gaps.nth(place).fill(word);
    await press(exercise(), 'Prüfen');
    await exercise().getByText('Geschafft').waitFor();
    await toCover(pupil);
    const list = pupil.content.getByRole('region', { name: 'Zu tun' });
    await list.locator('[data-state="done"]').getByText('Gemacht: ').first().waitFor();
  });
});

describe('the teacher again', () => {
  test('sees who has done it, and opens the solution, which the pupil then reads', async () => {
    await toCover(teacher);
    const { content, page } = teacher;
    await expect
      .poll(async () => {
        await toCover(teacher);
        await content.getByRole('link', { name: 'Aufträge geben und ansehen' }).click();
        await assignment().waitFor();
        return assignment()
          .getByText(/^1 von \d+ fertig$/)
          .count();
      })
      .toBe(1);
    await assignment()
      .getByText(/^1 von \d+ fertig$/)
      .click();
    await assignment().getByRole('listitem').filter({ hasText: '✓ fertig' }).waitFor();
    await press(assignment(), 'Lösungen öffnen');
    await assignment().getByText('Lösungen offen').waitFor();
    await assignment().getByText('wird übertragen').waitFor({ state: 'detached' });
    expect(await faultsOnScreens(page)).toEqual([]);

    await pupil.turnTo('wasserkreislauf', 1);
    await exercise().getByText('Lösung', { exact: true }).click();
    await exercise()
      .getByText(/Die Sonne erwärmt das Wasser im See\. Es verdunstet/)
      .waitFor();
    expect(await faultsOf(pupil.page)).toEqual([]);
  });

  test('takes it back only once asked again', async () => {
    const { content, page } = teacher;
    await press(assignment(), 'Ändern');
    await press(content.getByRole('form'), 'Abbrechen');
    const change = assignment().getByRole('button', { name: 'Ändern' });
    await change.and(content.locator(':focus')).waitFor();
    await press(assignment(), 'Zurücknehmen');
    const keep = assignment().getByRole('button', { name: 'Nein' });
    await keep.and(content.locator(':focus')).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await keep.click();
    await press(assignment(), 'Zurücknehmen');
    await press(assignment(), 'Ja, zurücknehmen');
    await content.getByText('Diese Klasse hat in diesem Kurs noch keinen Auftrag.').waitFor();
  });

  test('deletes the class over the page, which says so', async () => {
    const { content, page } = teacher;
    await content.getByRole('button', { name: thomas.given_name }).click();
    await press(content.locator(':root'), 'Klassen');
    const dialog = page.getByRole('dialog', { name: 'Klassen' });
    await press(dialog, 'Klasse löschen');
    await press(dialog, 'Endgültig löschen');
    await dialog.getByText('«Klasse 5b» ist gelöscht.').waitFor();
    await press(dialog, 'Schliessen');
    await content.getByText('Keine Ihrer Klassen arbeitet mit diesem Kurs.').waitFor();
    expect(await content.getByRole('button', { name: 'Neuer Auftrag' }).isVisible()).toBe(false);
  });
});
