import { createHash, randomUUID, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  canBeOfType,
  signatureLengthInBytes,
} from '@lectern/contracts/calls/files/media-signatures';
import { endBody } from '../http/body-time.ts';
import type { Database } from '../storage/database.ts';
import { ObjectMissing, untilRead, type FileStore } from './file-store.ts';
import { piecesOf, type PieceLimits } from './body-pieces.ts';
import { noteUnfinished } from './removals.ts';
import { UploadRefused } from './upload-refused.ts';
import { endAttempt, recordPart, recordStoreUpload, type Attempt, type Upload } from './uploads.ts';

/** Where a request's bytes go, and how long they may take. */
export interface IncomingDependencies extends PieceLimits {
  readonly database: Database;
  readonly store: FileStore;
}

/** State after a request has brought all that it announced. */
export interface Received {
  readonly storeUpload: string | null;
  readonly parts: Attempt['parts'];
  /** Of all bytes, where this request brought all of them. */
  readonly contentHash: string | undefined;
}

/**
 * Keeps the bytes of a request, part by part: two are in memory, one that fills and one that is stored. All parts
 * have one size but the last of the file, because a bucket may want that (Cloudflare R2). What fills none when the
 * request ends is kept beside them, and begins the next part.
 *
 * @param start where they begin
 * @param end after the last byte that is announced
 * @throws {UploadRefused}
 * @throws {CallError} REQUEST_TIMEOUT
 * @throws {ObjectMissing} when the store has lost what came before
 */
export async function receive(
  { database, store, ...limits }: IncomingDependencies,
  upload: Upload,
  attempt: Attempt,
  body: Readable,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Received> {
  const hash: Hash | undefined = start === 0 ? createHash('sha256') : undefined;
  const partSizeInBytes = Math.min(store.partSizeInBytes, upload.sizeInBytes);
  const parts = [...attempt.parts];
  let { storeUpload, rest } = attempt;
  let partBefore: string | undefined;
  /** Place of the filling part's first byte. */
  let kept = start - (rest?.sizeInBytes ?? 0);
  let filling: Buffer = Buffer.allocUnsafe(partSizeInBytes);
  let filled = 0;
  let spare: Buffer | undefined;
  let storing: Promise<void> = Promise.resolve();
  // A resumed upload had its type checked at its beginning.
  let isTyped = start > 0;
  let isReading = true;

  const storePart = async (bytes: Buffer, receivedBytes: number) => {
    if (storeUpload === null) {
      const begun = await store.begin(attempt.objectId);
      const isOwn = await recordStoreUpload(database, attempt, begun);
      // No bytes lie there yet, and nobody else knows its name.
      if (!isOwn) await store.abort(attempt.objectId, begun);
      requireOwn(isOwn);
      storeUpload = begun;
    }
    const number = parts.length + 1;
    const part = await store.putPart(attempt.objectId, storeUpload, number, bytes, partBefore);
    // Before the next one is stored: who comes later leaves out one number alone.
    requireOwn(await recordPart(database, attempt, part, receivedBytes, rest));
    parts.push(part);
    partBefore = part;
    rest = undefined;
  };
  /** Stores the part that is full, while the next one fills. */
  const keepPart = async () => {
    await storing;
    const bytes = filling.subarray(0, filled);
    kept += filled;
    [filling, filled, spare] = [spare ?? Buffer.allocUnsafe(partSizeInBytes), 0, filling];
    storing = storePart(bytes, kept);
    storing.catch((error: Error) => {
      if (isReading) endBody(body, error);
    });
  };
  /** Ends a request that does not bring the last byte: with that, what is left is a part. */
  const keepRest = async () => {
    await storing;
    if (kept + filled === upload.sizeInBytes) return;
    try {
      if (filled <= (rest?.sizeInBytes ?? 0)) return;
      const next = { objectId: randomUUID(), sizeInBytes: filled };
      await noteUnfinished(database, next.objectId);
      await store.put(next.objectId, filling.subarray(0, filled));
      requireOwn(await recordPart(database, attempt, next, kept + filled, rest));
    } finally {
      // No part is on its way: whoever comes next leaves out no number.
      await endAttempt(database, attempt);
    }
  };

  try {
    if (rest) filled = (await untilRead(store.read(rest.objectId).then(buffer))).copy(filling);
    for await (const piece of piecesOf(body, limits)) {
      if (kept + filled + piece.length > end) throw new UploadRefused('UPLOAD_TOO_LARGE');
      hash?.update(piece);
      for (let taken = 0; taken < piece.length;) {
        const copied = piece.copy(filling, filled, taken);
        taken += copied;
        filled += copied;
        if (!isTyped && filled >= signatureLengthInBytes) {
          requireType(upload, filling, filled);
          isTyped = true;
        }
        if (filled === partSizeInBytes && kept + filled < upload.sizeInBytes) await keepPart();
      }
      free(piece);
    }
    isReading = false;
    await storing;
  } catch (error) {
    isReading = false;
    body.resume();
    const isOver = error instanceof UploadRefused || error instanceof ObjectMissing;
    // A beginning too short to tell the type is not kept, because later requests are not checked.
    await (isOver || !isTyped ? storing : keepRest()).catch(() => {});
    throw error;
  }

  if (kept + filled < end) throw new UploadRefused('UPLOAD_TRUNCATED');
  if (!isTyped) requireType(upload, filling, filled);
  const isLast = end === upload.sizeInBytes;
  if (!isLast) await keepRest();
  else if (storeUpload === null) await store.put(attempt.objectId, filling.subarray(0, filled));
  else if (filled > 0) await keepPart();
  await storing;
  const contentHash = isLast ? hash?.digest('hex') : undefined;
  return { storeUpload, parts, contentHash };
}

/**
 * Gives the memory of a piece back at once. The engine counts it as part of its heap, and would collect all of that
 * for every 32 MiB that come.
 */
function free({ buffer, byteLength }: Buffer): void {
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
  if (isAlone) buffer.transfer(0);
}

function requireOwn(isOwn: boolean): void {
  if (!isOwn) throw new UploadRefused('UPLOAD_OVERTAKEN');
}

/** As soon as enough is there, so that nobody sends gigabytes of the wrong type. */
function requireType({ media_type }: Upload, bytes: Buffer, length: number): void {
  const beginning = bytes.subarray(0, Math.min(length, signatureLengthInBytes));
  if (!canBeOfType(media_type, beginning)) throw new UploadRefused('UPLOAD_TYPE');
}
