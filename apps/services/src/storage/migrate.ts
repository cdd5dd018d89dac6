import { Migrator, type Migration } from 'kysely/migration';
import type { Database } from './database.ts';
import { up as mainJob } from './migrations/0001-main-job.ts';

/** Every migration in order. A landed one is never changed; a change is a new one. */
const migrations: Record<string, Migration> = { '0001-main-job': { up: mainJob } };

/**
 * Brings the schema to the newest state. Safe when several processes start at once: the migrator
 * holds a lock of the database.
 */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: 'platform',
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
