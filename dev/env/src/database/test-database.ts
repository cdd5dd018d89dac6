import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDatabase, type DatabaseOptions } from './database.ts';

/** A PostgreSQL for one test run. */
export interface TestDatabase {
  /** A database in which, and beside which, tests may make databases of their own. */
  readonly url: string;
  /** Stops the server and removes all its data. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL in a temporary folder, in about a second.
 *
 * @param durable Default false: without regard for crashes. True where what a commit costs matters.
 * @param settings Settings of PostgreSQL that replace those of the product, by name.
 */
export async function startTestDatabase({
  durable = false,
  settings,
}: Pick<DatabaseOptions, 'durable' | 'settings'> = {}): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-test-database-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const database = await startDatabase({
      folder,
      logFile: join(folder, 'database.log'),
      durable,
      settings,
    });
    return {
      url: database.url,
      stop: async () => {
        await database.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
