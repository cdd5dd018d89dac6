import { createTestDatabase } from '@lectern/env/testing';
import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { inject } from 'vitest';
import { openDatabase } from '../../src/index.ts';
import { schema } from '../../src/storage/schema.ts';

/** A database as a start leaves it. @returns its address */
export const startedDatabase = (): Promise<string> =>
  createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));

/**
 * A database with some migrations, without functions, that something is done to.
 *
 * @param more SQL
 * @returns its address
 */
export async function databaseOf(names: readonly string[], more: string): Promise<string> {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(databaseUrl);
  const up = (name: string) => ({
    up: async (transaction: Kysely<unknown>) =>
      void (await sql.raw(schema.migrations.get(name)!).execute(transaction)),
  });
  const { error } = await new Migrator({
    db: database,
    provider: {
      getMigrations: async () => Object.fromEntries(names.map((name) => [name, up(name)])),
    },
    migrationTableSchema: 'platform',
  }).migrateToLatest();
  if (error) throw error;
  await sql.raw(more).execute(database);
  await database.destroy();
  return databaseUrl;
}
