import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { hashesPath, pieceInBytes } from './archive.ts';

const compress = promisify(gzip);
/** Secrets are in it. */
const mode = 0o600;

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ArchiveWriter {
  /** Adds an entry of a known size. */
  add(path: string, sizeInBytes: number, bytes: Bytes): Promise<void>;
  /** Adds bytes of unknown length as entries `<path>/000001.gz` and on. */
  addPieces(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Writes a tar with the hash of each entry at its end, so that one that breaks off never looks whole.
 *
 * @returns the tar, which is to be read while `fill` adds to it
 */
export function writeArchive(
  fill: (archive: ArchiveWriter) => Promise<void>,
): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const hashes: string[] = [];
  const add: ArchiveWriter['add'] = async (path, size, bytes) => {
    const hash = createHash('sha256');
    const writer = controller.add({ name: path, size, mode, uid: 0, gid: 0 }).getWriter();
    for await (const chunk of bytes) {
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    hashes.push(`${hash.digest('hex')}  ${path}\n`);
  };
  const addWhole = (path: string, bytes: Uint8Array) => add(path, bytes.length, [bytes]);
  const addPieces: ArchiveWriter['addPieces'] = async (path, bytes) => {
    let number = 0;
    for await (const piece of inPieces(bytes)) {
      await addWhole(`${path}/${String(++number).padStart(6, '0')}.gz`, await compress(piece));
    }
  };
  const write = async () => {
    await fill({ add, addPieces });
    await addWhole(hashesPath, Buffer.from(hashes.join('')));
    controller.finalize();
  };
  write().catch((error: unknown) => controller.error(error));
  return readable;
}

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < pieceInBytes) continue;
    const joined = Buffer.concat(waiting);
    let start = 0;
    for (; joined.length - start >= pieceInBytes; start += pieceInBytes) {
      yield joined.subarray(start, start + pieceInBytes);
    }
    waiting = [joined.subarray(start)];
    length = joined.length - start;
  }
  if (length > 0) yield Buffer.concat(waiting);
}
