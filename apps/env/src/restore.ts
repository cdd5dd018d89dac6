import { CommandProblem, restoreBackup } from '@lectern/services/restore';
import type { DataFolder } from './data-folder/data-folder.ts';
import { databaseLogIn, startDatabase } from './database/database.ts';
import { requireUsableDatabase } from './database/external.ts';
import { StartProblem } from './problem.ts';

/**
 * Restores a backup into a data folder that is new, before any server is started on it.
 *
 * @param externalUrl Of an empty database; absent: the embedded one.
 * @throws {StartProblem} for a damaged backup, or a folder or database with data of its own
 */
export async function restoreInto(
  dataFolder: DataFolder,
  file: string,
  externalUrl: string | undefined,
): Promise<void> {
  if (externalUrl) await requireUsableDatabase(externalUrl);
  const database = externalUrl
    ? undefined
    : await startDatabase({
        folder: dataFolder.database,
        logFile: databaseLogIn(dataFolder.logs),
      });
  try {
    await restoreBackup(file, {
      databaseUrl: externalUrl ?? database!.url,
      store: { folder: dataFolder.files },
      dataFolder: dataFolder.path,
    });
  } catch (cause) {
    if (!(cause instanceof CommandProblem)) throw cause;
    throw new StartProblem(cause.message, { cause });
  } finally {
    await database?.stop();
  }
}
