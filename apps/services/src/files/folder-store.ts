import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { access, mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  defaultPartSizeInBytes,
  FileStoreUnavailable,
  ObjectMissing,
  type ByteRange,
  type FileStore,
} from './file-store.ts';

/** The part of a folder for finished files. */
export const objectsIn = (folder: string) => join(folder, 'objects');

/** False in a new folder, and in the empty one that a volume leaves in its place while it is not mounted. */
export function hasObjects(folder: string): boolean {
  return statSync(objectsIn(folder), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Files of a local folder. `objects/ab/ab12…` are finished ones; `parts/` holds what is on its way.
 * A file is written under another name and flushed before it gets its own, so that a process or a
 * machine that stops leaves no half of one.
 */
export async function openFolderStore(
  folder: string,
  partSizeInBytes = defaultPartSizeInBytes,
): Promise<FileStore> {
  const objects = objectsIn(folder);
  const parts = join(folder, 'parts');
  await mkdir(objects, { recursive: true, mode: 0o700 });
  await mkdir(parts, { recursive: true, mode: 0o700 });
  const shelfOf = (objectId: string) => join(objects, objectId.slice(0, 2));
  const pathOf = (objectId: string) => join(shelfOf(objectId), objectId);

  /** A missing file may be missing with the whole volume, such as one of a network. */
  const requireVolume = () =>
    access(objects).catch((cause: unknown) => {
      throw new FileStoreUnavailable('The folder of the files is not there.', { cause });
    });
  const throwMissing = async (cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    await requireVolume();
    throw new ObjectMissing('A part is not there any more (ENOENT).', { cause });
  };

  const give = async (objectId: string, path: string) => {
    await mkdir(shelfOf(objectId), { recursive: true, mode: 0o700 });
    await rename(path, pathOf(objectId));
    await flushFolder(shelfOf(objectId));
  };

  const write = async (objectId: string, fill: (file: FileHandle) => Promise<void>) => {
    const unfinished = join(parts, `${objectId}.${randomUUID()}`);
    try {
      await writeFlushed(unfinished, 'wx', fill);
      await give(objectId, unfinished);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  };

  /** Bytes that came in one request lie in one file as they are; others are copied. */
  const makeOf = async (objectId: string, from: string, segments: readonly Segment[]) => {
    const [{ name, start, end } = segmentOf(''), ...others] = segments;
    const path = join(from, name);
    const { size } = await stat(path);
    if (others.length === 0 && start === 0 && size === end) return give(objectId, path);
    return write(objectId, async (file) => {
      for (const segment of segments) {
        const range = { start: segment.start, end: segment.end - 1 };
        await file.writeFile(createReadStream(join(from, segment.name), range));
      }
    });
  };

  const sizeOf = async (objectId: string) => {
    try {
      return (await stat(pathOf(objectId))).size;
    } catch (error) {
      if (!isMissing(error)) throw error;
      await requireVolume();
      return undefined;
    }
  };

  return {
    partSizeInBytes,
    put: (objectId, bytes) => write(objectId, async (file) => writeAll(file, bytes)),
    async begin() {
      const upload = randomUUID();
      await mkdir(join(parts, upload), { mode: 0o700 });
      return upload;
    },
    async putPart(_objectId, upload, _number, bytes, before) {
      // A file for all parts of a request: one that was overtaken changes nothing of what came later.
      const { name, end: start } = before ? segmentOf(before) : { name: randomUUID(), end: 0 };
      const path = join(parts, upload, name);
      await writeFlushed(path, before ? 'a' : 'ax', async (file) => writeAll(file, bytes)).catch(
        throwMissing,
      );
      return `${name} ${start} ${start + bytes.length}`;
    },
    async complete(objectId, upload, names) {
      const from = join(parts, upload);
      if ((await sizeOf(objectId)) === undefined) {
        await makeOf(objectId, from, segmentsOf(names)).catch(async (error: unknown) => {
          // Somebody else may have been faster, and have removed the parts.
          if ((await sizeOf(objectId)) === undefined) await throwMissing(error);
        });
      }
      await rm(from, { recursive: true, force: true });
    },
    async abort(_objectId, upload) {
      await rm(join(parts, upload), { recursive: true, force: true });
      await requireVolume();
    },
    read: (objectId, range) =>
      openForReading(pathOf(objectId), range).catch(async (error: unknown) => {
        if (error instanceof ObjectMissing) await requireVolume();
        throw error;
      }),
    sizeOf,
    async remove(objectId) {
      await rm(pathOf(objectId), { force: true });
      await requireVolume();
    },
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

/** Bytes of a file under `parts/`. */
interface Segment {
  readonly name: string;
  readonly start: number;
  /** After the last of them. */
  readonly end: number;
}

function segmentOf(part: string): Segment {
  const [name = '', start = 0, end = Infinity] = part.split(' ');
  return { name, start: Number(start), end: Number(end) };
}

/** Parts that follow each other in one file are one segment. */
function segmentsOf(names: readonly (string | null)[]): readonly Segment[] {
  const segments: Segment[] = [];
  for (const part of names) {
    if (part === null) continue;
    const segment = segmentOf(part);
    const before = segments.at(-1);
    const isNext = before?.name === segment.name && before.end === segment.start;
    if (isNext) segments.splice(-1, 1, { ...before, end: segment.end });
    else segments.push(segment);
  }
  return segments;
}

async function writeFlushed(
  path: string,
  flags: 'a' | 'ax' | 'wx',
  fill: (file: FileHandle) => Promise<void>,
) {
  const file = await open(path, flags, 0o600);
  try {
    await fill(file);
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** At once: `writeFile` writes half a mebibyte at a time. */
async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten;
}

/** Codes of file systems that cannot flush folders, such as CIFS before Linux 4.17. */
const unflushable = new Set(['EINVAL', 'ENOTSUP']);

/** A name that a folder was given is kept only when the folder is. */
export async function flushFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && unflushable.has(String(error.code))))
      throw error;
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
