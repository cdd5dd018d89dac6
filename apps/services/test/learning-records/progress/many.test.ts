import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/index.ts';
import {
  catchUp,
  lockProgress,
  type ReadIssue,
} from '../../../src/learning-records/progress/catch-up.ts';
import { addProgress } from '../../../src/learning-records/progress/projection.ts';
import { insertAnswers } from './many-statements.ts';
import { startProgressWorld, type ProgressWorld } from './progress-world.ts';

let world: ProgressWorld;
/** One connection, so that it tells of all that it has read. */
let database: Database;

beforeAll(async () => {
  world = await startProgressWorld();
  const pool = new pg.Pool({ connectionString: world.platform.databaseUrl, max: 1 });
  database = new Kysely({ dialect: new PostgresDialect({ pool }) });
});
afterAll(() => world.close());
afterAll(() => database.destroy());

const issue: ReadIssue = {
  course_id: 'gezaehlt',
  issue_id: 'gezaehlt-1',
  version: 1,
  exerciseIds: new Set(['lauf']),
};

/** How many rows of statements, and entries of their indexes, something looks at. */
async function readBy(work: () => Promise<unknown>): Promise<number> {
  const total = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(database);
    const { rows } = await sql<{ total: number }>`
      select (idx_tup_fetch + seq_tup_read + (
        select sum(idx_tup_read) from pg_stat_user_indexes
        where schemaname = 'lars' and relname = 'statements'
      ))::float8 as total
      from pg_stat_user_tables where schemaname = 'lars' and relname = 'statements'
    `.execute(database);
    return rows[0]!.total;
  };
  const before = await total();
  await work();
  return (await total()) - before;
}

async function countOf(...subjects: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(statements_count), 0)::integer as count from lars.exercise_activity
    where subject = any(${subjects}::text[]) and course_id = ${issue.course_id}
  `.execute(database);
  return rows[0]!.count;
}

/** As the store voids it: the statement of a place, from the first one on. */
async function voidAt(subject: string, place: number): Promise<void> {
  await sql`
    select lars.void_statements(array_agg(statement_id), array[null::text]) from (
      select statement_id from lars.statements where subject = ${subject}
      order by sequence offset ${place} limit 1
    ) one
  `.execute(database);
}

test('each statement is read once, however many there are, and what was read is not touched again', async () => {
  await insertAnswers(database, 'viel', 6_000);
  await sql`analyze lars.statements`.execute(database);
  const first = await readBy(() => catchUp(database, ['viel'], issue));
  expect(await countOf('viel')).toBe(6_000);
  // Each row once, and its entry in the index.
  expect(first).toBeGreaterThanOrEqual(12_000);
  expect(first).toBeLessThan(12_100);

  expect(await readBy(() => catchUp(database, ['viel'], issue))).toBeLessThan(20);
  await insertAnswers(database, 'viel', 10);
  expect(await readBy(() => catchUp(database, ['viel'], issue))).toBeLessThan(60);
  expect(await countOf('viel')).toBe(6_010);
});

test('a step has its end: a class that nobody has looked at for long is read bit by bit', async () => {
  const pupils = Array.from({ length: 12 }, (_, index) => `pupil-${index}`);
  for (const pupil of pupils) await insertAnswers(database, pupil, 1_500);
  const left = [];
  for (let before = 0, behind = 1; behind > 0;) {
    behind = await catchUp(database, pupils, issue, 4_000);
    left.push(behind);
    const count = await countOf(...pupils);
    expect(count - before).toBeLessThanOrEqual(5_000);
    expect(count).toBeGreaterThan(before);
    before = count;
  }
  expect(left.length).toBeGreaterThan(2);
  expect(left).toEqual(left.toSorted((a, b) => b - a));
  expect(await countOf(...pupils)).toBe(12 * 1_500);
});

test('a pupil without anything new holds nobody up', async () => {
  await insertAnswers(database, 'ohne-neues', 3);
  await catchUp(database, ['ohne-neues'], issue);
  await insertAnswers(database, 'mit-neuem', 2);
  await world.platform.database.transaction().execute(async (other) => {
    await lockProgress(other, ['ohne-neues']);
    expect(await catchUp(database, ['mit-neuem', 'nie-da', 'ohne-neues'], issue)).toBe(0);
  });
  expect(await countOf('mit-neuem')).toBe(2);
});

test('what was read is kept without waiting for the disk, since it can be read again', async () => {
  const read = { subject: 'sofort', last_stored: '2026-03-01T10:00:00Z', last_sequence: '1' };
  const waits = (on: Database) =>
    sql<{ mode: string }>`
    select current_setting('synchronous_commit') as mode
  `.execute(on);
  const kept = await database.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = on`.execute(transaction);
    await addProgress(transaction, issue, [{ ...read, voided: 0, signs: [] }]);
    return waits(transaction);
  });
  expect(kept.rows).toEqual([{ mode: 'off' }]);
});

test('what is voided before it is read makes nobody begin anew, and what is voided later counts no more', async () => {
  await insertAnswers(database, 'spaet', 3_500);
  expect(await catchUp(database, ['spaet'], issue, 1_000)).toBe(1);
  await voidAt('spaet', 3_000);
  expect(await catchUp(database, ['spaet'], issue, 1_000)).toBe(1);
  expect(await countOf('spaet')).toBe(2_000);

  // Every time something that was read: the end is reached all the same.
  await voidAt('spaet', 1);
  expect(await catchUp(database, ['spaet'], issue, 1_000)).toBe(1);
  expect(await countOf('spaet')).toBe(3_000);
  await voidAt('spaet', 2);
  expect(await catchUp(database, ['spaet'], issue, 1_000)).toBe(1);
  await voidAt('spaet', 3);
  for (let asked = 0; (await catchUp(database, ['spaet'], issue, 1_000)) > 0; asked++) {
    expect(asked).toBeLessThan(10);
  }
  expect(await countOf('spaet')).toBe(3_496);
  expect(await readBy(() => catchUp(database, ['spaet'], issue))).toBeLessThan(20);
});

test('the answer says that there is more, and who asks again gets it', async () => {
  const mia = await world.newPerson();
  await insertAnswers(database, mia.subject, 21_500);
  const first = await world.ownProgress(mia);
  expect(first).toMatchObject({ behind_count: 1, progress: { themen: [{ begun_count: 1 }] } });
  const second = await world.ownProgress(mia);
  expect(second).not.toHaveProperty('behind_count');
});
