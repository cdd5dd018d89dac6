import { createHash, type Hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  canBeOfType,
  signatureLengthInBytes,
} from '@lectern/contracts/calls/files/media-signatures';
import type { Database } from '../storage/database.ts';
import type { FileStore } from './file-store.ts';
import { piecesOf, type PieceLimits } from './body-pieces.ts';
import { UploadRefused } from './upload-refused.ts';
import { recordPart, recordStoreUpload, type Attempt, type Upload } from './uploads.ts';

/** Where a request's bytes go, and how long they may take. */
export interface IncomingParts extends PieceLimits {
  readonly database: Database;
  readonly store: FileStore;
}

/** What is there when a request has brought all that it announced. */
export interface Received {
  readonly storeUpload: string | null;
  readonly parts: Attempt['parts'];
  /** Of all bytes, where this request brought all of them. */
  readonly contentHash: string | undefined;
}

/**
 * Keeps the bytes of a request, part by part: never more than two in memory. Where the connection
 * breaks, the parts before it are kept, and where the store allows it what came of the last one.
 *
 * @param start where they begin
 * @param end after the last byte that is announced
 * @throws {UploadRefused}
 * @throws {CallError} REQUEST_TIMEOUT
 */
export async function receive(
  { database, store, ...limits }: IncomingParts,
  upload: Upload,
  attempt: Attempt,
  body: Readable,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<Received> {
  const hash: Hash | undefined = start === 0 ? createHash('sha256') : undefined;
  const parts = [...attempt.parts];
  let { storeUpload } = attempt;
  let kept = start;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  // What goes on has begun before.
  let isTyped = start > 0;

  const keep = async () => {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    if (storeUpload === null) {
      const begun = await store.begin(attempt.objectId);
      const isOwn = await recordStoreUpload(database, attempt, begun);
      // No bytes lie there yet, and nobody else knows its name.
      if (!isOwn) await store.abort(attempt.objectId, begun);
      requireOwn(isOwn);
      storeUpload = begun;
    }
    const part = await store.putPart(attempt.objectId, storeUpload, parts.length + 1, bytes);
    requireOwn(await recordPart(database, attempt, part, bytes.length));
    parts.push(part);
    kept += bytes.length;
  };

  try {
    for await (const piece of piecesOf(body, limits)) {
      if (kept + pendingBytes + piece.length > end) throw new UploadRefused('UPLOAD_TOO_LARGE');
      hash?.update(piece);
      pending.push(piece);
      pendingBytes += piece.length;
      if (!isTyped && pendingBytes >= signatureLengthInBytes) {
        requireType(upload, pending, pendingBytes);
        isTyped = true;
      }
      // What is left over is a part, too.
      const left = end - kept - pendingBytes;
      if (pendingBytes >= store.partSizeInBytes && left > 0 && left >= store.partMinimumInBytes) {
        await keep();
      }
    }
  } catch (error) {
    body.resume();
    const isBroken = !(error instanceof UploadRefused);
    // A beginning too short to tell the type is not kept, because later requests are not checked.
    if (isBroken && isTyped && pendingBytes >= store.partMinimumInBytes) {
      await keep().catch(() => {});
    }
    throw error;
  }

  if (kept + pendingBytes < end) throw new UploadRefused('UPLOAD_TRUNCATED');
  if (!isTyped) requireType(upload, pending, pendingBytes);
  const isLast = end === upload.sizeInBytes;
  if (isLast && storeUpload === null) {
    await store.put(attempt.objectId, Buffer.concat(pending));
  } else if (pendingBytes > 0) {
    await keep();
  }
  const contentHash = isLast ? hash?.digest('hex') : undefined;
  return { storeUpload, parts, contentHash };
}

function requireOwn(isOwn: boolean): void {
  if (!isOwn) throw new UploadRefused('UPLOAD_OVERTAKEN');
}

/** As soon as enough is there, so that nobody sends gigabytes of the wrong type. */
function requireType({ media_type }: Upload, pieces: readonly Buffer[], bytes: number): void {
  const beginning = Buffer.concat(pieces, Math.min(bytes, signatureLengthInBytes));
  if (!canBeOfType(media_type, beginning)) throw new UploadRefused('UPLOAD_TYPE');
}
