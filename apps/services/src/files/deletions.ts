import { greatestVersion } from '@lectern/contracts/calls/limits';
import type { Database } from '../storage/database.ts';
import { leaveEmptyFile } from './empty-files.ts';
import { inLockOrder, isOfFile, type FileKey } from './file-key.ts';
import { release, releasedColumns, type ReleasedVersion } from './released.ts';
import { lockFile } from './versions.ts';

/** Versions of a file that are to be deleted. */
export interface Deletion extends FileKey {
  /** Versions up to this one; absent: all. */
  readonly version?: number;
}

/**
 * Takes the locks of files, in the order in which everybody does.
 *
 * @returns the members whose files they are, in the order given; `undefined`: there is no such file, or
 *   it is a publisher's
 */
export async function lockFiles(
  transaction: Database,
  keys: readonly FileKey[],
): Promise<readonly (string | undefined)[]> {
  const owners = new Map<FileKey, string | undefined>();
  for (const key of inLockOrder(keys)) {
    await lockFile(transaction, key);
    const file = await transaction
      .selectFrom('atma.files')
      .select('subject')
      .where(isOfFile(key))
      .executeTakeFirst();
    owners.set(key, file?.subject ?? undefined);
  }
  return keys.map((key) => owners.get(key));
}

/**
 * Deletes versions of files whose locks are held, with what is on its way for them.
 *
 * @returns how many of each, in the order given
 */
export async function deleteFiles(
  transaction: Database,
  deletions: readonly Deletion[],
): Promise<readonly number[]> {
  const counts: number[] = [];
  const gone: ReleasedVersion[] = [];
  for (const deletion of deletions) {
    const versions = await transaction
      .deleteFrom('atma.file_versions')
      .where(isOfFile(deletion))
      .$if(deletion.version !== undefined, (query) =>
        query.where('version', '<=', Math.min(deletion.version!, greatestVersion)),
      )
      .returning(releasedColumns)
      .execute();
    counts.push(versions.length);
    gone.push(...versions);
    if (versions.length > 0) await leaveEmptyFile(transaction, deletion);
  }
  await release(transaction, gone);
  return counts;
}
