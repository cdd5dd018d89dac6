import { createTestDatabase } from '@lectern/env/testing';
import { Migrator } from 'kysely/migration';
import { inject } from 'vitest';
import { openDatabase, type Database } from '../src/index.ts';
import { migrations } from '../src/storage/migrate.ts';

/** A database of a platform of before, which has none of the migrations from the named one on. */
export async function databaseBefore(
  migration: string,
): Promise<{ readonly databaseUrl: string; readonly database: Database }> {
  if (!(migration in migrations)) throw new Error(`There is no migration ${migration}.`);
  const before = Object.entries(migrations).filter(([name]) => name < migration);
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  const database = openDatabase(databaseUrl);
  const { error } = await new Migrator({
    db: database,
    provider: { getMigrations: async () => Object.fromEntries(before) },
    migrationTableSchema: 'platform',
  }).migrateToLatest();
  if (error) throw error;
  return { databaseUrl, database };
}
