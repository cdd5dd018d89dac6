import type { Readable } from 'node:stream';

/** Which bytes of an object; both ends are included, as in a `Range` header. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The smallest part that a bucket takes but for the last one (Amazon S3 User Guide, 'Multipart upload limits').
 * With 10,000 of them, more than the largest file.
 */
export const defaultPartSizeInBytes = 5 * 1024 ** 2;

/** The smallest part that is taken but for the last one, in bytes, where files are kept in parts of this size. */
export function partMinimumOf(partSizeInBytes: number): number {
  return Math.min(partSizeInBytes, defaultPartSizeInBytes);
}

/**
 * Where the bytes of files lie: objects by name, each written once. A local folder, or a bucket of an
 * S3-compatible store. Names are made by the file gateway (UUIDs), never by a client.
 *
 * Bytes are durable when the promise resolves; an object is there as a whole or not at all.
 */
export interface FileStore {
  /**
   * In what parts an object is kept whose bytes come piece by piece, in bytes. All but the last have this size:
   * Cloudflare R2 takes no others.
   */
  readonly partSizeInBytes: number;
  /** Writes an object that fits into memory. */
  put(objectId: string, bytes: Buffer): Promise<void>;
  /** Begins an object that comes in parts. @returns what the other calls name it by */
  begin(objectId: string): Promise<string>;
  /**
   * Keeps a part.
   *
   * @param number from 1, in the order of the bytes; each is written once
   * @param before the name of the part before it, where the same request has brought that one
   * @returns what {@link complete} names it by
   * @throws {ObjectMissing} when what was begun is gone
   */
  putPart(
    objectId: string,
    upload: string,
    number: number,
    bytes: Buffer,
    before?: string,
  ): Promise<string>;
  /**
   * Makes an object of its parts. Can be repeated.
   *
   * @param parts in the order of their numbers; `null`: the part of this number does not count
   * @throws {ObjectMissing} when one of them is gone
   */
  complete(objectId: string, upload: string, parts: readonly (string | null)[]): Promise<void>;
  /** Forgets parts that no object was made of. Can be repeated. */
  abort(objectId: string, upload: string): Promise<void>;
  /**
   * Gives the bytes piece by piece.
   *
   * @param range within the object; absent: all
   * @throws {ObjectMissing}
   */
  read(objectId: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes; `undefined`: there is no such object. */
  sizeOf(objectId: string): Promise<number | undefined>;
  /** Can be repeated. */
  remove(objectId: string): Promise<void>;
}

/** The store has no object, or no part, of this name. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/** The store cannot be reached, or refuses what it should do. The message names no object. */
export class FileStoreUnavailable extends Error {
  override readonly name = 'FileStoreUnavailable';
}

/**
 * Waits for something that reads from a store.
 *
 * @throws {FileStoreUnavailable} also where the reading breaks off
 */
export async function untilRead<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof ObjectMissing || cause instanceof FileStoreUnavailable) throw cause;
    throw new FileStoreUnavailable('The file store broke off.', { cause });
  }
}
