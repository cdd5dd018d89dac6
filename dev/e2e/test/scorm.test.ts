import { several12, sequenced2004, single12, single2004 } from '@lectern/course-import/testing';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCourseServer, type CourseServer, type ImportedCourse } from '../src/course-server.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { inDatabase, stored } from '../src/stored.ts';

/* Four courses that a learner begins at school, and goes on with at home. The tests build on one another. */

const [mia] = newCast();
const notes = 'Ein Tröpfchen «fällt» 🌧';

let courses: CourseServer;
let rain: ImportedCourse;
let ice: ImportedCourse;
let water: ImportedCourse;
let winter: ImportedCourse;
/** In the browser that is used now. */
let learner: Learner;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  courses = await startCourseServer(platform);
  rain = await courses.import('regen', single12());
  ice = await courses.import('eis', single2004());
  water = await courses.import('wasser', several12());
  winter = await courses.import('winter', sequenced2004());
});
afterAll(() => courses?.close());

/** A browser profile in which nobody has been before, signed in. */
async function freshSession(course: ImportedCourse): Promise<void> {
  await courses.show(course);
  learner = await arrive(await courses.profile(browser), platform);
  await learner.enter(mia);
}

/** Leaves the course that is open in the browser for another one. */
async function open(course: ImportedCourse): Promise<void> {
  await courses.show(course);
  await learner.page.reload();
}

/** The table of contents. */
const contents = () => learner.content.getByRole('navigation', { name: 'Inhaltsverzeichnis' });

/** The page of the course inside the player. */
function itemPage(): FrameLocator {
  return learner.content.frameLocator('iframe[data-item-frame]');
}

/** Verbs and the last part of what they are about, in the order in which they happened. */
function logOf(course: string): Promise<readonly string[]> {
  return inDatabase(platform, async (database) => {
    const rows = await database
      .selectFrom('lars.statements')
      .select('statement')
      .where('subject', '=', mia.subject)
      .execute();
    const statements = rows.map(({ statement }) => statement as unknown as Statement);
    return (
      statements
        .filter(({ object }) => object.id.startsWith(`urn:lectern:course:${course}`))
        // Within a millisecond by verb: what is completed is passed.
        .sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
        .map(({ verb, object }) => `${lastOf(verb.id)} ${lastOf(object.id)}`)
    );
  });
}

interface Statement {
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly timestamp: string;
}

function orderOf({ timestamp, verb }: Statement): string {
  return `${timestamp} ${verb.id}`;
}

function lastOf(iri: string): string {
  return iri.split('/').at(-1) ?? '';
}

/** Which item of a course was open last, as the service holds it. */
function storedOpenItem(course: string): Promise<unknown> {
  return inDatabase(platform, async (database) => {
    const row = await database
      .selectFrom('clag.local_store_items')
      .select('value')
      .where('subject', '=', mia.subject)
      .where('course_id', '=', course)
      .where('key', '=', 'course')
      .executeTakeFirst();
    return row && (JSON.parse(row.value) as { open: unknown }).open;
  });
}

const storedCmi = (item: string) => stored(platform).cmi(mia.subject, item);

/** Begins a course of one page that is open, and does some of it. */
async function begin(): Promise<void> {
  const page = itemPage();
  await expect.poll(() => page.locator('#begun').textContent()).toBe('true');
  expect(await page.locator('#learner').textContent()).toBe('Keller, Mia');
  expect(await page.locator('#entry').textContent()).toBe('ab-initio');
  // One page needs nothing around it.
  expect(await learner.content.locator('#contents').isVisible()).toBe(false);

  await page.getByRole('button', { name: 'Nächste Seite' }).click();
  await page.getByRole('button', { name: 'Nächste Seite' }).click();
  await page.getByLabel('Gedanken').fill(notes);
}

describe('at school', () => {
  test('SCORM 1.2, three pages: the table of contents leads through them, and opens what the prerequisites allow', async () => {
    await freshSession(water);
    const { content } = learner;
    const page = itemPage();
    await page.getByRole('heading', { name: 'Der Bach' }).waitFor();
    const quiz = contents().getByRole('button', { name: /Was weisst du/ });
    expect(await quiz.getAttribute('aria-disabled')).toBe('true');

    await page.getByRole('button', { name: 'Wolke' }).click();
    await contents().getByRole('button', { name: 'Der Bach (bestanden)' }).waitFor();
    await content.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByRole('heading', { name: 'Der Fluss' }).waitFor();
    await page.getByLabel('Gedanken').fill('breit');
    await contents()
      .getByRole('button', { name: /Was weisst du/ })
      .click();
    await page.getByRole('heading', { name: 'Was weisst du?' }).waitFor();
    // Another browser knows what the service has.
    await expect.poll(() => storedOpenItem('WASSER-12')).toBe('TEST');
    await expect
      .poll(() => logOf('WASSER-12'))
      .toEqual(expect.arrayContaining(['passed BACH', 'suspended FLUSS', 'initialized TEST']));
  });

  test('SCORM 2004 with sequencing opens one after the other, and what is closed only when its condition is met', async () => {
    await open(winter);
    const page = itemPage();
    await page.getByRole('heading', { name: 'Der Frost' }).waitFor();
    expect(
      await contents()
        .getByRole('button', { name: /Die Lawine/ })
        .getAttribute('aria-disabled'),
    ).toBe('true');
    // Content itself asks to go on.
    await page.getByRole('button', { name: 'Wolke' }).click();
    await page.getByRole('button', { name: 'Weiter im Kurs' }).click();
    await page.getByRole('heading', { name: 'Der Schnee' }).waitFor();
    await page.getByLabel('Gedanken').fill('weiss');
    await expect.poll(() => storedCmi('SCHNEE')).toMatchObject({ suspend_data: 'weiss' });
  });

  test('SCORM 1.2, one page, begins with the learner’s name and without a state', async () => {
    await open(rain);
    await begin();
    await expect
      .poll(() => storedCmi('REGEN'))
      .toMatchObject({
        core: { lesson_location: '3', exit: 'suspend' },
        suspend_data: notes,
      });
    await learner.signOut();
    await learner.page.context().close();
  });

  test('SCORM 2004, one page, begins so, too, and its tab dies', async () => {
    await freshSession(ice);
    await begin();
    await expect
      .poll(() => storedCmi('EIS'))
      .toMatchObject({ location: '3', exit: 'suspend', suspend_data: notes });
    // An undelivered statement stays on this device until its browser is opened again.
    await expect.poll(() => logOf('EIS-2004')).toEqual(['initialized EIS']);
    await learner.page.context().close();
  });
});

describe('at home, in another browser', () => {
  beforeAll(() => freshSession(water));
  afterAll(() => learner.page.context().close());

  test('SCORM 1.2, three pages, comes back to the page that was open, and keeps each page’s own state', async () => {
    const page = itemPage();
    await page.getByRole('heading', { name: 'Was weisst du?' }).waitFor();
    await learner.content.getByRole('button', { name: 'Zurück', exact: true }).click();
    await page.getByRole('heading', { name: 'Der Fluss' }).waitFor();
    await expect.poll(() => page.getByLabel('Gedanken').inputValue()).toBe('breit');
    await page.getByRole('button', { name: 'Wolke' }).click();
    await learner.content.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByRole('heading', { name: 'Was weisst du?' }).waitFor();
    await page.getByRole('button', { name: 'Wolke' }).click();
    await expect
      .poll(() => logOf('WASSER-12'))
      .toEqual(
        expect.arrayContaining(['completed TEST', 'completed urn:lectern:course:WASSER-12']),
      );
    const items = ['passed BACH', 'passed FLUSS', 'passed TEST'];
    await expect
      .poll(async () => (await logOf('WASSER-12')).filter((row) => items.includes(row)).toSorted())
      .toEqual(items);
  });

  test('SCORM 2004 with sequencing goes on where it was left, to the end', async () => {
    await open(winter);
    const page = itemPage();
    await page.getByRole('heading', { name: 'Der Schnee' }).waitFor();
    await expect.poll(() => page.locator('#entry').textContent()).toBe('resume');
    expect(await page.getByLabel('Gedanken').inputValue()).toBe('weiss');
    await contents().getByRole('button', { name: 'Der Frost (bestanden)' }).waitFor();

    await page.getByRole('button', { name: 'Wolke' }).click();
    await learner.content.getByRole('button', { name: 'Weiter', exact: true }).click();
    await page.getByRole('heading', { name: 'Die Lawine' }).waitFor();
    await page.getByRole('button', { name: 'Wolke' }).click();
    await page.getByRole('button', { name: 'Beenden' }).click();
    await expect
      .poll(() => logOf('WINTER-2004'))
      .toEqual(
        expect.arrayContaining(['completed LAWINE', 'completed urn:lectern:course:WINTER-2004']),
      );

    await learner.content.getByRole('button', { name: 'Weiter', exact: true }).click();
    await learner.content.getByText('Der Kurs ist zu Ende.').waitFor();
    expect(await learner.content.locator('.notice').allTextContents()).toEqual([]);
  });

  test.each([
    { version: '1.2', course: () => rain, id: 'REGEN-12', item: 'REGEN' },
    { version: '2004', course: () => ice, id: 'EIS-2004', item: 'EIS' },
  ])(
    'SCORM $version, one page, goes on where it was left, and is completed',
    async ({ course, id, item }) => {
      await open(course());
      const page = itemPage();
      await expect.poll(() => page.locator('#entry').textContent()).toBe('resume');
      expect(await page.locator('#page').textContent()).toBe('Seite 3');
      expect(await page.locator('#status').textContent()).toBe('incomplete');
      expect(await page.getByLabel('Gedanken').inputValue()).toBe(notes);

      await page.getByRole('button', { name: 'Nebel' }).click();
      await page.getByRole('button', { name: 'Wolke' }).click();
      await page.getByRole('button', { name: 'Beenden' }).click();
      await expect.poll(() => page.locator('#state').textContent()).toBe('Ende: true');
      await expect
        .poll(() => logOf(id))
        .toEqual([
          `initialized ${item}`,
          `suspended ${item}`,
          `resumed ${item}`,
          'answered frage1',
          `failed ${item}`,
          'answered frage1',
          `completed ${item}`,
          `passed ${item}`,
          `terminated ${item}`,
        ]);

      await open(course());
      await page.getByLabel('Gedanken').fill('Auch danach.');
      await expect.poll(() => storedCmi(item)).toMatchObject({ suspend_data: 'Auch danach.' });
      await learner.page.reload();
      await expect.poll(() => page.getByLabel('Gedanken').inputValue()).toBe('Auch danach.');
      expect(await page.locator('#entry').textContent()).toBe('resume');
    },
  );
});
