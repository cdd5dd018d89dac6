import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { h5pQuestion, provideH5pStandalone } from '@lectern/course-import/testing';
import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCourseServer, type CourseServer } from '../src/course-server.ts';
import { refusesDrops } from '../src/drops.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { inDatabase } from '../src/stored.ts';

const [mia] = newCast();
/** Of the package's file. */
const courseId = 'regen';
const notes = 'Ein Tröpfchen «fällt» 🌧';

let courses: CourseServer;
let folder: string;

const { platform, browser } = visitBeforeAll();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-h5p-'));
  const h5pPlayer = await provideH5pStandalone(folder);
  courses = await startCourseServer(platform);
  await courses.show(await courses.import(courseId, h5pQuestion(), { h5pPlayerFolder: h5pPlayer }));
});
afterAll(async () => {
  await courses?.close();
  await rm(folder, { recursive: true });
});

/** A browser profile in which nobody has been before, signed in. */
async function freshSession(): Promise<Learner> {
  const learner = await arrive(await courses.profile(browser), platform);
  await learner.enter(mia);
  return learner;
}

/** The content as H5P frames it, inside the player. */
function pageOf(learner: Learner): FrameLocator {
  return learner.content.frameLocator('iframe.h5p-iframe');
}

/** State of the content, as the service holds it. */
function storedState(): Promise<unknown> {
  return inDatabase(platform, async (database) => {
    const row = await database
      .selectFrom('clag.local_store_items')
      .select('value')
      .where('subject', '=', mia.subject)
      .where('model_id', '=', courseId)
      .where('segment', '=', 'h5p')
      .where('key', '=', 'state')
      .executeTakeFirst();
    const parts = row && (JSON.parse(row.value) as Record<string, { state?: string }>);
    return parts?.['0']?.state && JSON.parse(parts['0'].state);
  });
}

interface Statement {
  readonly actor: { readonly account: { readonly name: string } };
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly result?: { readonly score?: { readonly raw: number }; readonly response?: string };
}

/** Statements about this content, in the order in which they were stored. */
function log(): Promise<readonly string[]> {
  return inDatabase(platform, async (database) => {
    const rows = await database
      .selectFrom('lars.statements')
      .select('statement')
      .orderBy('sequence')
      .execute();
    return rows
      .map(({ statement }) => statement as unknown as Statement)
      .filter(({ object }) => object.id === `urn:lectern:course:${courseId}`)
      .map(({ actor, verb, result }) =>
        [
          actor.account.name,
          verb.id.split('/').at(-1),
          ...(result ? [result.response ?? '', result.score?.raw] : []),
        ].join(' '),
      );
  });
}

test('begins empty; what is done is with the service before anybody leaves', async () => {
  const learner = await freshSession();
  const page = pageOf(learner);
  const heading = page.getByRole('heading', { name: 'Woraus fällt Regen?' });
  await heading.waitFor();
  expect(await heading.evaluate(refusesDrops)).toBe(true);
  expect(await page.getByLabel('Gedanken').inputValue()).toBe('');

  await page.getByLabel('Gedanken').fill(notes);
  await page.getByRole('button', { name: 'Nebel' }).click();
  await expect.poll(storedState).toEqual({ notes, chosen: 'Nebel' });
  await expect.poll(log).toEqual([`${mia.subject} attempted`, `${mia.subject} answered Nebel 0`]);
  await learner.page.context().close();
});

test('goes on in a fresh browser where it was left, and is completed', async () => {
  const learner = await freshSession();
  const page = pageOf(learner);
  await page.getByRole('heading', { name: 'Woraus fällt Regen?' }).waitFor();
  expect(await page.getByLabel('Gedanken').inputValue()).toBe(notes);
  expect(await page.getByRole('button', { name: 'Nebel' }).getAttribute('aria-pressed')).toBe(
    'true',
  );

  await page.getByRole('button', { name: 'Wolke' }).click();
  await page.getByRole('button', { name: 'Fertig' }).click();
  await expect.poll(storedState).toEqual({ notes, chosen: 'Wolke' });
  const everything = [
    `${mia.subject} attempted`,
    `${mia.subject} answered Nebel 0`,
    `${mia.subject} attempted`,
    `${mia.subject} answered Wolke 1`,
    `${mia.subject} completed  1`,
  ];
  await expect.poll(log).toEqual(everything);

  // A sign-out leaves nothing behind that would be told once more.
  await learner.signOut();
  await learner.page.context().close();
  expect(await log()).toEqual(everything);
});
