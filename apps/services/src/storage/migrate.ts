import { Migrator, type Migration } from 'kysely/migration';
import { sql } from 'kysely';
import pg from 'pg';
import { limitLockWaits } from './advisory-lock.ts';
import type { ConnectionMonitor } from './connection-monitor.ts';
import { Connections } from './connections.ts';
import { databaseOn, type Database } from './database.ts';
import { deadlockSqlState, lockedSqlState } from './database-errors.ts';
import { adoptDevelopmentDatabase } from './development-database.ts';
import { functionsAreInstalled, installFunctions } from './functions.ts';
import { schema as schemaOfThis, type Schema } from './schema.ts';
import { liftTimeLimits } from './time-limits.ts';

/**
 * How long one try of a migration waits for a table, in milliseconds: less than PostgreSQL's `deadlock_timeout`, after which
 * a request that waits for the migration would be given up.
 */
const lockWaitInMs = 500;
/** SQLSTATE of a database without the migrator's table (undefined_table). */
const missingSqlState = '42P01';

/** The database has what another version made of it; the message is a sentence for who started this one. */
export class DatabaseOfOtherVersion extends Error {
  override readonly name = 'DatabaseOfOtherVersion';
}

/**
 * Brings the schema and its functions to the newest state. Safe when several processes start at once: one after the
 * other does it.
 *
 * @param lockTimeoutInMs how long a migration tries to get its tables, such as during `pg_dump`: all requests for them
 *   wait behind each try
 * @throws {DatabaseOfOtherVersion}
 */
export async function migrate(
  over: string | ConnectionMonitor,
  schema: Schema = schemaOfThis,
  lockTimeoutInMs = 5_000,
): Promise<void> {
  // A connection of its own, without time limits.
  const database = databaseOn(new Connections(over, { name: 'lectern-migrations', maximum: 1 }));
  try {
    // A migration, and waiting until another process has finished one, may take longer than requests.
    await sql.raw(liftTimeLimits).execute(database);
    // A setting of Citus: functions follow changes of spread tables in one transaction.
    await sql`select set_config('citus.multi_shard_modify_mode', 'sequential', false)`.execute(
      database,
    );
    // The migrator reads all tables of the database several times before it finds nothing to do.
    if (await isUpToDate(database, schema).catch(falseWhereMissing)) return;
    // Until the connection ends. The migrator's own lock comes too late: it first reads all tables, which fails where
    // another process drops a column meanwhile. And PostgreSQL fails where two sessions replace one function at once.
    await sql`select pg_advisory_lock(hashtextextended('platform.migrations', 0))`.execute(
      database,
    );
    const older = await adoptDevelopmentDatabase(database, lockTimeoutInMs);
    if (older !== undefined) throw new DatabaseOfOtherVersion(sentenceOfOlder(older));
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => migrationsByName(schema, lockTimeoutInMs) },
      migrationTableSchema: 'platform',
    });
    for (let triesUntil = performance.now() + lockTimeoutInMs; ;) {
      // Each in a transaction of its own: who waits for one lock does not wait for those of all.
      const { error, results = [] } = await migrator.migrateUp();
      if (isLocked(error) && performance.now() < triesUntil) continue;
      triesUntil = performance.now() + lockTimeoutInMs;
      // A failure of this question says nothing of the migration's, which is thrown then.
      if (error) throw (await newerThanThis(database, schema).catch(() => undefined)) ?? error;
      if (results.length === 0) break;
    }
    await database.transaction().execute((transaction) => installFunctions(transaction, schema));
  } finally {
    await database.destroy();
  }
}

function migrationsByName(schema: Schema, lockTimeoutInMs: number): Record<string, Migration> {
  const newest = [...schema.migrations.keys()].at(-1);
  return Object.fromEntries(
    [...schema.migrations].map(([name, text]) => [
      name,
      {
        async up(database: Database) {
          await limitLockWaits(database, Math.min(lockTimeoutInMs, lockWaitInMs));
          for (const command of commandsOf(text)) await sql.raw(command).execute(database);
          // In its transaction, because functions of before may name columns that it has dropped.
          if (name === newest) await installFunctions(database, schema);
        },
      },
    ]),
  );
}

/** True where a migration has come upon locks of others, which pass. */
function isLocked(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === lockedSqlState || error.code === deadlockSqlState)
  );
}

/** Commands of a text of SQL. Citus sends a change of a spread table on with all of the text that it came in. */
export function commandsOf(text: string): readonly string[] {
  const commands = text.match(/(?:--.*|\$\$[^]*?\$\$|'[^']*'|[^;])+/g) ?? [];
  return commands.filter((command) => command.replaceAll(/--.*/g, '').trim() !== '');
}

async function isUpToDate(database: Database, schema: Schema): Promise<boolean> {
  const { rows } = await sql`
    select where ${functionsAreInstalled(schema)}
      and array(select name::text from platform.kysely_migration order by name collate "C")
        = ${[...schema.migrations.keys()]}::text[]
  `.execute(database);
  return rows.length > 0;
}

function falseWhereMissing(error: unknown): false {
  if (error instanceof pg.DatabaseError && error.code === missingSqlState) return false;
  throw error;
}

function sentenceOfOlder(newest: string): string {
  return (
    `The database belongs to the development before 0.1.0, up to its migration ${newest}. ` +
    'Start the commit 06712091 on it once, which brings it to 0049-composed-letters, or begin with an empty database.'
  );
}

async function newerThanThis(
  database: Database,
  { migrations }: Schema,
): Promise<DatabaseOfOtherVersion | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from platform.kysely_migration order by name collate "C" desc limit 1
  `.execute(database);
  const newest = rows[0]?.name;
  if (newest === undefined || migrations.has(newest)) return undefined;
  return new DatabaseOfOtherVersion(
    `The database belongs to a newer version, up to its migration ${newest}. ` +
      'Start that version, or restore a copy of the database from before it.',
  );
}
