import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate, openDatabase, type Database } from '../../src/index.ts';
import { unusableDatabaseOf } from '../../src/storage/failed-start.ts';
import { schema, type Schema } from '../../src/storage/schema.ts';
import { catalogueOf } from './catalogue.ts';
import { databaseOf, startedDatabase } from './databases.ts';

/** Tables of a fresh database. */
let expected: readonly string[];
beforeAll(async () => {
  const database = openDatabase(await startedDatabase());
  expected = await catalogueOf(database);
  await database.destroy();
});

function open(databaseUrl: string) {
  const database = openDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  return { databaseUrl, database };
}
const appliedTo = async (database: Database) => {
  const { rows } = await sql<{ name: string }>`
    select name from platform.kysely_migration order by name
  `.execute(database);
  return rows.map(({ name }) => name);
};

test('processes that start at once on an empty database make it together', async () => {
  const { database, databaseUrl } = open(await createTestDatabase(inject('databaseUrl')));
  await Promise.all([migrate(databaseUrl), migrate(databaseUrl), migrate(databaseUrl)]);
  expect(await catalogueOf(database)).toEqual(expected);
  expect(await appliedTo(database)).toEqual([...schema.migrations.keys()]);
});

describe('a database of the development before 0.1.0', () => {
  /** One as the migrations up to the named one have left it, as far as it differs from 0.1.0. */
  async function developmentDatabase(newest: string) {
    const difference = /* sql */ `
        alter table atma.files add column updated_at timestamptz not null default now();
        alter table atma.file_versions add column updated_at timestamptz not null default now();
        alter table clag.local_store_items
          add column base_version integer, add column change_id uuid not null;
        alter table lars.cmi5_structures add column created_at timestamptz not null default now();
        alter table lars.forwardings add column arrived_at timestamptz;
        alter table gres.members rename constraint members_origin_of_state to members_check;
        alter table gres.members rename constraint members_invitation_of_state to members_check1;
        alter table gres.members rename constraint members_beginning_of_state to members_check2;
        drop table platform.functions;
        delete from platform.kysely_migration;
        insert into platform.kysely_migration
        values ('0001-main-job', '2026-11-20T08:00:00.000Z'), ('${newest}', '2026-11-27T08:00:00.000Z');
        insert into clag.local_store_items (subject, course_id, issue_id, model_type, model_id, segment,
          key, value, base_version, change_id)
        values ('mia', 'wasser', 'wasser-2026', 'topic', 'regen', 's', 'k', 'Pfütze', 1, gen_random_uuid());
    `;
    return open(
      await databaseOf(['0001-schema'], [...schema.functions.values(), difference].join('\n')),
    );
  }

  test('is taken over from its last migration, by one of the processes that start at once', async () => {
    const { database, databaseUrl } = await developmentDatabase('0049-composed-letters');
    await Promise.all([migrate(databaseUrl), migrate(databaseUrl)]);
    expect(await catalogueOf(database)).toEqual(expected);
    expect(await appliedTo(database)).toEqual([...schema.migrations.keys()]);
    const items = database.selectFrom('clag.local_store_items').select(['subject', 'value']);
    expect(await items.execute()).toEqual([{ subject: 'mia', value: 'Pfütze' }]);
  });

  test('is not told to be a newer one where a table of it is missing', async () => {
    const { database, databaseUrl } = await developmentDatabase('0049-composed-letters');
    await sql`drop table lars.forwardings`.execute(database);
    await expect(migrate(databaseUrl)).rejects.toThrow(
      'relation "lars.forwardings" does not exist',
    );
  });

  test.each(['0048-room-of-registrations', '0002-users-and-authorization'])(
    'is refused with the remedy, and left as it is, where its last one is %s',
    async (newest) => {
      const { database, databaseUrl } = await developmentDatabase(newest);
      const before = await catalogueOf(database);
      await expect(migrate(databaseUrl)).rejects.toThrow(
        new RegExp(`before 0\\.1\\.0, up to its migration ${newest}\\. Start the commit .* once`),
      );
      expect(await catalogueOf(database)).toEqual(before);
      expect(await appliedTo(database)).toEqual(['0001-main-job', newest]);
    },
  );
});

describe('a start that cannot change the tables', () => {
  const unchanged = async (databaseUrl: string, after = schema) =>
    unusableDatabaseOf(await migrate(databaseUrl, after, 200).catch((error: unknown) => error));
  const column: Schema = {
    ...schema,
    migrations: new Map([
      ...schema.migrations,
      ['9999-column', 'alter table aua.users add column later text'],
    ]),
  };

  test('ends soon, for now, where another session keeps a lock, and lets others go on', async () => {
    const { database, databaseUrl } = open(await startedDatabase());
    const copy = database.transaction().execute(async (transaction) => {
      await sql`lock table aua.users in access share mode`.execute(transaction);
      return unchanged(databaseUrl, column);
    });
    expect(await copy).toMatchObject({
      isPassing: true,
      message: expect.stringContaining('is locked by another session, such as a copy: '),
    });
    await migrate(databaseUrl, column);
    expect(await appliedTo(database)).toEqual([...column.migrations.keys()]);
  });

  test('tries again where a lock is kept for longer than one try', async () => {
    const { database, databaseUrl } = open(await startedDatabase());
    const waitingSince = async () => {
      const { rows } = await sql<{ since: string }>`
        select xact_start::text as since from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      `.execute(database);
      return rows[0]?.since;
    };
    const copy = await database.startTransaction().execute();
    onTestFinished(async () => void (copy.isCommitted || (await copy.rollback().execute())));
    await sql`lock table aua.users in access share mode`.execute(copy);
    const migrated = migrate(databaseUrl, column);
    await expect.poll(waitingSince).toBeDefined();
    const first = await waitingSince();
    await expect.poll(async () => ![undefined, first].includes(await waitingSince())).toBe(true);
    await copy.commit().execute();
    await migrated;
    expect(await appliedTo(database)).toEqual([...column.migrations.keys()]);
  });

  test('names the right that its role lacks', async () => {
    const { database, databaseUrl } = open(await startedDatabase());
    const name = sql.id(new URL(databaseUrl).pathname.slice(1));
    const role = sql.id(`role_of_${new URL(databaseUrl).pathname.slice(1)}`);
    await sql`
      create role ${role};
      grant usage on schema platform to ${role};
      grant select on all tables in schema platform to ${role};
      alter database ${name} set role = ${role};
    `.execute(database);
    onTestFinished(async () => {
      await sql`alter database ${name} reset role; drop owned by ${role}; drop role ${role};`.execute(
        database,
      );
    });
    expect(await unchanged(databaseUrl, column)).toMatchObject({
      isPassing: false,
      message: expect.stringMatching(
        /^The role of DATABASE_URL may not change the schema: .*create on the database/,
      ),
    });
  });

  test.each([
    [
      'another program has a schema of the name',
      'create schema lars',
      false,
      'The database has what Lectern would make: schema "lars" already exists. Lectern needs an empty one of its own.',
    ],
    [
      'an event trigger guards the schema',
      `create function public.guard() returns event_trigger language plpgsql
         as 'begin raise exception ''No changes before Monday''; end';
       create event trigger guard on ddl_command_start execute function public.guard();`,
      true,
      'The database lets nobody change its schema: No changes before Monday.',
    ],
  ])('says so where %s', async (_what, change, isPassing, message) => {
    const { database, databaseUrl } = open(await createTestDatabase(inject('databaseUrl')));
    await sql.raw(change).execute(database);
    expect(await unchanged(databaseUrl)).toMatchObject({ isPassing, message });
  });

  test('does not come of the time limits of its role', async () => {
    const { database, databaseUrl } = open(await startedDatabase());
    await sql`
      do $$ begin
        execute (
          select string_agg(format('alter database %I set %s = 100;', current_database(), name), '')
          from pg_settings where name in ('statement_timeout', 'lock_timeout', 'transaction_timeout')
        );
      end $$
    `.execute(database);
    const slow: Schema = {
      ...schema,
      migrations: new Map([...schema.migrations, ['9999-slow', 'select pg_sleep(0.3)']]),
    };
    await Promise.all([migrate(databaseUrl, slow), migrate(databaseUrl, slow)]);
    expect(await appliedTo(database)).toEqual([...slow.migrations.keys()]);
  });
});

describe('versions that skip one', () => {
  /** A trigger with a function of a new type in 9998, which 9999 and the function's file go on from. */
  const later: Schema = {
    version: '0.3.0',
    migrations: new Map([
      ...schema.migrations,
      [
        '9998-kinds',
        `create type lars.kind as enum ('a', 'b');
        create table lars.kinds (kind_id bigint primary key, kind lars.kind, counted integer not null default 0);
        create function lars.count_kind() returns trigger language plpgsql as $$
          begin new.counted := 1; return new; end
        $$;
        create trigger count_kind before insert on lars.kinds
          for each row execute function lars.count_kind();
        insert into lars.kinds (kind_id, kind) values (lars.term('kind', 'a'), 'a');`,
      ],
      [
        '9999-counts',
        `alter table lars.kinds rename column counted to times;
        create function lars.count_kind_twice() returns integer language sql return 2;
        drop function if exists lars.mark_voided(uuid[]);`,
      ],
    ]),
    functions: new Map([
      ...[...schema.functions].filter(([name]) => name !== 'lars.mark_voided'),
      [
        'lars.count_kind',
        `create or replace function lars.count_kind() returns trigger language plpgsql as $$
          begin new.times := lars.times_of(new.kind); return new; end
        $$;`,
      ],
      [
        'lars.times_of',
        `create or replace function lars.times_of(kind lars.kind) returns integer language sql as 'select 2';`,
      ],
    ]),
  };

  test.each([
    ['an empty database', () => createTestDatabase(inject('databaseUrl'))],
    ['one of 0.1.0', startedDatabase],
  ])('bring %s to the newest tables and functions', async (_, make) => {
    const { database, databaseUrl } = open(await make());
    await Promise.all([migrate(databaseUrl, later), migrate(databaseUrl, later)]);
    expect(await appliedTo(database)).toEqual([...later.migrations.keys()]);
    await sql`insert into lars.kinds (kind_id, kind) values (1, 'b')`.execute(database);
    const { rows } = await sql`select kind, times from lars.kinds order by kind`.execute(database);
    expect(rows).toEqual([
      { kind: 'a', times: 1 },
      { kind: 'b', times: 2 },
    ]);
    const functions = (await catalogueOf(database)).join('\n');
    expect(functions).not.toContain('lars.mark_voided');
    await migrate(databaseUrl, { ...later, version: '0.3.0-rc.1' });
    expect((await catalogueOf(database)).join('\n')).toBe(functions);
    await expect(migrate(databaseUrl)).rejects.toThrow(
      'newer version, up to its migration 9999-counts',
    );
  });
});

test('a session gets the defaults of columns that the database has from a later version', async () => {
  const { database } = open(await startedDatabase());
  await sql`alter table lars.cmi5_sessions add column of_0002 text not null default 'later'`.execute(
    database,
  );
  const session = {
    subject: 'mia',
    session_id: randomUUID(),
    course_key: 'c',
    registration: randomUUID(),
    structure_hash: 's',
    au_id: 'a',
    activity_id: 'http://a.example',
    launch_mode: 'Normal',
    launched_at: '2026-11-28T08:00:00Z',
    expires_at: '2026-11-29T08:00:00Z',
    fetch_hash: '\\x00',
    told: {},
    revision: 0,
  };
  await sql`select lars.put_session(${JSON.stringify(session)})`.execute(database);
  const { rows } = await sql`select subject, launch_mode, of_0002 from lars.cmi5_sessions`.execute(
    database,
  );
  expect(rows).toEqual([{ subject: 'mia', launch_mode: 'Normal', of_0002: 'later' }]);
});

test('every table can be replicated: it has a primary key', async () => {
  const { database } = open(await startedDatabase());
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)
  `.execute(database);
  expect(rows).toEqual([]);
});

describe('functions', () => {
  /** Functions of another version that are left after a start of this one, by several processes at once. */
  async function leftOf(version: string, { databaseUrl, database }: ReturnType<typeof open>) {
    await sql`update platform.functions set version = ${version}, hash = 'other'`.execute(database);
    await sql`
      create or replace function lars.mark_voided(given_id uuid[]) returns void
      language plpgsql as 'begin end'
    `.execute(database);
    const before = await catalogueOf(database);
    await Promise.all([migrate(databaseUrl), migrate(databaseUrl), migrate(databaseUrl)]);
    const now = await catalogueOf(database);
    return now.filter((line) => before.includes(line) && !expected.includes(line)).length;
  }

  test('of an older or the same version are replaced, by one of the processes that start at once', async () => {
    const started = open(await startedDatabase());
    for (const version of ['0.0.9', '0.0.9-rc.1', '0.1.0-rc.1', '0.1.0'])
      expect(await leftOf(version, started)).toBe(0);
    expect(await catalogueOf(started.database)).toEqual(expected);
  });

  test('of a newer version stay when an older process starts beside newer ones', async () => {
    const started = open(await startedDatabase());
    for (const version of ['0.1.1', '0.2.0-rc.1', '0.10.0', '1.0.0'])
      expect(await leftOf(version, started)).toBe(1);
  });

  test('stand each in the file of its name, in one form', async () => {
    for (const [name, text] of schema.functions) {
      const declared = text.matchAll(/^create or replace function ([\w.]+)\(/gm);
      expect([...declared].map(([, function_]) => function_)).toEqual([name]);
    }
    const { database } = open(await startedDatabase());
    const { rows } = await sql<{ name: string }>`
      select pronamespace::regnamespace || '.' || proname as name from pg_proc
      where pronamespace::regnamespace::text = any(${['aua', 'gres', 'lima', 'osc', 'atma', 'clag', 'lars']})
      order by name
    `.execute(database);
    // Never changed, so that migrations may call it: the first one has it.
    expect(rows.map(({ name }) => name)).toEqual(
      [...schema.functions.keys(), 'lars.term'].toSorted(),
    );
    // The start does not check their bodies.
    for (const text of schema.functions.values()) await sql.raw(text).execute(database);
  });
});
