import { readFileSync } from 'node:fs';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { catalogueOf } from '../storage/catalogue.ts';
import { databaseOf } from '../storage/databases.ts';
import { dumpOf } from '../storage/dump.ts';
import { released } from '../storage/released.ts';
import { runIn } from './commands.ts';

/** A database with rows of every kind. @returns its address */
const storedDatabase = () =>
  databaseOf(
    Object.keys(released['0.1.0']!.migrations),
    readFileSync(new URL('../storage/stored/0.1.0.sql', import.meta.url), 'utf8'),
  );

/** Opens a database until the end of the test. */
function open(databaseUrl: string): Database {
  const database = openDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  return database;
}

const write = (database: Database) =>
  sql`insert into aua.users (subject) values (gen_random_uuid())`.execute(database);

/** All rows as SQL, without those that each start notes anew. */
async function rowsOf(database: Database): Promise<readonly string[]> {
  const lines = (await dumpOf(database)).split('\n');
  return lines
    .filter((line) => !line.startsWith(`  ('0001-schema', `))
    .map((line) => line.replace(/,$/, ''));
}

const readOnly = 'read-only transaction';

test('a move brings each row over, while the old one takes no changes, and leads back', async () => {
  const from = await storedDatabase();
  const to = await createTestDatabase(inject('databaseUrl'));
  // Sessions of services that run have settings of before.
  const service = open(from);
  await write(service);
  const learner = new pg.Client({ connectionString: from });
  learner.on('error', () => {});
  await learner.connect();
  await learner.query('begin');
  await learner.query(`insert into aua.users (subject) values ('not acknowledged')`);

  const outcome = await runIn({ DATABASE_URL: from }, 'move-to', to);
  expect(outcome).toMatchObject({ code: 0, notes: '' });
  expect(outcome.output).toContain('set DATABASE_URL to the new one');
  await expect(learner.query('commit')).rejects.toThrow();
  await expect(write(service)).rejects.toThrow(readOnly);
  const target = open(to);
  const moved = await rowsOf(target);
  expect(moved).toEqual(await rowsOf(service));
  expect(moved.join()).toContain('command:move-to');
  expect(moved.join()).not.toContain('not acknowledged');
  expect(await catalogueOf(target)).toEqual(await catalogueOf(open(inject('startedDatabaseUrl'))));
  await write(target);

  const back = () => runIn({ DATABASE_URL: from }, 'move-to', '--back');
  expect(await back()).toMatchObject({ code: 0, output: 'The database takes changes again.\n' });
  await write(open(from));
  expect(await back()).toMatchObject({ code: 0, output: expect.stringContaining('nothing had') });
});

test('a move that fails half way lets the old one take changes again, and leaves the new one empty', async () => {
  const from = await storedDatabase();
  const to = await createTestDatabase(inject('databaseUrl'));
  // The new one fails in the middle of a table, while the old one still sends: as with a disk that is full.
  const source = open(from);
  await sql`
    insert into clag.local_store_items (subject, course_id, issue_id, model_type, model_id, segment, key, value)
    select 'mia', 'c', 'i', 'topic', 't', 's', 'k' || i, repeat(i::text, 300) from generate_series(1, 20000) i
  `.execute(source);
  await sql
    .raw(
      `create function public.refuse() returns event_trigger language plpgsql as $$
         begin alter table clag.local_store_items add constraint enough check (key <> 'k1000'); end $$;
       create event trigger refuse on ddl_command_end when tag in ('CREATE SEQUENCE') execute function public.refuse()`,
    )
    .execute(open(to));
  const outcome = await runIn({ DATABASE_URL: from }, 'move-to', to).catch(
    (error: unknown) => error,
  );
  expect(outcome).toMatchObject({ code: '23514' });
  await write(open(from));
  const { rows } = await sql`select from pg_namespace where nspname = 'aua'`.execute(open(to));
  expect(rows).toEqual([]);
});

test.for<[string, (from: string) => Promise<string[]>, number, string]>([
  ['is the same', async (from) => [from], 1, 'The database is not empty'],
  ['has been started on', async () => [inject('startedDatabaseUrl')], 1, 'is not empty'],
  ['does not answer', async () => ['postgresql://localhost:1/none'], 1, 'cannot be used: '],
  ['is no address', async () => ['localhost'], 1, 'The address must have the form postgresql:'],
  ['is not named', async () => [], 2, 'Give one address, or --back.'],
  ['is named with --back', async (from) => ['--back', from], 2, 'Give one address, or --back.'],
])(
  'a move is refused, and the old one takes changes, where the new one %s',
  async ([, argumentsOf, code, words]) => {
    const from = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
    const service = open(from);
    await write(service);
    const outcome = await runIn({ DATABASE_URL: from }, 'move-to', ...(await argumentsOf(from)));
    expect(outcome.notes).toContain(words);
    expect(outcome.code).toBe(code);
    await write(service);
  },
);
