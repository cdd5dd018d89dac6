import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { demoProduct } from '@lectern/env';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { launchBrowser } from '@lectern/chromium';
import { weatherCourse, weatherId } from '../src/cmi5-package.ts';
import { startCourseServer, type CourseServer } from '../src/course-server.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { inDatabase } from '../src/stored.ts';
import { watchViolations } from '../src/violations.ts';

/* A package by cmi5, from its import to the learner's state, in one visit. The tests build on one another. */

const [mia] = newCast();
const author = fileURLToPath(new URL('../../../packages/author/src/main.ts', import.meta.url));

let courses: CourseServer;
let folder: string;
let context: BrowserContext;
let learner: Learner;
let page: Page;
let violations: readonly string[];

const { platform, browser } = visitBeforeAll(launchBrowser);
beforeAll(async () => {
  courses = await startCourseServer(platform);
  const course = await courses.import('wetter', await weatherCourse(), {
    courseId: 'wetter',
    publisher: {
      mandantIdentifier: demoProduct.mandant_identifier,
      productReferences: [demoProduct.product_reference],
    },
  });
  ({ folder } = course);
  await courses.show(course);
  context = await courses.profile(browser);
  violations = await watchViolations(context);
  learner = await arrive(context, platform);
  ({ page } = learner);
  await learner.enter(mia);
});
afterAll(() => courses?.close());

async function publish(): Promise<string> {
  const secrets = await readFile(join(platform.dataFolder, 'secrets.json'), 'utf8');
  const { stdout } = await promisify(execFile)(process.execPath, [author, 'publish', folder], {
    env: {
      ...process.env,
      LECTERN_URL: platform.shell,
      LECTERN_ISSUER: platform.identityProvider,
      LECTERN_PUBLISHER_CLIENT_SECRET: (JSON.parse(secrets) as { publisher: string }).publisher,
    },
  });
  return stdout;
}

/** Statements about a unit that was left in the middle, and passed the next time. */
const leftAndPassed = [
  'launched',
  'initialized',
  'abandoned',
  'launched',
  'initialized',
  'passed',
  'completed',
  'terminated',
];

/** The row of a unit on the start page. */
const unit = (name: string | RegExp): Locator => learner.content.getByRole('button', { name });
const state = () => learner.content.locator('#state');
const press = (name: string) => learner.content.getByRole('button', { name, exact: true }).click();

/** Opens a unit, and waits until it has said `initialized`. */
async function open(name: string, mode = 'Normal'): Promise<void> {
  await unit(new RegExp(`^${name}`)).click();
  await expect.poll(() => state().textContent()).toBe(`begonnen: ${mode}`);
}

/** Statements about a unit, by the last part of its id, in order; the last parts of the verbs. */
function verbsAbout(id: string): Promise<readonly string[]> {
  return inDatabase(platform, async (database) => {
    const rows = await database
      .selectFrom('lars.statements')
      .select('statement')
      .where('subject', '=', mia.subject)
      .orderBy('sequence')
      .execute();
    return rows
      .map(({ statement }) => statement as unknown as Statement)
      .filter(({ context: of }) =>
        of?.contextActivities?.grouping?.some((activity) => activity.id === `${weatherId}${id}`),
      )
      .map(({ verb }) => verb.id.split('/').at(-1)!);
  });
}

interface Statement {
  readonly verb: { readonly id: string };
  readonly context?: {
    readonly contextActivities?: { readonly grouping?: readonly { readonly id: string }[] };
  };
}

test('before it is published, the course says so, and nothing opens', async () => {
  await learner.content.getByText('noch nicht veröffentlicht').waitFor();
  expect(await unit(/^Wolken/).getAttribute('aria-disabled')).toBe('true');
});

test('it is published', async () => {
  expect(await publish()).toContain('wetter/1 is version 1 now: 5 topics, 0 exercises, 1 file.');
});

describe('a learner', () => {
  test('finds what there is, with blocks and states', async () => {
    await page.reload();
    await unit(/^Wolken.*offen/).waitFor();
    expect(await learner.content.getByRole('heading').allTextContents()).toEqual([
      'Wetter',
      'Am Himmel',
    ]);
    await learner.content.getByText('0 von 3 abgeschlossen').waitFor();
    await unit(/^Wetterfrosch.*freiwillig/).waitFor();
    await unit(/^Regenradar.*öffnet sich in einem eigenen Fenster.*offen/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });

  test('passes a unit, and is back at its row, which says so', async () => {
    await open('Wolken');
    await press('Bestehen');
    await unit(/^Wolken.*bestanden, 80 %/).waitFor();
    await learner.content.getByText('1 von 3 abgeschlossen').waitFor();
    await expect
      .poll(() => unit(/^Wolken/).evaluate((row) => row === document.activeElement))
      .toBe(true);
    expect(await verbsAbout('/wolken')).toEqual([
      'launched',
      'initialized',
      'passed',
      'completed',
      'terminated',
    ]);
    // The record store answers the content's origin; nothing was blocked.
    expect(violations).toEqual([]);
  });

  test('looks at it again without telling anything twice', async () => {
    const before = (await verbsAbout('/wolken')).length;
    await open('Wolken', 'Review');
    await press('Verlassen');
    await unit(/^Wolken.*bestanden, 80 %/).waitFor();
    expect((await verbsAbout('/wolken')).slice(before)).toEqual([
      'launched',
      'initialized',
      'terminated',
    ]);
  });

  test('by the keyboard alone fails another, and may try again', async () => {
    await unit(/^Wind.*offen/).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => state().textContent()).toBe('begonnen: Normal');
    await press('Nicht bestehen');
    await unit(/^Wind.*nicht bestanden, 20 %/).waitFor();
  });

  test('who leaves a unit by reloading finds the course, and the next launch abandons it', async () => {
    const before = (await verbsAbout('/wind')).length;
    await open('Wind');
    await page.reload();
    await unit(/^Wind.*nicht bestanden/).waitFor();
    await open('Wind');
    await press('Bestehen');
    await unit(/^Wind.*bestanden, 80 %/).waitFor();
    await learner.content.getByText('2 von 3 abgeschlossen').waitFor();
    await learner.content.getByRole('heading', { name: 'Am Himmel abgeschlossen' }).waitFor();
    expect((await verbsAbout('/wind')).slice(before)).toEqual(leftAndPassed);
  });

  test('comes back by the browser’s own way back, and goes on from there', async () => {
    await open('Wetterfrosch');
    // Of the frame alone, for which Playwright's own would wait in vain.
    await page.evaluate(() => history.back());
    await unit(/^Wetterfrosch.*freiwillig/).waitFor();
    await open('Wetterfrosch');
    await press('Bestehen');
    await unit(/^Wetterfrosch.*bestanden/).waitFor();
    expect(await verbsAbout('/wetterfrosch')).toEqual(leftAndPassed);
  });

  test('works in a window of its own where a unit wants one', async () => {
    const opening = context.waitForEvent('page');
    await unit(/^Regenradar/).click();
    const own = await opening;
    await learner.content.getByText('Regenradar ist in einem eigenen Fenster offen.').waitFor();
    await expect.poll(() => own.locator('#state').textContent()).toBe('begonnen: Normal');
    expect(await own.evaluate(() => window.opener)).toBeNull();
    await own.getByRole('button', { name: 'Bestehen', exact: true }).click();
    await expect.poll(() => own.locator('#state').textContent()).toBe('beendet');
    await own.close();
    await page.bringToFront();
    await learner.content.locator('body').evaluate(() => window.dispatchEvent(new Event('focus')));
    await unit(/^Regenradar.*bestanden/).waitFor();
    await learner.content.getByText('Du hast den ganzen Kurs abgeschlossen.').waitFor();
  });

  test('MENU-1: signs out by the menu above a unit, whose page says nothing, by the keyboard alone', async () => {
    await open('Wind', 'Review');
    const { given_name, family_name } = mia;
    const menu = page.getByRole('navigation', { name: 'Konto' });
    const button = menu.getByRole('button', {
      name: `Angemeldet als ${given_name} ${family_name}`,
    });
    const frame = page.locator('iframe[data-content-frame]');
    // Nothing of the unit is covered.
    const [strip, content] = await Promise.all([menu.boundingBox(), frame.boundingBox()]);
    expect(strip!.y + strip!.height).toBe(content!.y);
    expect(content!.y + content!.height).toBe(page.viewportSize()!.height);

    await button.focus();
    await page.keyboard.press('Enter');
    expect(await menu.getByRole('listitem').allTextContents()).toEqual([
      'Fortschritt',
      'Klassen',
      'Code eingeben',
      'Meine Daten',
      'Cookie-Einstellungen',
      'Abmelden',
    ]);
    await menu.getByText('Bei Fragen hilft die Schule oder der Verlag.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);

    await page.keyboard.press('Enter');
    for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Meine Daten' }).waitFor();
    await page.keyboard.press('Escape');
    await button.click();
    // A press in the content closes it.
    await state().click();
    expect(await button.getAttribute('aria-expanded')).toBe('false');

    await button.click();
    await menu.getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    expect([await frame.count(), await menu.count()]).toEqual([0, 0]);
  });
});
