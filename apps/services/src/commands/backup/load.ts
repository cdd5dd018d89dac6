import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import { databaseOn, type Database } from '../../storage/database.ts';
import { migrate } from '../../storage/migrate.ts';
import { schema as schemaOfThis, type Schema } from '../../storage/schema.ts';
import { embeddedProviderSchema } from '../embedded-accounts.ts';
import { CommandProblem } from '../problem.ts';
import {
  digestOf,
  jobsSchema,
  ownSchemasOf,
  providerSchema,
  sequencesOf,
  tablesOf,
  type CopiedTable,
  type DatabaseCopy,
} from './database-copy.ts';
import { withSession } from './session.ts';

/**
 * Writes a copy into an empty database, compares it, and brings it to the newest version. All in one transaction but
 * for the newer migrations: when something fails before these, the database stays empty.
 *
 * @param beforeCommit Happens before others see the rows.
 * @param signal Breaks off the transaction.
 * @throws {CommandProblem} where the database is not empty, or the copy does not arrive as it was sent
 * @throws {RowsArrived} where the newer migrations alone have failed
 */
export async function loadInto(
  url: string,
  copy: DatabaseCopy,
  beforeCommit: (transaction: Database) => Promise<void> = async () => {},
  {
    schema = schemaOfThis,
    signal,
  }: { readonly schema?: Schema; readonly signal?: AbortSignal } = {},
): Promise<void> {
  requireKnown(copy, schema);
  const load = async (client: pg.Client) => {
    await requireEmptyTarget(client);
    // Services that are started meanwhile wait here, and find the tables made.
    await client.query(`select pg_advisory_lock(hashtextextended('platform.migrations', 0))`);
    await databaseOver(client)
      .transaction()
      .execute(async (transaction) => {
        await requireEmptyTarget(client);
        await makeTables(transaction, client, copy, schema);
        await requireTables(client, copy);
        await setTriggers(client, 'disable');
        for (const table of copy.tables) {
          const statement = `copy ${table.name} (${table.columns.join(', ')}) from stdin`;
          await pipeline(copy.rows(table), client.query(copyFrom(statement)));
        }
        // A table with rows that are still to be checked cannot be altered.
        await client.query('set constraints all immediate');
        await setTriggers(client, 'enable');
        for (const { name, value } of copy.sequences) {
          await client.query('select setval($1::regclass, $2)', [name, value]);
        }
        for (const table of copy.tables) await requireSame(client, table);
        await beforeCommit(transaction);
      });
    // Without figures on the new rows, the first requests would be planned as for empty tables. PostgreSQL makes them by
    // itself, too, so that a failure costs time alone.
    await client.query(`analyze ${copy.tables.map(({ name }) => name).join(', ')}`).catch(() => {});
  };
  await withSession(url, load, signal);
  try {
    await migrate(url, schema);
  } catch (cause) {
    throw new RowsArrived(cause);
  }
}

/** All rows are there, and newer migrations are not. */
export class RowsArrived extends CommandProblem {
  override readonly name = 'RowsArrived';

  constructor(cause: unknown) {
    super(
      'All rows are there; only newer migrations are left. Start Lectern on it, which does them.',
      {
        cause,
      },
    );
  }
}

/** @throws {CommandProblem} */
export function requireKnown(
  { migrations }: Pick<DatabaseCopy, 'migrations'>,
  schema = schemaOfThis,
) {
  const known = [...schema.migrations.keys()];
  const isBeginning = migrations.every((name, place) => known[place] === name);
  if (isBeginning && migrations.length > 0) return;
  throw new CommandProblem(
    `The copy is of another version of Lectern, up to its migration ${migrations.at(-1)}; this one has ` +
      `${known.at(-1)}. Restore it with the version that made it, or a newer one.`,
  );
}

/** @throws {CommandProblem} */
export async function requireEmptyTarget(client: pg.Client): Promise<void> {
  const schemas = await ownSchemasOf(client);
  if (schemas.length > 0) {
    throw new CommandProblem(
      `The database is not empty: Lectern has been started on it (${schemas.join(', ')}). Nothing was changed. ` +
        `Give an empty one: create database … encoding 'UTF8' template template0.`,
    );
  }
  // The session of a command may change what the services could not: what counts is how sessions begin.
  const { rows } = await client.query<{ name: string; may: boolean; isReadOnly: boolean }>(
    `select current_database() as name, has_database_privilege(current_database(), 'create') as may,
      pg_is_in_recovery() or reset_val = 'on' as "isReadOnly"
    from pg_settings where pg_settings.name = 'default_transaction_read_only'`,
  );
  const { name, may, isReadOnly } = rows[0]!;
  if (isReadOnly) {
    throw new CommandProblem(
      'The new database takes no changes: it is a standby, or default_transaction_read_only is on for it or its role. ' +
        'Nothing was changed.',
    );
  }
  if (may) return;
  throw new CommandProblem(
    `The role of the database may make no schemas in it: grant create on database ${name} to it.`,
  );
}

/** The tables over a connection that stays open: migrations and copies share a transaction. */
function databaseOver(client: pg.Client): Database {
  const connect = async () => Object.assign(client, { release: () => {} });
  return databaseOn({ connect, end: async () => {}, options: {} });
}

/** As they were when the copy was made: those of the services by its migrations, the others by their libraries. */
async function makeTables(
  transaction: Database,
  client: pg.Client,
  copy: DatabaseCopy,
  { migrations }: Schema,
): Promise<void> {
  let failure: unknown;
  const up = (name: string) => async (database: Database) => {
    // In one text, because no table of an empty database is spread. The migrator's own failure to go on in the transaction would hide this one.
    await sql
      .raw(migrations.get(name)!)
      .execute(database)
      .catch((error: unknown) => {
        failure = error;
        throw error;
      });
  };
  const byName = copy.migrations.map((name) => [name, { up: up(name) }] as const);
  try {
    const { error } = await new Migrator({
      db: transaction,
      provider: { getMigrations: async () => Object.fromEntries(byName) },
      migrationTableSchema: 'platform',
    }).migrateToLatest();
    if (error) throw error;
  } catch (error) {
    throw failure ?? error;
  }
  const has = (schema: string) => copy.tables.some(({ name }) => name.startsWith(`${schema}.`));
  if (has(jobsSchema)) {
    const plan = getConstructionPlans(jobsSchema);
    await client.query(plan.replaceAll(/^\s*(begin|commit|set local .*);$/gim, ''));
  }
  if (has(providerSchema)) {
    for (const statement of embeddedProviderSchema) await client.query(statement);
  }
}

/** Names out of a backup go into SQL only where the database has the same ones. */
async function requireTables(client: pg.Client, copy: DatabaseCopy): Promise<void> {
  const sequences = new Set((await sequencesOf(client)).map(({ name }) => name));
  const foreign = copy.sequences.find(({ name }) => !sequences.has(name));
  if (foreign) throw unknownName(foreign.name);
  const made = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of copy.tables) {
    const known = made.get(name);
    const unknown = known ? columns.find((column) => !known.includes(column)) : '';
    if (unknown === undefined && columns.length > 0) continue;
    throw unknownName(unknown ? `${name}.${unknown}` : name);
  }
}

function unknownName(name: string): CommandProblem {
  return new CommandProblem(
    `The copy has ${name}, which this version of Lectern does not have. Restore it with the version ` +
      'that made it, and start this version on it afterwards.',
  );
}

/** Rows come as they were stored: nothing is to be derived from them again. */
async function setTriggers(client: pg.Client, state: 'enable' | 'disable'): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger
    where not tgisinternal and tgparentid = 0 and tgrelid::regclass::text = any ($1)`,
    [(await tablesOf(client)).map(({ name }) => name)],
  );
  for (const { name } of rows) await client.query(`alter table ${name} ${state} trigger user`);
}

/** @throws {CommandProblem} */
async function requireSame(client: pg.Client, table: CopiedTable): Promise<void> {
  const { rows, digest } = await digestOf(client, table);
  if (rows === table.rows && digest === table.digest) return;
  throw new CommandProblem(
    `${table.name} has other rows than the copy (${rows} of ${table.rows}). Nothing was kept.`,
  );
}
