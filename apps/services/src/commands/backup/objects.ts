import type pg from 'pg';
import type { FileGatewayOptions } from '../../files/file-gateway.ts';
import { ObjectMissing, type FileStore } from '../../files/file-store.ts';
import type { ArchiveReader } from './archive-reader.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { filesFolder } from './archive.ts';

export type StoreOptions = FileGatewayOptions['store'];

/** Names of the bytes that versions of files have. What is on its way, or about to go, is no part of a backup. */
export async function objectsOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ object_id: string }>(`
    select object_id::text from atma.file_versions where object_id is not null
    union select object_id::text from atma.contents order by object_id
  `);
  return rows.map(({ object_id: objectId }) => objectId);
}

/** @returns names of those that the store does not have */
export async function addObjects(
  archive: ArchiveWriter,
  store: FileStore,
  objectIds: readonly string[],
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const objectId of objectIds) {
    const size = await store.sizeOf(objectId);
    if (size === undefined) {
      missing.push(objectId);
      continue;
    }
    const bytes = await store.read(objectId).catch((error: unknown) => {
      if (error instanceof ObjectMissing) return undefined;
      throw error;
    });
    if (bytes) await archive.add(filesFolder + objectId, size, bytes);
    else missing.push(objectId);
  }
  return missing;
}

/** Names as the file gateway makes them; no other is given to a store. */
const objectPath = /^files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Takes the bytes of files out of a backup.
 *
 * @param store absent: they are only read
 * @returns how many
 */
export async function takeObjects(
  archive: ArchiveReader,
  store: FileStore | undefined,
): Promise<number> {
  let count = 0;
  for (;;) {
    const [, objectId] = objectPath.exec((await archive.peek()) ?? '') ?? [];
    if (objectId === undefined) return count;
    if (store) await storeObject(store, objectId, archive.read());
    else for await (const _ of archive.read());
    count++;
  }
}

async function storeObject(
  store: FileStore,
  objectId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const names: string[] = [];
  let upload: string | undefined;
  let waiting: Uint8Array[] = [];
  let length = 0;
  const putPart = async (part: Buffer) => {
    upload ??= await store.begin(objectId);
    names.push(await store.putPart(objectId, upload, names.length + 1, part, names.at(-1)));
  };
  try {
    for await (const chunk of bytes) {
      waiting.push(chunk);
      length += chunk.length;
      // One that fits into a part is written at once, when it is whole.
      while (length > store.partSizeInBytes) {
        const joined = Buffer.concat(waiting);
        await putPart(joined.subarray(0, store.partSizeInBytes));
        waiting = [joined.subarray(store.partSizeInBytes)];
        length -= store.partSizeInBytes;
      }
    }
    const rest = Buffer.concat(waiting);
    if (upload === undefined) return await store.put(objectId, rest);
    await putPart(rest);
    await store.complete(objectId, upload, names);
  } catch (error) {
    if (upload !== undefined) await store.abort(objectId, upload).catch(() => {});
    throw error;
  }
}
