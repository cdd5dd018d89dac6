import type { FileHandle } from 'node:fs/promises';
import { read } from 'node:fs';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';

/** The bytes of a file that are the zip: others may stand before and after them. */
export interface ZipRange {
  readonly start: number;
  readonly end: number;
}

/** Sizes and signatures of APPNOTE, sections 4.3.12 to 4.3.16. */
const endRecordInBytes = 22;
const endSignature = 0x06054b50;
const directorySignature = 0x02014b50;
const zip64LocatorInBytes = 20;
const zip64LocatorSignature = 0x07064b50;
/** Without what may follow in it. */
const zip64RecordInBytes = 56;
const zip64RecordSignature = 0x06064b50;
const chunkInBytes = 64 * 1024;
/** How far from a file's end its zip may end: padding and pages that servers append stay far below. */
const tailMaximumInBytes = 1024 * 1024;

/**
 * Finds the zip in a file by its last end record that a directory stands before. Self-extracting packages have
 * a program before it, and their offsets may count from either; downloads have padding or a page after it.
 *
 * @returns the whole file where no such record is found.
 */
export async function findZip(file: FileHandle): Promise<ZipRange> {
  const { size } = await file.stat();
  const tailStart = Math.max(0, size - tailMaximumInBytes);
  const tail = await bytesAt(file, tailStart, size - tailStart);
  // A file may hold thousands of false signatures: what stands in the tail is not read again for each.
  const bytes: BytesAt = (position, length) => {
    const at = position - tailStart;
    return at < 0 ? bytesAt(file, position, length) : tail.subarray(at, at + length);
  };
  for (let at = tail.length - endRecordInBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature) continue;
    const end = tailStart + at + endRecordInBytes + tail.readUInt16LE(at + 20);
    const start = await startOf(bytes, tail.subarray(at, at + endRecordInBytes), tailStart + at);
    if (start !== undefined && end <= size) return { start, end };
  }
  return { start: 0, end: size };
}

/** Bytes of a file; fewer where it has no such ones. */
type BytesAt = (position: number, length: number) => Buffer | Promise<Buffer>;

/** Where the offsets of a zip count from; nothing where no directory stands before its end record. */
async function startOf(bytes: BytesAt, record: Buffer, at: number): Promise<number | undefined> {
  const signatureAt = async (position: number) => {
    const signature = await bytes(position, 4);
    return signature.length === 4 ? signature.readUInt32LE(0) : undefined;
  };
  const locatorAt = at - zip64LocatorInBytes;
  if ((await signatureAt(locatorAt)) === zip64LocatorSignature) {
    const offset = Number((await bytes(locatorAt + 8, 8)).readBigUInt64LE(0));
    // Where more follows in the record, only offsets that count from the file's beginning can be told.
    for (const start of [locatorAt - zip64RecordInBytes - offset, 0])
      if (start >= 0 && (await signatureAt(start + offset)) === zip64RecordSignature) return start;
    return undefined;
  }
  const [length, offset] = [record.readUInt32LE(12), record.readUInt32LE(16)];
  const directoryStart = at - length;
  const start = directoryStart - offset;
  if (start < 0) return undefined;
  if (length === 0) return start;
  return (await signatureAt(directoryStart)) === directorySignature ? start : undefined;
}

/** Nothing where a file has no such bytes. */
async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  if (position < 0) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : Buffer.alloc(0);
}

/** Reads a range of a file as if nothing stood before it. */
export class RangeReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #start: number;

  constructor(file: FileHandle, { start }: ZipRange) {
    super();
    this.#file = file;
    this.#start = start;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#chunks(this.#start + start, this.#start + end));
  }

  async *#chunks(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end;) {
      const length = Math.min(chunkInBytes, end - at);
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    read(this.#file.fd, buffer, offset, length, this.#start + position, (error, count) =>
      callback(error ?? (count < length ? new Error('unexpected end of the file') : null)),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callbackify(() => this.#file.close())(callback);
  }
}
