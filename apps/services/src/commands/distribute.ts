import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { distributionKeys, type DistributedTable } from '../storage/distribution-keys.ts';
import { schemasOfServices } from '../storage/schema.ts';
import { readFlags, type Command } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { CommandProblem } from './problem.ts';

const help = `Spreads the tables that grow over the machines of a Citus cluster.

  npx lectern distribute [flags]

Content items and learning records are spread by subject, and the ids of statements by themselves; all other tables
stay on the coordinator, whose address is that of DATABASE_URL. Tables that are spread already stay as they are, so the
command can be repeated, and goes on where it was broken off. Stop the services first: a table takes no changes while
it is spread.

  --check         only says what is to be done

${databaseHelp()}
Exit codes: 0; 1 for a database that is not ready, with what to do about it; 2 for wrong flags.
`;

/** The statements of the code are tried on this version (docs/operate/distribution.md). */
const minimumMajor = 13;

export const distribute: Command = {
  summary: 'spread tables over the machines of a Citus cluster',
  help,
  run: async (args, terminal) => {
    const values = readFlags(args, { ...databaseFlags, check: { type: 'boolean' } });
    await withDatabase(values.data, terminal, async (database) => {
      await requireCluster(database);
      const before = await spreadTables(database);
      const missing = tables.filter((table) => !before.has(table));
      if (values.check) {
        const lines = missing.map(
          (table) => `${table} is to be spread by ${distributionKeys[table]}.\n`,
        );
        return terminal.write(lines.join('') || 'All tables are spread. Nothing has to change.\n');
      }
      for (const table of missing) {
        await spread(database, table);
        terminal.note(`${table} is spread.\n`);
      }
      return terminal.write(reportOf(await spreadTables(database)));
    });
  },
};

const tables = Object.keys(distributionKeys) as DistributedTable[];

/** @throws {CommandProblem} */
async function requireCluster(database: Database): Promise<void> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regprocedure('citus_version()') is not null as "isThere"
  `.execute(database);
  if (!found[0]?.isThere) {
    throw new CommandProblem(
      'The database has no Citus. Set shared_preload_libraries = citus on each machine, restart it, and create ' +
        'extension citus in the database.',
    );
  }
  const { rows } = await sql<{ version: string; isCoordinator: boolean; machines: number }>`
    select citus_version() as version, citus_is_coordinator() as "isCoordinator", (
      select count(*)::integer from pg_dist_node
      where isactive and shouldhaveshards and noderole = 'primary'
    ) as machines
  `.execute(database);
  const { version, isCoordinator, machines } = rows[0]!;
  const [name = version, number] = /^Citus(?: \w+)? (\d+)[\d.]*/.exec(version) ?? [];
  if (Number(number) < minimumMajor) {
    throw new CommandProblem(
      `The database has ${name}. Lectern needs Citus ${minimumMajor} or newer.`,
    );
  }
  if (!isCoordinator) {
    throw new CommandProblem('DATABASE_URL names a worker. Give the address of the coordinator.');
  }
  if (machines === 0) {
    throw new CommandProblem(
      "The cluster has no machine for rows. Add each on the coordinator: select citus_add_node('worker-1', 5432).",
    );
  }
}

interface SpreadTable {
  readonly name: string;
  readonly kind: string;
  readonly key: string;
  readonly group: string;
  readonly shards: number;
}

/**
 * The tables that are spread or copied to all machines, by name.
 *
 * @throws {CommandProblem} where one is not as it is to be: spread by its key, or on the coordinator alone
 */
async function spreadTables(database: Database): Promise<ReadonlyMap<string, SpreadTable>> {
  const { rows } = await sql<SpreadTable>`
    select table_name::text as name, citus_table_type as kind, distribution_column as key,
      colocation_id::text as group, shard_count::integer as shards
    from citus_tables where citus_table_type <> 'local' order by name
  `.execute(database);
  const keys: Readonly<Record<string, string | undefined>> = distributionKeys;
  const other = rows.find(({ name, key }) => isOfLectern(name) && keys[name] !== key);
  if (other) {
    const { name, key, kind } = other;
    const now = kind === 'distributed' ? `spread by ${key}` : `a ${kind} table`;
    const wanted =
      keys[name] === undefined ? 'stays on the coordinator' : `has the key ${keys[name]}`;
    throw new CommandProblem(
      `${name} is ${now}, and ${wanted}. Undo it: select undistribute_table('${name}').`,
    );
  }
  const apart = rows.filter(({ name }) => keys[name] === 'subject');
  if (new Set(apart.map(({ group }) => group)).size > 1) {
    throw new CommandProblem(
      'Tables by subject are not placed alike, so that the rows of a subject lie on several machines. Undo it for ' +
        `each: ${apart.map(({ name }) => `select undistribute_table('${name}')`).join('; ')}.`,
    );
  }
  return new Map(rows.map((row) => [row.name, row]));
}

function isOfLectern(table: string): boolean {
  return [...schemasOfServices, 'jobs', 'platform'].some((schema) =>
    table.startsWith(`${schema}.`),
  );
}

/** Tables of one key lie together: the rows of a subject are on one machine. */
async function spread(database: Database, table: DistributedTable): Promise<void> {
  const key = distributionKeys[table];
  const first = tables.find((other) => distributionKeys[other] === key)!;
  await sql`
    select create_distributed_table(
      ${table}::regclass, ${key}, colocate_with => ${first === table ? 'none' : first}
    )
  `.execute(database);
}

function reportOf(spreadNow: ReadonlyMap<string, SpreadTable>): string {
  const lines = tables.map((table) => {
    const { key, shards } = spreadNow.get(table)!;
    return `${table.padEnd(28)}${key.padEnd(14)}${shards} shards\n`;
  });
  return `${lines.join('')}All other tables stay on the coordinator.\n`;
}
