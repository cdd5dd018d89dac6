import { Migrator, type Migration } from 'kysely/migration';
import { sql } from 'kysely';
import pg from 'pg';
import type { ConnectionMonitor } from './connection-monitor.ts';
import { Connections } from './connections.ts';
import { databaseOn, type Database } from './database.ts';
import { adoptDevelopmentDatabase } from './development-database.ts';
import { functionsAreInstalled, installFunctions } from './functions.ts';
import { readSqlFiles } from './sql-files.ts';

/** Every migration by its name, in order. A released one is never changed (CONTRIBUTING.md). */
export const migrations = readSqlFiles(new URL('./migrations/', import.meta.url));
const names = [...migrations.keys()];
/**
 * Migrations that functions come with, in the same transaction: the first, because others may call functions, and the
 * newest, because functions of before may name columns that it has dropped.
 */
const withFunctions = new Set([names.at(0), names.at(-1)]);

/** SQLSTATE of a database without the migrator's table (undefined_table). */
const missingSqlState = '42P01';

/** The database has what another version made of it; the message is a sentence for who started this one. */
export class DatabaseOfOtherVersion extends Error {
  override readonly name = 'DatabaseOfOtherVersion';
}

/**
 * Brings the schema and its functions to the newest state. Safe when several processes start at once: the migrator
 * holds a lock of the database.
 *
 * @throws {DatabaseOfOtherVersion}
 */
export async function migrate(over: string | ConnectionMonitor): Promise<void> {
  // A connection of its own: the time limit of requests is none for a migration, nor for waiting
  // until another process has finished one.
  const database = databaseOn(new Connections(over, { name: 'lectern-migrations', maximum: 1 }));
  try {
    // The migrator reads all tables of the database several times before it finds nothing to do.
    if (await whereMissing(isUpToDate(database), false)) return;
    const older = await whereMissing(adoptDevelopmentDatabase(database), undefined);
    if (older !== undefined) throw new DatabaseOfOtherVersion(sentenceOfOlder(older));
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => migrationsByName() },
      migrationTableSchema: 'platform',
    });
    for (;;) {
      // Each in a transaction of its own: who waits for one lock does not wait for those of all.
      const { error, results = [] } = await migrator.migrateUp();
      // Where that cannot even be asked, it is not why.
      if (error) throw (await newerThanThis(database).catch(() => undefined)) ?? error;
      if (results.length === 0) break;
    }
    await database.transaction().execute(installFunctions);
  } finally {
    await database.destroy();
  }
}

function migrationsByName(): Record<string, Migration> {
  return Object.fromEntries(
    [...migrations].map(([name, text]) => [
      name,
      {
        async up(database: Database) {
          await sql.raw(text).execute(database);
          if (withFunctions.has(name)) await installFunctions(database);
        },
      },
    ]),
  );
}

async function isUpToDate(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select where ${functionsAreInstalled}
      and array(select name::text from platform.kysely_migration order by name collate "C")
        = ${names}::text[]
  `.execute(database);
  return rows.length > 0;
}

/** The value where the database lacks the tables that are asked. */
async function whereMissing<Value>(asked: Promise<Value>, value: Value): Promise<Value> {
  return asked.catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === missingSqlState) return value;
    throw error;
  });
}

function sentenceOfOlder(newest: string): string {
  return (
    `The database belongs to the development before 0.1.0, up to its migration ${newest}. ` +
    'Start the commit 06712091 on it once, which brings it to 0049-composed-letters, or begin with an empty database.'
  );
}

async function newerThanThis(database: Database): Promise<DatabaseOfOtherVersion | undefined> {
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
