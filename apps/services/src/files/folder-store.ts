import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  defaultPartSizeInBytes,
  ObjectMissing,
  type ByteRange,
  type FileStore,
} from './file-store.ts';

/**
 * Files of a local folder. `objects/ab/ab12…` are finished ones; `parts/` holds what is on its way.
 * A file is written under another name and flushed before it gets its own, so that a process or a
 * machine that stops leaves no half of one.
 */
export async function openFolderStore(
  folder: string,
  partSizeInBytes = defaultPartSizeInBytes,
): Promise<FileStore> {
  const objects = join(folder, 'objects');
  const parts = join(folder, 'parts');
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await mkdir(parts, { recursive: true, mode: 0o700 });
  const shelfOf = (objectId: string) => join(objects, objectId.slice(0, 2));
  const pathOf = (objectId: string) => join(shelfOf(objectId), objectId);

  const write = async (objectId: string, fill: (file: FileHandle) => Promise<void>) => {
    const unfinished = join(parts, `${objectId}.${randomUUID()}`);
    try {
      await writeFlushed(unfinished, fill);
      await mkdir(shelfOf(objectId), { recursive: true, mode: 0o700 });
      await rename(unfinished, pathOf(objectId));
      await flushFolder(shelfOf(objectId));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  };

  const sizeOf = async (objectId: string) => {
    try {
      return (await stat(pathOf(objectId))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  };

  return {
    partSizeInBytes,
    partMinimumInBytes: 1,
    put: (objectId, bytes) => write(objectId, async (file) => file.writeFile(bytes)),
    async begin() {
      const upload = randomUUID();
      await mkdir(join(parts, upload), { mode: 0o700 });
      return upload;
    },
    async putPart(_objectId, upload, number, bytes) {
      // A name of its own: a request that was overtaken changes nothing of what came later.
      const part = `${number}.${randomUUID()}`;
      await writeFlushed(join(parts, upload, part), async (file) => file.writeFile(bytes));
      return part;
    },
    async complete(objectId, upload, names) {
      const from = join(parts, upload);
      if ((await sizeOf(objectId)) === undefined) {
        await write(objectId, async (file) => {
          for (const name of names) {
            if (name === null) continue;
            for await (const piece of createReadStream(join(from, name))) await file.write(piece);
          }
        }).catch(async (error: unknown) => {
          // Somebody else may have been faster, and have removed the parts.
          if ((await sizeOf(objectId)) === undefined) throw error;
        });
      }
      await rm(from, { recursive: true, force: true });
    },
    abort: (_objectId, upload) => rm(join(parts, upload), { recursive: true, force: true }),
    read: async (objectId, range) => openForReading(pathOf(objectId), range),
    sizeOf,
    remove: (objectId) => rm(pathOf(objectId), { force: true }),
  };
}

/**
 * Opens before anything is answered, so that a missing file is known in time.
 *
 * @throws {ObjectMissing}
 */
export async function openForReading(path: string, range?: ByteRange) {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    if (isMissing(error)) throw new ObjectMissing('There is no such object.', { cause: error });
    throw error;
  }
  return file.createReadStream(range ?? {});
}

async function writeFlushed(path: string, fill: (file: FileHandle) => Promise<void>) {
  const file = await open(path, 'wx', 0o600);
  try {
    await fill(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A name that a folder was given is kept only when the folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
