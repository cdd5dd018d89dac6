import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '@lectern/chromium';
import { faultsOf, faultsOnScreens } from '../src/accessibility.ts';
import { saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive } from '../src/learner.ts';
import { addressOf, endsOf, readOn, type Reader } from '../src/reader.ts';
import { inDatabase } from '../src/stored.ts';

/*
 * The demo publication in a lesson: gaps, sentences, paper, a projector, and the way back. Each test of a group goes
 * on where the one before has stopped.
 */

const [mia, , , thomas] = newCast();

const { platform, browser } = visitBeforeAll(launchBrowser);

describe('a pupil at work', () => {
  let pupil: Reader;
  beforeAll(async () => {
    pupil = await readOn(browser, platform, mia, addressOf('wasserkreislauf', 1));
  });
  afterAll(() => pupil?.context.close());

  const exercise = (id: string) => pupil.content.locator(`[data-exercise="${id}"]`);

  test('words of a gap text go where they are wanted, by pointer and by keyboard', async () => {
    const card = exercise('kreislauf-luecken');
    await card.locator('fieldset:enabled').waitFor();
    const gaps = card.locator('.gap input');
    const values = () =>
      gaps.evaluateAll((all) => all.map((gap) => (gap as HTMLInputElement).value));
    const word = (name: string) => card.getByRole('button', { name, exact: true });

    await word('Sonne').click();
    await word('Wasserdampf').click();
    expect(await values()).toEqual(['Sonne', 'Wasserdampf', '', '', '', '']);
    await gaps.nth(3).focus();
    await word('Wolke').click();
    expect(await values()).toEqual(['Sonne', 'Wasserdampf', '', 'Wolke', '', '']);
    expect(await gaps.nth(4).evaluate((gap) => gap === document.activeElement)).toBe(true);

    await word('Tröpfchen').focus();
    await pupil.page.keyboard.press('Enter');
    expect(await values()).toEqual(['Sonne', 'Wasserdampf', '', 'Wolke', 'Tröpfchen', '']);
    await card.getByRole('button', { name: 'Tröpfchen (verwendet)' }).press('Enter');
    expect(await values()).toEqual(['Sonne', 'Wasserdampf', '', 'Wolke', '', '']);
    await gaps.nth(2).fill('tröpfchen');
    await card.getByRole('button', { name: 'Tröpfchen (verwendet)' }).waitFor();

    // No word goes where another one stands, unless that gap is chosen.
    await gaps.nth(4).fill('Meer');
    await gaps.nth(5).fill('Berg');
    const full = ['Sonne', 'Wasserdampf', 'tröpfchen', 'Wolke', 'Meer', 'Berg'];
    await gaps.nth(5).blur();
    await word('Niederschlag').click();
    await card.getByText('Alle Lücken sind voll. Wähle zuerst eine Lücke').waitFor();
    expect(await values()).toEqual(full);
    await gaps.nth(5).focus();
    await word('Niederschlag').click();
    expect(await values()).toEqual(full.with(5, 'Niederschlag'));
    expect(await card.getByText('Alle Lücken sind voll').isVisible()).toBe(false);
    await saved(card);
  });

  test('an essay counts its sentences, is kept with fewer, and done with all', async () => {
    await pupil.turnTo('wasserkreislauf', 3);
    const card = exercise('wasser-tagebuch');
    const text = card.getByRole('textbox');
    await card.locator('fieldset:enabled').waitFor();
    await text.fill('Am Morgen trinke ich Tee. Dann putze ich die Zähne.');
    await card.getByText('2 von 5 Sätzen · 10 Wörter').waitFor();
    await card.getByRole('button', { name: 'Fertig' }).click();
    await card.getByText('Bis jetzt sind es 2 Sätze von 5.').waitFor();
    await saved(card);
    expect(await card.getByText('Geschafft').isVisible()).toBe(false);

    await text.press('End');
    await text.pressSequentially(' Ich dusche. Ich koche Reis! Wer giesst die Blumen?');
    await card.getByRole('button', { name: 'Fertig' }).click();
    await card.getByText('Geschafft').waitFor();
    await saved(card);
  });

  test('printed in its frame, a page leaves out what is to be pressed', async () => {
    await pupil.turnTo('bach', 3);
    const { content, page } = pupil;
    await content.getByRole('link', { name: 'Drucken' }).waitFor();
    const letter = 'Der Bach braucht Bäume.';
    await exercise('bach-brief').getByRole('textbox').fill(letter);
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['.site-head', '.page-tools', '.pager', '.essay textarea'])
      expect(await content.locator(hidden).isVisible(), hidden).toBe(false);
    expect(await content.locator('.primary, .quiet').filter({ visible: true }).count()).toBe(0);
    expect(await content.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    // As long as it is, and not as high as its field.
    const printed = await content
      .locator('.essay')
      .evaluate((essay) => getComputedStyle(essay, '::after').content);
    expect(printed).toBe(`"${letter}"`);
    await page.emulateMedia({ media: null });
  });

  test('the page that was open last is offered on another device', async () => {
    await pupil.turnTo('bach', 2);
    await expect
      .poll(() =>
        inDatabase(platform, (database) =>
          database
            .selectFrom('clag.local_store_items')
            .select('value')
            .where('subject', '=', mia.subject)
            .where('key', '=', 'last-place')
            .execute(),
        ),
      )
      .toEqual([{ value: '#/bach/2' }]);
    const other = await browser.newContext();
    const device = await arrive(other, platform);
    await device.enter(mia);
    await device.content
      .getByText('Zuletzt gelesen:')
      .getByRole('link', { name: 'Wer lebt im Bach?' })
      .click();
    await device.content.getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();

    // A way on that leads to the same page is offered once.
    await device.content.getByRole('link', { name: 'Woher kommt der Regen?' }).first().click();
    await device.content
      .getByRole('heading', { level: 1, name: 'Woher kommt der Regen?' })
      .waitFor();
    await device.content.getByRole('link', { name: 'Wasser entdecken' }).first().click();
    await device.content.getByRole('link', { name: 'Weiterlernen' }).waitFor();
    const lastPlace = device.content.locator('.last-place');
    await lastPlace.getByText('Woher kommt der Regen?').waitFor({ state: 'attached' });
    expect(await lastPlace.isVisible()).toBe(false);
    await other.close();
  });
});

describe('in the room', () => {
  let teacher: Reader;
  beforeAll(async () => {
    teacher = await readOn(browser, platform, thomas, addressOf('wasserkreislauf', 1));
  });
  afterAll(() => teacher?.context.close());

  test('the projector shows the page large, and nothing of anybody', async () => {
    const { content, page } = teacher;
    const passage = 'Warme Luft steigt auf.';
    await teacher.mark(passage, 'green');
    await teacher.write(passage, 'Versuch mit der Kerze zeigen');
    const size = () =>
      content.locator('.lead').evaluate((lead) => parseFloat(getComputedStyle(lead).fontSize));
    await content.getByRole('button', { name: 'Projizieren' }).waitFor();
    await content.locator('.class-answers').first().waitFor();
    const before = await size();
    await content.getByRole('button', { name: 'Projizieren' }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    expect(await size()).toBeGreaterThan(before);
    for (const hidden of ['.site-head', '.teacher-hints', '.page-tools', '#contents', '.slips'])
      expect(await content.locator(hidden).isVisible(), hidden).toBe(false);
    expect(await content.locator('.class-answers').filter({ visible: true }).count()).toBe(0);

    const painted = await content.locator('p', { hasText: passage }).evaluate((text) => {
      const mark = getComputedStyle(text, '::highlight(note-green)').backgroundColor;
      return [mark, getComputedStyle(text, '::highlight(note-written)').textDecorationLine];
    });
    expect(painted).toEqual(['rgba(0, 0, 0, 0)', 'none']);
    await page.mouse.click(...(await content.locator('article').evaluate(endsOf, passage)).from);
    expect(await teacher.card.count()).toBe(0);

    await content.getByRole('link', { name: /^Weiter/ }).click();
    await content.getByRole('heading', { level: 1, name: 'Wolken und Niederschlag' }).waitFor();
    expect(await content.locator('.site-head').isVisible()).toBe(false);
    expect(await faultsOnScreens(page)).toEqual([]);
    // The browser's way back may lead to what is not for the room.
    await content.locator('body').evaluate(() => void (location.hash = '#/notizen'));
    await content.getByRole('heading', { level: 1, name: 'Meine Notizen' }).waitFor();
    expect(await content.getByRole('main').innerText()).toBe('Meine Notizen');
    await content.getByRole('button', { name: 'Projektion beenden' }).focus();
    await page.keyboard.press('Escape');
    await content.locator('.site-head').waitFor();
    await page.waitForFunction(() => document.fullscreenElement === null);
  });

  test('a page is printed from a tab of its own, also as a worksheet without solutions', async () => {
    await teacher.turnTo('wasserkreislauf', 1);
    const [paper] = await Promise.all([
      teacher.context.waitForEvent('page'),
      teacher.content.getByRole('link', { name: 'Drucken' }).click(),
    ]);
    await paper.getByRole('heading', { level: 1, name: 'Woher kommt der Regen?' }).waitFor();
    await paper.getByText('Die Sonne erwärmt das Wasser in Meeren').waitFor();
    expect(await paper.getByText('Für Lehrpersonen').count()).toBe(0);
    expect(await faultsOf(paper)).toEqual([]);

    await paper.getByLabel('Arbeitsblatt: nur die Aufgaben').check();
    expect(await paper.getByText('Die Sonne erwärmt das Wasser in Meeren').count()).toBe(0);
    expect(await paper.locator('.paper-gap').count()).toBe(6);
    expect(await paper.locator('.paper-picture span').count()).toBe(5);
    await paper.evaluate(() => {
      window.print = () => void Object.assign(window, { printed: true });
    });
    await paper.getByRole('button', { name: 'Drucken' }).click();
    expect(await paper.evaluate(() => Reflect.get(window, 'printed'))).toBe(true);
    await paper.emulateMedia({ media: 'print' });
    expect(await paper.locator('.print-bar').isVisible()).toBe(false);
  });
});
