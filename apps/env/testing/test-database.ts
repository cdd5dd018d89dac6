import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeRunFolder } from '../src/run-folder.ts';
import { clusterIn } from '../src/database/cluster.ts';
import { startDatabase, type DatabaseOptions } from '../src/database/database.ts';

/** A PostgreSQL for one test run. */
export interface TestDatabase {
  /** A database in which, and beside which, tests may make databases of their own. */
  readonly url: string;
  /** Becomes a hot standby, at the same address and with the same data; `pg_promote()` ends that. */
  becomeStandby(): Promise<void>;
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
  await using undo = new AsyncDisposableStack();
  const { path: folder } = undo.use(await makeRunFolder('test-database'));
  const logFile = join(folder, 'database.log');
  const start = () => startDatabase({ folder, logFile, durable, settings });
  let database = await start();
  undo.defer(() => database.stop());
  const started = undo.move();
  return {
    url: database.url,
    async becomeStandby() {
      await database.stop();
      // Without a primary it looks for what to replay in its own log, and finds nothing more.
      await writeFile(join(clusterIn(folder), 'standby.signal'), '');
      database = await start();
    },
    stop: () => started.disposeAsync(),
  };
}
