import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { catalogueOf } from '../storage/catalogue.ts';
import { loadInto } from '../../src/commands/backup/load.ts';
import { withSession } from '../../src/commands/backup/session.ts';
import { inSnapshot } from '../../src/commands/backup/snapshot.ts';
import { schema } from '../../src/storage/schema.ts';
import { runAsking, runIn } from './commands.ts';
import { startCommand } from './spawn-command.ts';
import { rowsOf, storedDatabase } from './stored-release.ts';

/** Opens a database until the end of the test. */
function open(databaseUrl: string): Database {
  const database = openDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  return database;
}

const write = (database: Database) =>
  sql`insert into aua.users (subject) values (gen_random_uuid())`.execute(database);

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
         begin alter table clag.local_store_items drop constraint if exists enough, add constraint enough check (key <> 'k1000'); end $$;
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

test('a move that is interrupted while it copies lets the old one take changes again', async () => {
  const from = await storedDatabase();
  const to = await createTestDatabase(inject('databaseUrl'));
  const target = open(to);
  await sql
    .raw(
      `create function public.waits() returns boolean language plpgsql as $$
           begin perform pg_advisory_xact_lock(1); return true; end $$;
         create function public.wait() returns event_trigger language plpgsql as $$
           begin alter table aua.users drop constraint if exists late, add constraint late check (public.waits()); end $$;
         create event trigger wait on ddl_command_end when tag in ('CREATE SEQUENCE') execute function public.wait()`,
    )
    .execute(target);
  const holder = await target.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(1)`.execute(holder);
  const { child, outcome } = startCommand({ DATABASE_URL: from }, 'move-to', to);
  const waiting = () =>
    sql`
        select from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()
      `.execute(holder);
  await expect.poll(async () => (await waiting()).rows.length).toBe(1);
  await expect(write(open(from))).rejects.toThrow(readOnly);
  // A service that stays closed says how it is opened.
  const closed = await runIn({ DATABASE_URL: from }, 'move-to', to);
  expect(closed.notes).toContain('lectern move-to --back');
  child.kill('SIGINT');
  expect(await outcome).toMatchObject({
    code: 1,
    output: '',
    notes: expect.stringContaining('The move was interrupted. The old database takes changes'),
  });
  await write(open(from));
  await holder.rollback().execute();
  const { rows } = await sql`select from pg_namespace where nspname = 'aua'`.execute(target);
  expect(rows).toEqual([]);
});

/** A role that may sign in to a database, with further rights. @returns the database's address for it */
async function roleOf(databaseUrl: string, ...rights: readonly string[]): Promise<string> {
  const url = new URL(databaseUrl);
  const role = `role_of_${url.pathname.slice(1)}`;
  const owner = open(databaseUrl);
  await sql.raw(`create user ${role}`).execute(owner);
  for (const right of rights) await sql.raw(right.replace('ROLE', role)).execute(owner);
  onTestFinished(async () => {
    // A database that was moved takes no other changes.
    const ended = `reassign owned by ${role} to current_user; drop owned by ${role}; drop user ${role}`;
    await sql.raw(`begin read write; ${ended}; commit`).execute(owner);
  });
  url.username = role;
  return url.href;
}

const rightsToWrite = ['grant usage on schema aua to ROLE', 'grant insert on aua.users to ROLE'];

test('a move ends sessions of other roles, too', async () => {
  const from = await storedDatabase();
  const to = await createTestDatabase(inject('databaseUrl'));
  const other = new pg.Client({ connectionString: await roleOf(from, ...rightsToWrite) });
  other.on('error', () => {});
  await other.connect();
  await other.query('begin');
  await other.query(`insert into aua.users (subject) values ('of another role')`);
  expect(await runIn({ DATABASE_URL: from }, 'move-to', to)).toMatchObject({ code: 0, notes: '' });
  await expect(other.query('commit')).rejects.toThrow();
});

test('a role that may not end the session of another one is told so, and nothing stays closed', async () => {
  const from = await storedDatabase();
  const service = open(from);
  const role = await roleOf(
    from,
    `alter database ${new URL(from).pathname.slice(1)} owner to ROLE`,
    ...rightsToWrite,
    'grant insert on aua.audit_log to ROLE',
    'grant usage on schema platform to ROLE',
  );
  await write(service);
  const to = await createTestDatabase(inject('databaseUrl'));
  const outcome = await runIn({ DATABASE_URL: role }, 'move-to', to);
  expect(outcome.notes).toContain('Another role has a session in the old database');
  expect(outcome.code).toBe(1);
  await write(open(from));
});

test('rows that have arrived are told apart from migrations that fail afterwards', async () => {
  const from = await storedDatabase();
  const to = await createTestDatabase(inject('databaseUrl'));
  const migrations = new Map([...schema.migrations, ['0099-later', 'select 1 / 0']]);
  await expect(
    withSession(from, (client) =>
      inSnapshot(client, (copy) =>
        loadInto(to, copy, undefined, { schema: { ...schema, migrations } }),
      ),
    ),
  ).rejects.toThrow('All rows are there; only newer migrations are left.');
  const { rows } = await sql`select from aua.users limit 1`.execute(open(to));
  expect(rows).toHaveLength(1);
});

test('the address of the new one can be asked for', async () => {
  const from = await storedDatabase();
  const outcome = await runAsking('localhost', { DATABASE_URL: from }, 'move-to', '-');
  expect(outcome).toMatchObject({ code: 1, notes: expect.stringContaining('must have the form') });
});

async function readOnlyDatabase(): Promise<string[]> {
  const url = await createTestDatabase(inject('databaseUrl'));
  const name = sql.id(new URL(url).pathname.slice(1));
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(open(url));
  return [url];
}

test.for<[string, (from: string) => Promise<string[]>, number, string]>([
  ['is the same', async (from) => [from], 1, 'The database is not empty'],
  ['has been started on', async () => [inject('startedDatabaseUrl')], 1, 'is not empty'],
  ['does not answer', async () => ['postgresql://localhost:1/none'], 1, 'cannot be used: '],
  ['takes no changes', () => readOnlyDatabase(), 1, 'takes no changes: it is a standby, or'],
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
