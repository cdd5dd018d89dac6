import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { addressOf, readOn, type Reader } from '../src/reader.ts';
import { inDatabase } from '../src/stored.ts';
import { unzip } from '../src/unzip.ts';
import { signInFromLoginPage } from '../src/sign-in-pages.ts';

/*
 * «Meine Daten»: what users can do with all that they have written in the demo publication. The tests go on from
 * one another; deleting comes last, and the account at the very end.
 */

const [mia, , lea] = newCast();
const page = addressOf('bach', 3);
const passage = 'Auch du kannst etwas tun.';
const note = 'Mit Papa am Bach aufräumen';
const leasNote = 'Leas eigener Gedanke';
const letter = 'Lieber Bach, ich räume auf.';

let reader: Reader;
let other: Reader;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  other = await readOn(browser, platform, lea, page);
  await other.write(passage, leasNote);
  await other.saved();
  reader = await readOn(browser, platform, mia, page);
  await reader.write(passage, note);
  await reader.bookmark.click();
  await reader.saved();
  await essay(reader).fill(letter);
  await saved(exercise(reader));
});

const exercise = ({ content }: Reader) => content.locator('[data-exercise="bach-brief"]');
const essay = (on: Reader) => exercise(on).getByRole('textbox');
const userMenu = () => reader.content.getByRole('button', { name: mia.given_name });
const dialog = (name: string) => reader.page.getByRole('dialog', { name });
const button = (name: string) => reader.page.getByRole('button', { name, exact: true });

async function closeMyData(): Promise<void> {
  await reader.page.keyboard.press('Escape');
  await dialog('Meine Daten').waitFor({ state: 'detached' });
}

async function openMyData(): Promise<void> {
  await userMenu().click();
  await reader.content.getByRole('button', { name: 'Meine Daten' }).click();
  await seen();
}

/** Presses do nothing before. */
const seen = () => dialog('Meine Daten').locator('.dialog-whole[aria-disabled="false"]').waitFor();

describe('the dialog', () => {
  const tag = () => reader.page.evaluate(() => document.activeElement?.tagName);

  test('is opened, gone through and closed with the keyboard alone, and gives the focus back', async () => {
    const { keyboard } = reader.page;
    await userMenu().focus();
    await keyboard.press('Enter');
    const item = reader.content.getByRole('button', { name: 'Meine Daten' });
    const isFocused = () => item.evaluate((each) => each === document.activeElement);
    for (let steps = 0; !(await isFocused()) && steps < 5; steps += 1) await keyboard.press('Tab');
    await keyboard.press('Enter');
    await dialog('Meine Daten').waitFor();
    await expect.poll(tag).toBe('H2');
    const texts: string[] = [];
    for (let steps = 0; steps < 3; steps += 1) {
      await keyboard.press('Tab');
      texts.push(
        await reader.page.evaluate(() => {
          const { ariaLabel, textContent } = document.activeElement!;
          return ariaLabel ?? textContent;
        }),
      );
    }
    expect(texts).toEqual(['Schliessen', 'Meine Daten herunterladen', 'Meine Daten löschen …']);
    await seen();
    await keyboard.press('Enter');
    await dialog('Alles endgültig löschen?').waitFor();
    // The key that has opened the question chooses nothing in it.
    await expect.poll(tag).toBe('H2');
    await keyboard.press('Escape');
    await dialog('Alles endgültig löschen?').waitFor({ state: 'detached' });
    await expect.poll(tag).toBe('IFRAME');
    await expect
      .poll(() => userMenu().evaluate((each) => each === document.activeElement))
      .toBe(true);
  });

  test('begins each view with its title in sight, also where little fits the window', async () => {
    const size = reader.page.viewportSize()!;
    // 1440 by 900, twice as large.
    await reader.page.setViewportSize({ width: 720, height: 450 });
    await openMyData();
    await button('Meine Daten löschen …').click();
    const question = dialog('Alles endgültig löschen?');
    await question.waitFor();
    await expect.poll(tag).toBe('H2');
    expect(await question.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    await reader.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await reader.page.setViewportSize(size);
  });

  test('is reached from the cookie settings, too, and leads back there', async () => {
    await userMenu().click();
    await reader.content.getByRole('button', { name: 'Cookie-Einstellungen' }).click();
    const settings = dialog('Cookie-Einstellungen');
    await settings.getByRole('button', { name: 'Meine Daten' }).click();
    await dialog('Meine Daten').waitFor();
    await reader.page.keyboard.press('Escape');
    await dialog('Meine Daten').waitFor({ state: 'detached' });
    await expect
      .poll(() => reader.page.evaluate(() => document.activeElement?.textContent))
      .toContain('Meine Daten');
    await reader.page.keyboard.press('Escape');
    await settings.waitFor({ state: 'detached' });
  });
});

describe('downloading', () => {
  test('gives a zip with all that the user has written, and nothing of anybody else', async () => {
    await openMyData();
    const [download] = await Promise.all([
      reader.page.waitForEvent('download'),
      button('Meine Daten herunterladen').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^lectern-wasser-\d{4}-\d\d-\d\d\.zip$/);
    await dialog('Meine Daten').getByText('Du findest sie bei den Downloads.').waitFor();
    const entries = await unzip(download);
    expect(JSON.parse(entries.get('user-data.json')!)).toMatchObject({
      course_id: 'wasser',
      issues: [{ issue_id: 'wasser-2026', file: 'issue-1.jsonl' }],
    });
    const items = entries
      .get('issue-1.jsonl')!
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly kind: string; readonly item: unknown });
    const of = (kind: string) => items.filter((each) => each.kind === kind);
    expect(of('note')).toMatchObject([
      {
        topic_dto: { topic_id: 'bach-3' },
        item: { content: { text: note }, anchor: { quote: { exact: passage } } },
      },
    ]);
    expect(of('annotation')).toMatchObject([{ item: { color_index: 'ANNOTATION_COLOR_1' } }]);
    expect(of('bookmark')).toMatchObject([{ item: { title: 'Den Bach schützen' } }]);
    expect(JSON.stringify(of('answer'))).toContain(letter);
    expect([...entries.values()].join('')).not.toContain(leasNote);
    await closeMyData();
  });
});

describe('downloading the whole account', () => {
  const address = '**/aua/v1/user/downloadOwn';

  test('that fails says so, and can be tried again', async () => {
    await reader.page.route(address, (route) => route.abort());
    await openMyData();
    await button('Alles herunterladen').click();
    const alert = reader.page.getByRole('alert');
    await alert.getByText('hat nicht geklappt').waitFor();
    await reader.page.unroute(address);
    expect(await alert.count()).toBe(1);
  });

  test('takes the password again where the sign-in is not of just now, and then goes on by itself', async () => {
    await reader.page.route(
      address,
      (route) =>
        route.fulfill({
          status: 403,
          json: {
            result_state: 'ERROR',
            result_messages: [{ code: 'SIGN_IN_NOT_FRESH', text: '' }],
          },
        }),
      { times: 1 },
    );
    await button('Alles herunterladen').click();
    await dialog('Bitte noch einmal anmelden').waitFor();
    await button('Anmelden').click();
    await reader.page.waitForURL((url) => url.pathname === '/login');
    await reader.page.getByRole('heading', { name: 'Bitte noch einmal anmelden' }).waitFor();
    await signInFromLoginPage(reader.page, mia);
    await dialog('Meine Daten').waitFor();
    const [download] = await Promise.all([
      reader.page.waitForEvent('download'),
      button('Alles herunterladen').click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^lectern-account-\d{4}-\d\d-\d\d\.json$/);
    const data = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(data)).toMatchObject({ subject: mia.subject });
    expect(data).toContain(letter);
    expect(data).not.toContain(leasNote);
    await closeMyData();
    // Where it was before.
    await reader.slips(note).waitFor();
  });
});

describe('deleting', () => {
  test('is not done before the user has understood and said yes', async () => {
    const asked: string[] = [];
    reader.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await openMyData();
    await button('Meine Daten löschen …').click();
    const question = dialog('Alles endgültig löschen?');
    await question.getByText('Niemand kann es zurückholen.').waitFor();
    await question.getByText('Deine Lizenzen, dein Konto').waitFor();
    await button('Endgültig löschen').press('Enter');
    expect(await question.isVisible()).toBe(true);
    await button('Nicht löschen').click();
    await dialog('Meine Daten').waitFor();
    // A second visit asks again for the tick of understanding.
    await button('Meine Daten löschen …').click();
    await question.getByLabel('Ich habe verstanden').check();
    await reader.page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await reader.comeBack();
    expect(await reader.slips(note).count()).toBe(1);
    expect(asked.filter((path) => path.endsWith('/userData/delete'))).toEqual([]);
  });

  test('that fails says so, keeps what is there, and can be tried again', async () => {
    const address = '**/clag/v1/userData/delete';
    await reader.page.route(address, (route) => route.abort());
    await openMyData();
    await button('Meine Daten löschen …').click();
    await reader.page.getByLabel('Ich habe verstanden').check();
    await button('Endgültig löschen').click();
    await reader.page
      .getByRole('alert')
      .getByText('Vielleicht ist ein Teil deiner Daten noch da')
      .waitFor();
    expect(await reader.slips(note).count()).toBe(1);
    await reader.page.unroute(address);
  });

  test('leaves nothing on any device of the user, and everything to others', async () => {
    // The dialog is as the try that has failed leaves it.
    const home = await readOn(browser, platform, mia, page);
    await home.slips(note).waitFor();
    await reader.page.getByLabel('Ich habe verstanden').check();
    await button('Endgültig löschen').click();
    await dialog('Deine Daten sind gelöscht.')
      .getByText(/^\d+ Einträge wurden gelöscht\.$/)
      .waitFor();
    expect(await reader.page.locator('iframe[data-content-frame]').count()).toBe(0);
    await button('Von vorn beginnen').click();
    await home.comeBack();
    for (const device of [reader, home]) {
      await device.content.locator('.mark-text:enabled').waitFor();
      expect(await device.painted()).toEqual({});
      expect(await device.slips(note).count()).toBe(0);
      expect(await device.bookmark.getAttribute('aria-pressed')).toBe('false');
      await exercise(device).locator('fieldset:enabled').waitFor();
      expect(await essay(device).inputValue()).toBe('');
    }
    await home.content.getByRole('link', { name: 'Meine Notizen' }).click();
    await home.content.getByText('Hier ist noch nichts.').waitFor();

    await other.comeBack();
    expect(await other.slips(leasNote).count()).toBe(1);
  });
});

describe('deleting the whole account', () => {
  test('leaves nothing of the user, and everything to others, and signs out', async () => {
    await openMyData();
    await button('Mein Konto löschen …').click();
    const question = dialog('Konto endgültig löschen?');
    await question.getByText('deine Lizenzen, deine Klassen').waitFor();
    await reader.page.getByLabel('Ich habe verstanden').check();
    await button('Endgültig löschen').click();
    await dialog('Dein Konto ist gelöscht.').waitFor();
    expect(await reader.page.locator('iframe[data-content-frame]').count()).toBe(0);
    await button('Abmelden').click();
    await reader.page.waitForURL((url) => url.pathname === '/login');
    // The queue erases.
    const users = () =>
      inDatabase(platform, (database) =>
        database
          .selectFrom('aua.users')
          .select('subject')
          .where('subject', 'in', [mia.subject, lea.subject])
          .execute(),
      );
    await expect.poll(users).toEqual([{ subject: lea.subject }]);
  });
});
