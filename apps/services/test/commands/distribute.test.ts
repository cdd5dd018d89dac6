import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { distributionKeys } from '../../src/storage/distribution-keys.ts';
import type { Database } from '../../src/index.ts';
import { prepareCommands } from './commands.ts';

/*
 * Citus cannot be had from a registry: functions and tables of its names stand for it, and note what is asked for. How it
 * was tried on a real one, docs/operate/distribution.md says.
 */

interface Cluster {
  readonly version?: string;
  readonly isCoordinator?: boolean;
  readonly machines?: number;
}

async function pretend(
  database: Database,
  { version = 'Citus 13.2.0 on x86_64', isCoordinator = true, machines = 2 }: Cluster = {},
): Promise<void> {
  await sql
    .raw(`
      create function citus_version() returns text language sql return '${version}';
      create function citus_is_coordinator() returns boolean language sql return ${isCoordinator};
      create table pg_dist_node as
        select true as isactive, true as shouldhaveshards, 'primary' as noderole from generate_series(1, ${machines});
      create table citus_tables (
        table_name regclass, citus_table_type text, distribution_column text, colocation_id integer, shard_count bigint
      );
      create function create_distributed_table(
        table_name regclass, distribution_column text, colocate_with text
      ) returns void language sql as $$
        insert into citus_tables select table_name, 'distributed', distribution_column,
          coalesce(
            (select other.colocation_id from citus_tables other where other.table_name::text = colocate_with),
            (select count(*)::integer from citus_tables) + 1
          ), 32
      $$;
    `)
    .execute(database);
}

const spread = async (database: Database) => {
  const { rows } = await sql<{ name: string; key: string; group: number }>`
    select table_name::text as name, distribution_column as key, colocation_id as group from citus_tables
  `.execute(database);
  return rows;
};

test('tables are spread by their keys, those of one key alike, and a repetition finds it done', async () => {
  const { database, run } = await prepareCommands();
  await pretend(database);
  const checked = await run('distribute', '--check');
  expect(checked).toMatchObject({ code: 0, notes: '' });
  expect(checked.output).toContain('lars.statement_ids is to be spread by statement_id.\n');
  expect(await spread(database)).toEqual([]);

  const done = await run('distribute');
  expect(done.code).toBe(0);
  expect(done.output).toMatch(/^clag\.content_items +subject +32 shards$/m);
  const rows = await spread(database);
  expect(Object.fromEntries(rows.map(({ name, key }) => [name, key]))).toEqual(distributionKeys);
  const groups = Map.groupBy(rows, ({ key }) => key);
  expect(new Set(groups.get('subject')!.map(({ group }) => group)).size).toBe(1);
  expect(groups.get('statement_id')![0]!.group).not.toBe(groups.get('subject')![0]!.group);

  expect(await run('distribute')).toEqual({ ...done, notes: '' });
  expect((await run('distribute', '--check')).output).toBe(
    'All tables are spread. Nothing has to change.\n',
  );
  expect(await spread(database)).toHaveLength(rows.length);
});

test('it goes on where it was broken off', async () => {
  const { database, run } = await prepareCommands();
  await pretend(database);
  await sql`select create_distributed_table('clag.issue_changes', 'subject', 'none')`.execute(
    database,
  );
  const { code, notes } = await run('distribute');
  expect(code).toBe(0);
  expect(notes).not.toContain('clag.issue_changes');
  const ofSubject = (await spread(database)).filter(({ key }) => key === 'subject');
  expect(new Set(ofSubject.map(({ group }) => group)).size).toBe(1);
});

const spreadBefore =
  (...tables: readonly [table: string, key: string, group: number, kind?: string][]) =>
  async (database: Database) => {
    await pretend(database);
    for (const [table, key, group, kind = 'distributed'] of tables) {
      const row = sql`${table}::regclass, ${kind}, ${key}, ${group}, 32`;
      await sql`insert into citus_tables values (${row})`.execute(database);
    }
  };
const pretending = (cluster: Cluster) => (database: Database) => pretend(database, cluster);

test.each<[what: string, note: string, arrange: (database: Database) => Promise<unknown>]>([
  ['there is no Citus', 'create extension citus', async () => {}],
  [
    'Citus is too old',
    'has Citus 12.1.4. Lectern needs Citus 13',
    pretending({ version: 'Citus 12.1.4 on x86_64' }),
  ],
  ['it is a worker', 'the address of the coordinator', pretending({ isCoordinator: false })],
  ['there are no machines', "citus_add_node('worker-1', 5432)", pretending({ machines: 0 })],
  [
    'a table that stays is spread',
    "aua.users is spread by subject, and stays on the coordinator. Undo it: select undistribute_table('aua.users')",
    spreadBefore(['aua.users', 'subject', 1]),
  ],
  [
    'a table that stays is on all machines',
    "aua.users is a reference table, and stays on the coordinator. Undo it: select undistribute_table('aua.users')",
    spreadBefore(['aua.users', '<none>', 1, 'reference']),
  ],
  [
    'a table to be spread is on all machines',
    'lars.statements is a reference table, and has the key subject',
    spreadBefore(['lars.statements', '<none>', 1, 'reference']),
  ],
  [
    'a table is spread by another column',
    'lars.statements is spread by verb, and has the key subject',
    spreadBefore(['lars.statements', 'verb', 1]),
  ],
  [
    'subjects are placed twice',
    'are not placed alike',
    spreadBefore(['lars.statements', 'subject', 1], ['lars.states', 'subject', 2]),
  ],
])('nothing is spread where %s', async (_, note, arrange) => {
  const { database, run } = await prepareCommands();
  await arrange(database);
  const outcome = await run('distribute');
  expect(outcome).toMatchObject({ code: 1, output: '' });
  expect(outcome.notes).toContain(note);
});
