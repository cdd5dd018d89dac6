import type pg from 'pg';
import type { FileGatewayOptions } from '../../files/file-gateway.ts';
import { FileStoreUnavailable, ObjectMissing, type FileStore } from '../../files/file-store.ts';
import { keptBytes } from '../../files/kept-bytes.ts';
import { storeWhole } from '../../files/store-whole.ts';
import { CommandProblem } from '../problem.ts';
import type { ArchiveReader } from './archive-reader.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { filesFolder } from './archive.ts';
import { isOfSystem } from './whole-file.ts';

export type StoreOptions = FileGatewayOptions['store'];

/** Names of the bytes that a backup has. */
export async function objectsOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ object_id: string }>(keptBytes);
  return rows.map(({ object_id: objectId }) => objectId);
}

/** After so many objects the lock on the store is looked at again. */
const objectsAtOnce = 200;

/**
 * Adds the bytes of files.
 *
 * @param requireLock fails where removals do not wait any more
 * @returns names of those that the store does not have
 */
export async function addObjects(
  archive: ArchiveWriter,
  store: FileStore,
  objectIds: readonly string[],
  requireLock: () => Promise<unknown>,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const [index, objectId] of objectIds.entries()) {
    if (index % objectsAtOnce === 0) await requireLock();
    if (!(await addObject(archive, store, objectId))) missing.push(objectId);
  }
  await requireLock();
  return missing;
}

/** @returns false where the store does not have it */
async function addObject(
  archive: ArchiveWriter,
  store: FileStore,
  objectId: string,
): Promise<boolean> {
  try {
    const size = await store.sizeOf(objectId);
    if (size === undefined) return false;
    await archive.add(filesFolder + objectId, size, await store.read(objectId));
    return true;
  } catch (error) {
    if (error instanceof ObjectMissing) return false;
    if (!isOfSystem(error) && !(error instanceof FileStoreUnavailable)) throw error;
    throw new CommandProblem(`The file ${objectId} cannot be read: ${error.message}.`, {
      cause: error,
    });
  }
}

/** Names as the file gateway makes them; no other is given to a store. */
const objectPath = /^files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Names of the bytes of files that come next in a backup. Those of each are to be read before the next one. */
export async function* objectsIn(archive: ArchiveReader): AsyncGenerator<string> {
  for (;;) {
    const [, objectId] = objectPath.exec((await archive.peek()) ?? '') ?? [];
    if (objectId === undefined) return;
    yield objectId;
  }
}

/**
 * Takes the bytes of files out of a backup.
 *
 * @param stored gets the name of each one before it is stored
 * @throws {CommandProblem} where the store has one of them already
 */
export async function takeObjects(
  archive: ArchiveReader,
  store: FileStore,
  stored: string[],
): Promise<void> {
  for await (const objectId of objectsIn(archive)) {
    // Another restore may have broken off within it, or services may use it.
    if ((await store.sizeOf(objectId)) !== undefined) {
      throw new CommandProblem(
        `The place for files has the file ${objectId} of this backup already. Nothing was changed. ` +
          'Give a new folder, or an empty bucket.',
      );
    }
    stored.push(objectId);
    await storeWhole(store, objectId, archive.read());
  }
}
