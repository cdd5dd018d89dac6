import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { learningRecordsSubjectData } from '../../../src/learning-records/subject-data.ts';
import { runIn } from '../../commands/commands.ts';
import type { Person } from '../../groups/people.ts';
import { clientsAt, codeOf } from '../../platform.ts';
import { statementOf } from '../statement-samples.ts';
import { insertAnswers } from './many-statements.ts';
import { brook, startProgressWorld, type ProgressWorld } from './progress-world.ts';

let world: ProgressWorld;

beforeAll(async () => {
  world = await startProgressWorld();
});
afterAll(() => world.close());

const done = { result: { completion: true }, timestamp: '2026-03-01T10:00:00Z' };
const years = { datepicker_type: 'YEARS', year: 2026, diagram_type: 'LINE_CHART' } as const;

/** How many statements count, and how many exercises are finished. */
async function countsOf(who: Person): Promise<readonly [statements: number, finished: number]> {
  const { chart, progress } = await world.ownProgress(who, { chart: years });
  const statements = chart!.points!.reduce((sum, point) => sum + point.statements_count, 0);
  const finished = progress.themen.reduce((sum, { handed_in_count }) => sum + handed_in_count, 0);
  return [statements, finished];
}

/** Rows that were read of a subject. */
async function rowsOf({ subject }: { readonly subject: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from lars.progress_readings where subject = ${subject})
      + (select count(*) from lars.exercise_progress where subject = ${subject})
      + (select count(*) from lars.exercise_activity where subject = ${subject}))::integer as count
  `.execute(world.platform.database);
  return rows[0]!.count;
}

const insert = ({ subject }: Person, amount: number) =>
  insertAnswers(world.platform.database, subject, amount);

/** As the store does it for a statement that voids another; the other one may be still to come. */
async function voidStatement(id: string): Promise<void> {
  await sql`
    select lars.void_statements(array[${id}::uuid], array[null::text])
  `.execute(world.platform.database);
}

test('asking again counts nothing twice', async () => {
  const mia = await world.newPerson();
  await world.record(mia, 'lauf', done);
  expect(await countsOf(mia)).toEqual([1, 1]);
  expect(await countsOf(mia)).toEqual([1, 1]);
  await world.record(mia, 'lauf', done);
  expect(await countsOf(mia)).toEqual([2, 1]);
});

test('many who ask at once, of several processes, count nothing twice', async () => {
  const mia = await world.newPerson();
  await insert(mia, 2_500);
  const other = await world.platform.anotherProcess();
  const body = {
    subject: mia.subject,
    course_id: brook.course_id,
    filter_type: 'NONE',
    chart: years,
  } as const;
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 ? world.platform.as : clientsAt(other.url))('lars', mia).progressGetForSubject({
        body,
      }),
    ),
  );
  await other.close();
  // An answer counts all that was there when it was asked for.
  const counted = answers.map(({ chart }) => chart!.points!.at(-1)!.statements_count);
  expect(counted).toEqual(counted.map(() => 2_500));
});

test('statements that were stored elsewhere long ago are found, although newer ones were read', async () => {
  const mia = await world.newPerson();
  await insert(mia, 1);
  expect(await countsOf(mia)).toEqual([1, 1]);
  const { issuer } = world.platform.identityProvider.servicesClient;
  const statement = statementOf({
    actor: { account: { homePage: issuer, name: mia.subject } },
    stored: '2026-03-01T11:00:00Z',
    ...done,
  });
  const folder = await mkdtemp(join(tmpdir(), 'lectern-progress-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'records.ndjson');
  await writeFile(file, JSON.stringify({ statement, dto_id: 'tiere' }));
  const environment = { DATABASE_URL: world.platform.databaseUrl, LECTERN_ISSUER: issuer };
  const outcome = await runIn(environment, 'import-records', file);
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(await countsOf(mia)).toEqual([2, 2]);
});

test('a reading that ends in between is gone on with', async () => {
  const mia = await world.newPerson();
  await insert(mia, 1_500);
  const { database } = world.platform;
  await sql
    .raw(`
      create function lars.refuse_reading() returns trigger language plpgsql as
        $$ begin raise exception 'ended'; end $$;
      create trigger refuse_reading before update on lars.progress_readings
        for each row execute function lars.refuse_reading();
    `)
    .execute(database);
  try {
    expect(await codeOf(countsOf(mia))).toBe('INTERNAL');
    const { rows } = await sql<{ sum: number }>`
      select sum(statements_count)::integer as sum from lars.exercise_activity
      where subject = ${mia.subject}
    `.execute(database);
    // The first page is kept, and nothing of the second one.
    expect(rows).toEqual([{ sum: 1_000 }]);
  } finally {
    await sql.raw('drop function lars.refuse_reading cascade').execute(database);
  }
  expect(await countsOf(mia)).toEqual([1_500, 1]);
});

test('what was voided counts no more, whether it was read before or not', async () => {
  const mia = await world.newPerson();
  const first = await world.record(mia, 'lauf', done);
  const second = await world.record(mia, 'tiere', done);
  expect(await countsOf(mia)).toEqual([2, 2]);
  await voidStatement(first);
  expect(await countsOf(mia)).toEqual([1, 1]);
  await voidStatement(second);
  expect(await countsOf(mia)).toEqual([0, 0]);
  const toCome = randomUUID();
  await voidStatement(toCome);
  await world.record(mia, 'ufer', { ...done, id: toCome });
  expect(await countsOf(mia)).toEqual([0, 0]);
  await world.record(mia, 'ufer', done);
  expect(await countsOf(mia)).toEqual([1, 1]);
});

test('another version of the issue is read anew', async () => {
  const issue = { issue_id: 'mit-neuem', course_id: 'wechselnd' };
  await world.publish(issue);
  const mia = await world.newPerson();
  for (const exercise of ['lauf', 'tiere', 'neu']) await world.record(mia, exercise, done);
  const finished = async () => {
    const { progress } = await world.ownProgress(mia, { course_id: 'wechselnd' });
    return progress.themen.map(({ thema_id, handed_in_count }) => [thema_id, handed_in_count]);
  };
  expect(await finished()).toEqual([['bach', 2]]);
  const [lauf] = brook.exercises;
  await world.publish({
    ...issue,
    exercises: [lauf!, { exercise_id: 'neu', topic_id: 'see' }],
  });
  expect(await finished()).toEqual([
    ['bach', 1],
    ['see', 1],
  ]);
});

test('is erased with the subject, and nothing is kept of whoever has recorded nothing', async () => {
  const [mia, ben] = [await world.newPerson(), await world.newPerson()];
  const { database } = world.platform;
  const erase = ({ subject }: Person) =>
    database
      .transaction()
      .execute((transaction) => learningRecordsSubjectData([]).erase(transaction, subject));
  await world.record(mia, 'lauf', done);
  await countsOf(mia);
  expect(await rowsOf(mia)).toBe(3);
  expect(await erase(mia)).toMatchObject({ 'lars.exercise_progress': 1 });
  expect(await rowsOf(mia)).toBe(0);
  expect(await countsOf(mia)).toEqual([0, 0]);
  expect(await countsOf(ben)).toEqual([0, 0]);
  expect((await rowsOf(mia)) + (await rowsOf(ben))).toBe(0);
});

test('begins anew for whom another subject’s statements were given to', async () => {
  const [before, after] = [await world.newPerson(), await world.newPerson()];
  const { database } = world.platform;
  await world.record(before, 'lauf', done);
  await world.record(after, 'tiere', done);
  expect([await countsOf(before), await countsOf(after)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  await database
    .transaction()
    .execute((transaction) =>
      learningRecordsSubjectData([]).move(transaction, before.subject, after.subject),
    );
  expect(await rowsOf(before)).toBe(0);
  expect([await countsOf(before), await countsOf(after)]).toEqual([
    [0, 0],
    [2, 2],
  ]);
});

test('can be exported', async () => {
  const mia = await world.newPerson();
  await world.record(mia, 'lauf', done);
  await countsOf(mia);
  const rows: unknown[] = [];
  await world.platform.database.transaction().execute(async (transaction) => {
    const exported = learningRecordsSubjectData([]).export(transaction, mia.subject);
    for await (const some of exported['lars.exercise_progress']!) rows.push(...some);
  });
  expect(rows).toMatchObject([{ exercise_id: 'lauf' }]);
});
