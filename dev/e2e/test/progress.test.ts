import { beforeAll, describe, expect, test } from 'vitest';
import { faultsOnScreens } from '../src/accessibility.ts';
import { saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';

/*
 * «Fortschritt»: what a teacher sees of a class, and a pupil of their own, after work in the demo publication. Each test
 * goes on where the one before has stopped.
 */

const [mia, , , thomas] = newCast();
const page = addressOf('bach', 1);

let pupil: Reader;
let teacher: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  pupil = await readOn(browser, platform, mia, page);
  teacher = await readOn(browser, platform, thomas, page);
});

const dialog = ({ page: shown }: Reader) => shown.getByRole('dialog', { name: 'Fortschritt' });

/** By the menu of the publication, as people find it. */
async function openProgress(reader: Reader, name: string): Promise<void> {
  await reader.content.getByRole('button', { name }).click();
  await reader.content.getByRole('button', { name: 'Fortschritt', exact: true }).click();
  await dialog(reader).getByRole('table').first().waitFor();
}

async function closeProgress(reader: Reader): Promise<void> {
  await dialog(reader).getByRole('button', { name: 'Schliessen' }).click();
  await dialog(reader).waitFor({ state: 'hidden' });
}

/** Puts each word at its place in the picture of the brook; then it is scored. */
async function solve({ content }: Reader): Promise<void> {
  const exercise = content.locator('[data-exercise="bach-lauf"]');
  await exercise.locator('fieldset:enabled').waitFor();
  const again = exercise.getByRole('button', { name: 'Nochmals' });
  if (await again.isVisible()) await again.click();
  const places: Readonly<Record<string, number>> = {
    Quelle: 0,
    Seitenbach: 1,
    Schlaufe: 2,
    Mündung: 3,
  };
  for (const [word, place] of Object.entries(places)) {
    await exercise.locator('.pool .card', { hasText: word }).click();
    await exercise.locator('.marker').nth(place).click();
  }
  await exercise.getByRole('button', { name: /Prüfen|Fertig/ }).click();
}

function scrollsSideways({ page: shown }: Reader): Promise<boolean> {
  return shown
    .locator('.progress-body')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
}

describe('the statistics', () => {
  test('show a teacher what a pupil has just done, down to the exercise', async () => {
    await solve(pupil);
    await saved(pupil.content.locator('[data-exercise="bach-lauf"]'));
    await openProgress(pupil, mia.given_name);
    const own = dialog(pupil);
    await own.getByRole('heading', { name: 'Mein Fortschritt' }).waitFor();
    const ofBrook = own.getByRole('row', { name: /Leben am Bach/ });
    await ofBrook.getByText('1 von').waitFor();
    expect(await ofBrook.textContent()).toContain('Ø 100');
    // No other learner can be chosen, and none is named.
    expect(await own.getByLabel('Wer', { exact: true }).count()).toBe(0);

    await openProgress(teacher, thomas.given_name);
    const shown = dialog(teacher);
    const row = shown.getByRole('row', { name: /Mia/ });
    await row.getByText('1 von').waitFor();
    await shown.getByRole('button', { name: 'Leben am Bach', exact: true }).click();
    await shown.getByRole('columnheader', { name: 'Vom Berg ins Tal' }).waitFor();
    // The button is gone with its column.
    const table = shown.getByRole('region', { name: 'Fortschritt der Klasse' });
    await table.and(shown.locator(':focus')).waitFor();
    await row.getByText('richtig').waitFor();
    expect(await row.textContent()).toContain('100');
  });

  test('go on while a class works, without a press', async () => {
    await closeProgress(pupil);
    await pupil.page.goto(`${platform.shell}/?themaId=bach&subThemaNumber=3`);
    const letter = pupil.content.locator('[data-exercise="bach-brief"]');
    await letter.locator('fieldset:enabled').waitFor();
    await letter.getByRole('textbox').fill('Liebe Gemeinde');
    await saved(letter);
    const row = dialog(teacher).getByRole('row', { name: /Mia/ });
    await row.getByText('begonnen', { exact: true }).waitFor();
    await letter.getByRole('button', { name: 'Fertig' }).click();
    await expect.poll(() => row.getByText('abgegeben').count()).toBe(1);
  });

  test('are in the order of a column, and kept as a file', async () => {
    const shown = dialog(teacher);
    const head = shown.getByRole('columnheader', { name: 'Name' });
    await head.getByRole('button', { name: 'Nach «Name» ordnen' }).click();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await head.getByRole('button').click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    const download = teacher.page.waitForEvent('download');
    await shown.getByRole('button', { name: 'Tabelle herunterladen' }).click();
    expect((await download).suggestedFilename()).toMatch(
      /^lectern-.*-Wasser-entdecken-Leben-am-Bach-.*\.csv$/,
    );
  });

  test('have the names before the choices on a phone', async () => {
    const top = async (what: string) =>
      (await dialog(teacher).locator(what).first().boundingBox())!.y;
    await teacher.page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(async () => (await top('tbody th')) < (await top('.progress-filters')))
      .toBe(true);
    await teacher.page.setViewportSize({ width: 1280, height: 844 });
    await expect
      .poll(async () => (await top('tbody th')) > (await top('.progress-filters')))
      .toBe(true);
  });

  test('are as wide as the window, for pupils as for teachers', async () => {
    await openProgress(pupil, mia.given_name);
    await dialog(teacher).getByRole('columnheader').nth(3).waitFor();
    for (const width of [390, 820, 1280]) {
      for (const reader of [teacher, pupil]) {
        await reader.page.setViewportSize({ width, height: 844 });
        await expect.poll(() => scrollsSideways(reader), { message: `at ${width}` }).toBe(false);
      }
    }
    await closeProgress(teacher);
    await closeProgress(pupil);
  });

  test('are reached by teachers where they read, and count the exercises of one difficulty', async () => {
    await teacher.content.getByRole('button', { name: 'Fortschritt der Klassen' }).click();
    const shown = dialog(teacher);
    await shown.getByRole('row', { name: /Mia/ }).waitFor();
    const counted = () => shown.getByRole('row', { name: /Mia/ }).getByRole('cell').allInnerTexts();
    const all = await counted();
    await shown.getByLabel('Schwierigkeit').selectOption({ label: 'schwierig' });
    await expect.poll(counted).not.toEqual(all);
    await closeProgress(teacher);
    await teacher.content
      .getByRole('link', { name: /Wasser entdecken/ })
      .first()
      .click();
    await teacher.content.locator('.start-page').waitFor();
    await teacher.content.getByRole('button', { name: 'Fortschritt der Klassen' }).click();
    await shown.getByRole('row', { name: /Mia/ }).waitFor();
    await closeProgress(teacher);
    expect(await pupil.content.getByText('Fortschritt der Klassen').isVisible()).toBe(false);
  });

  test('are drawn as a line and as a pie, with the same numbers as a table', async () => {
    await openProgress(teacher, thomas.given_name);
    const shown = dialog(teacher);
    await shown.locator('.recharts-line').first().waitFor();
    await shown.getByText('Als Tabelle zeigen').click();
    const month = new Intl.DateTimeFormat('de-CH', { month: 'long' }).format(new Date());
    const ofMonth = shown.getByRole('row', { name: new RegExp(`^${month}`) });
    expect(await ofMonth.getByRole('cell').last().textContent()).toBe('2');
    // Nothing is said of months to come.
    const heads = shown.getByRole('group').getByRole('rowheader');
    expect(await heads.last().textContent()).toBe(month);
    await shown.getByText('Kreis', { exact: true }).click();
    await shown.locator('.recharts-pie-sector').first().waitFor();
    expect(await shown.getByText('Monate', { exact: true }).count()).toBe(0);
    expect(
      await shown
        .getByRole('row', { name: /^richtig/ })
        .getByRole('cell')
        .textContent(),
    ).toBe('1');
    await shown.getByText('Linie', { exact: true }).click();
    for (const [period, head] of [
      ['Wochen', 'Woche'],
      ['Monate', 'Monat'],
      ['Schuljahre', 'Schuljahr'],
      ['Monate', 'Monat'],
    ] as const) {
      await shown.getByText(period, { exact: true }).click();
      await shown.getByRole('columnheader', { name: head, exact: true }).waitFor();
    }
    await ofMonth.waitFor();
    await shown.getByRole('button', { name: 'Vorheriges Schuljahr' }).click();
    await shown.getByText('In diesem Zeitraum gibt es keine Aktivitäten').waitFor();
    await closeProgress(teacher);
  });

  test('have no fault, in light and dark, on a phone and a desktop', async () => {
    await openProgress(teacher, thomas.given_name);
    await dialog(teacher).getByText('Als Tabelle zeigen').click();
    const faults = await faultsOnScreens(teacher.page, {
      dark: 'each',
      async alsoAt(width) {
        await expect.poll(() => scrollsSideways(teacher), { message: `at ${width}` }).toBe(false);
      },
    });
    expect(faults).toEqual([]);
  });

  test('call what a pupil has done as for the teacher', async () => {
    await openProgress(pupil, mia.given_name);
    await dialog(pupil).getByLabel('Thema', { exact: true }).selectOption('Leben am Bach');
    const row = dialog(pupil).getByRole('row', { name: /Brief/ });
    await expect.poll(() => row.getByRole('cell').first().innerText()).toBe('abgegeben');
    await closeProgress(pupil);
  });

  test('say when they cannot be had, and come with another try', async () => {
    const address = '**/lars/v1/progress/getForSubject';
    await pupil.page.route(address, (route) => route.abort());
    await pupil.content.getByRole('button', { name: mia.given_name }).click();
    await pupil.content.getByRole('button', { name: 'Fortschritt', exact: true }).click();
    await dialog(pupil).getByRole('alert').getByText('lässt sich gerade nicht laden').waitFor();
    await pupil.page.unroute(address);
    await dialog(pupil).getByRole('button', { name: 'Noch einmal versuchen' }).click();
    await dialog(pupil)
      .getByRole('row', { name: /Leben am Bach/ })
      .waitFor();
    expect(await dialog(pupil).getByRole('alert').count()).toBe(0);
  });
});
