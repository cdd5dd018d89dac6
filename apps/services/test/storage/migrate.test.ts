import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { migrate, openDatabase, type Database } from '../../src/index.ts';
import { functions } from '../../src/storage/functions.ts';
import { migrations } from '../../src/storage/migrate.ts';
import { catalogueOf } from './catalogue.ts';
import { databaseOf, startedDatabase } from './databases.ts';

/** What a fresh database has. */
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
  expect(await appliedTo(database)).toEqual([...migrations.keys()]);
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
    return open(await databaseOf(['0001-schema'], [...functions.values(), difference].join('\n')));
  }

  test('is taken over from its last migration, by one of the processes that start at once', async () => {
    const { database, databaseUrl } = await developmentDatabase('0049-composed-letters');
    await Promise.all([migrate(databaseUrl), migrate(databaseUrl)]);
    expect(await catalogueOf(database)).toEqual(expected);
    expect(await appliedTo(database)).toEqual([...migrations.keys()]);
    const items = database.selectFrom('clag.local_store_items').select(['subject', 'value']);
    expect(await items.execute()).toEqual([{ subject: 'mia', value: 'Pfütze' }]);
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

describe('functions', () => {
  /** What is left of the functions of another version after a start of this one, by several processes at once. */
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
    for (const version of ['0.0.9', '0.1.0']) expect(await leftOf(version, started)).toBe(0);
    expect(await catalogueOf(started.database)).toEqual(expected);
  });

  test('of a newer version stay when an older process starts beside newer ones', async () => {
    const started = open(await startedDatabase());
    for (const version of ['0.1.1', '0.10.0', '1.0.0'])
      expect(await leftOf(version, started)).toBe(1);
  });

  test('stand each in the file of its name, in one form', async () => {
    for (const [name, text] of functions) {
      const declared = text.matchAll(/^create or replace function ([\w.]+)\(/gm);
      expect([...declared].map(([, function_]) => function_)).toEqual([name]);
    }
    const { database } = open(await startedDatabase());
    const { rows } = await sql<{ name: string }>`
      select pronamespace::regnamespace || '.' || proname as name from pg_proc
      where pronamespace::regnamespace::text = any(${['aua', 'gres', 'lima', 'osc', 'atma', 'clag', 'lars']})
      order by name
    `.execute(database);
    expect(rows.map(({ name }) => name)).toEqual([...functions.keys()]);
    // The start does not check their bodies.
    for (const text of functions.values()) await sql.raw(text).execute(database);
  });
});
