import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { retentionJob } from '../../../src/learning-records/retention/nightly.ts';
import { pruneStatements } from '../../../src/learning-records/retention/prune.ts';
import type { Cutoffs } from '../../../src/learning-records/retention/policy.ts';
import { startJobs } from '../../../src/jobs/jobs.ts';
import { createPlatform } from '../../../src/index.ts';
import type { Person } from '../../groups/people.ts';
import { quickJobs, startBeforeAll } from '../../platform.ts';
import { activity, brook, startProgressWorld, verb } from '../progress/progress-world.ts';
import { rowsOf } from '../../rows.ts';

const world = startBeforeAll(startProgressWorld);

const before2025 = new Date('2024-08-01T00:00:00Z');

/** Statements of a lesson long ago. @returns their ids */
async function recordLongAgo(
  { subject }: Person,
  statements: readonly (readonly [
    minute: number,
    name: string,
    exercise: string,
    result?: object,
  ])[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [minute, name, exercise, result] of statements) {
    const id = randomUUID();
    const time = new Date(Date.parse('2024-03-01T10:00:00Z') + minute * 60_000).toISOString();
    const statement = {
      id,
      verb: verb(name),
      object: activity(`gewaesser/${exercise}`),
      timestamp: time,
      ...(result && { result }),
    };
    await sql`
      select lars.store_statement(true, ${id}::uuid, ${subject}, ${time}::timestamptz, 0, null, null, null, null,
        null, null, null, null, null, null, ${exercise}, ${JSON.stringify(statement)}::json)
    `.execute(world.platform.database);
    ids.push(id);
  }
  return ids;
}

const scored = (scaled: number) => ({ score: { scaled } });
const lesson = [
  ...Array.from({ length: 40 }, (_, minute) => [minute, 'experienced', 'lauf'] as const),
  [41, 'answered', 'lauf', scored(0.9)],
  [42, 'answered', 'lauf', scored(0.2)],
  [43, 'failed', 'lauf', scored(0.3)],
  [44, 'answered', 'lauf', scored(0.4)],
  [45, 'answered', 'tiere', { success: true }],
  [46, 'answered', 'tiere', { success: false }],
  [47, 'experienced', 'tiere'],
] as const;

const chart = { datepicker_type: 'YEARS', year: 2026, diagram_type: 'LINE_CHART' } as const;

/** Progress as it is told and as it is kept, and how many statements count. */
async function progressOf(who: Person) {
  const { progress, chart: counted } = await world.ownProgress(who, { chart });
  const exercises = await world.platform.database
    .selectFrom('lars.exercise_progress')
    .selectAll()
    .where('subject', '=', who.subject)
    .orderBy('exercise_id')
    .execute();
  const count = counted!.points!.reduce((sum, point) => sum + point.statements_count, 0);
  return { progress, exercises, count };
}

const prune = (cutoffs: Cutoffs) =>
  pruneStatements(world.platform.database, {
    policy: { platform: cutoffs, courses: new Map(), published: [] },
  });

test('progress that was read is not changed by thinning, nor by reading anew; only how much there was', async () => {
  const mia = await world.newPerson();
  const ids = await recordLongAgo(mia, lesson);
  const voided = await recordLongAgo(mia, [[48, 'passed', 'ufer', scored(1)]]);
  await sql`select lars.void_statements(${[...voided, ids[3]]}::uuid[], array[null, null]::text[])`.execute(
    world.platform.database,
  );
  const before = await progressOf(mia);
  expect(before).toMatchObject({
    count: lesson.length - 1,
    exercises: [{ best_score: 0.9 }, { last_succeeded_at: expect.any(Date) }],
  });

  expect(await prune({ thin: before2025 })).toMatchObject({ deleted: 0, thinned: 39 });
  expect(await progressOf(mia)).toEqual(before);

  await world.publish({ title: 'Gewässer, neu' });
  const anew = await progressOf(mia);
  expect(anew.exercises).toEqual(before.exercises);
  expect(anew.count).toBeLessThan(8);
});

test('what is deleted counts no more, and the rest as before', async () => {
  const mia = await world.newPerson();
  await recordLongAgo(mia, lesson);
  await world.record(mia, 'ufer', { result: { completion: true } });
  expect(await progressOf(mia)).toMatchObject({ exercises: [{}, {}, { exercise_id: 'ufer' }] });
  await prune({ delete: before2025 });
  expect(await progressOf(mia)).toMatchObject({ count: 1, exercises: [{ exercise_id: 'ufer' }] });
});

test('a platform with a policy does it by a job, and the audit log says so', async () => {
  const mia = await world.newPerson();
  await recordLongAgo(mia, lesson);
  const { databaseUrl, database, identityProvider } = world.platform;
  const retention = { courses: { [brook.course_id]: {} }, deleteAfterYears: 1 };
  const server = await createPlatform({
    databaseUrl,
    publicUrl: 'http://localhost',
    identityProvider: identityProvider.servicesClient,
    jobs: quickJobs,
    retention,
  });
  onTestFinished(() => server.close());
  const jobs = await startJobs(databaseUrl, () => {}, quickJobs);
  onTestFinished(() => jobs.stop());
  const queue = await jobs.define(retentionJob);
  await queue.send(database, {});
  const entries = () =>
    rowsOf(database, 'aua.audit_log', { call: 'record-retention' }, 'at').get('kind', 'change');
  await expect.poll(async () => (await entries()).length).toBe(2);
  expect(await entries()).toMatchObject([
    { kind: 'change', change: { policy: retention } },
    { kind: 'change', change: { policy: retention, pruned: { deleted: lesson.length } } },
  ]);
  const { rows } =
    await sql`select cron from jobs.schedule where name = ${retentionJob.name}`.execute(database);
  expect(rows).toEqual([{ cron: '0 2 * * *' }]);
});
