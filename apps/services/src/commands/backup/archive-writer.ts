import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { inPieces } from '../../files/pieces.ts';
import { CommandProblem } from '../problem.ts';
import { hashesPath, pieceInBytes } from './archive.ts';

const compress = promisify(gzip);
/** Secrets are in it. */
const mode = 0o600;

type Bytes = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export interface ArchiveWriter {
  /**
   * Adds an entry of a known size.
   *
   * @throws {CommandProblem} for a name that is there already, or has control characters or a backslash
   */
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
  const hashes = new Map<string, string>();
  const add: ArchiveWriter['add'] = async (path, size, bytes) => {
    requireUsable(path, hashes);
    const hash = createHash('sha256');
    const writer = controller.add({ name: path, size, mode, uid: 0, gid: 0 }).getWriter();
    // A failed write rejects below; without this, `closed` would be an unhandled rejection.
    writer.closed.catch(() => {});
    for await (const chunk of bytes) {
      hash.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    hashes.set(path, hash.digest('hex'));
  };
  const addWhole = (path: string, bytes: Uint8Array) => add(path, bytes.length, [bytes]);
  const addPieces: ArchiveWriter['addPieces'] = async (path, bytes) => {
    let number = 0;
    for await (const piece of inPieces(bytes, pieceInBytes)) {
      await addWhole(`${path}/${String(++number).padStart(6, '0')}.gz`, await compress(piece));
    }
  };
  const write = async () => {
    await fill({ add, addPieces });
    const lines = [...hashes].map(([path, hash]) => `${hash}  ${path}\n`);
    await addWhole(hashesPath, Buffer.from(lines.join('')));
    controller.finalize();
  };
  write().catch((error: unknown) => controller.error(error));
  return readable;
}

/** @throws {CommandProblem} for a name that the list of hashes cannot have, or has already: nobody could restore it */
function requireUsable(path: string, hashes: ReadonlyMap<string, string>): void {
  if (hashes.has(path)) {
    throw new CommandProblem(`The backup would have ${path} twice. Name it once.`);
  }
  if (/[\p{Cc}\\]/u.test(path)) {
    throw new CommandProblem(
      `${JSON.stringify(path)} has a control character or a backslash in its name. Give it another one.`,
    );
  }
}
