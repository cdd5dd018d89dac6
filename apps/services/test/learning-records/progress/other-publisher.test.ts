import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishedCourse } from '../published-course.ts';
import { activity, startProgressWorld, type ProgressWorld } from './progress-world.ts';
import { rowsOf } from '../../rows.ts';

let world: ProgressWorld;
beforeAll(async () => {
  world = await startProgressWorld();
});
afterAll(() => world.close());

test('row 116: what tools record of a course is progress there, whatever another publisher calls a course later', async () => {
  const { database } = world.platform;
  const other = async (course_id: string, mandant_identifier: string) => {
    await publishedCourse(database, course_id);
    await rowsOf(database, 'clag.courses', { course_id }).set({ mandant_identifier });
  };
  const begun = async (word: string) => {
    const mia = await world.newPerson();
    const contextActivities = { grouping: [activity(word)] };
    await world.record(mia, 'lauf', { object: activity('lauf'), context: { contextActivities } });
    return (await world.ownProgress(mia)).progress.themen.length > 0;
  };
  await other('lektion', 'ANDERER');
  await other('bach-kurs', 'LECTERN');
  expect([await begun('lektion'), await begun('bach-kurs'), await begun('unbekannt')]).toEqual([
    true,
    false,
    true,
  ]);
  await sql`
    update clag.courses set had_since = '2020-01-01' where course_id = 'lektion'
  `.execute(database);
  expect(await begun('lektion')).toBe(false);
});
