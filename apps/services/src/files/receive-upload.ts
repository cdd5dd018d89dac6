import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallError, generalError } from '../http/errors.ts';
import type { Limits } from '../http/limits.ts';
import type { Database } from '../storage/database.ts';
import { ObjectMissing, partMinimumOf, untilRead, type FileStore } from './file-store.ts';
import { isOfPresentMember } from './group-standing.ts';
import { receive, type Received } from './incoming.ts';
import { RunningUploads } from './running-uploads.ts';
import { requireTus, tusMediaType, tusMethod } from './tus.ts';
import { isOfPublisher } from './upload-ends.ts';
import { UploadRefused, type UploadFault } from './upload-refused.ts';
import {
  beginAttempt,
  completeUpload,
  findUpload,
  isAnnouncedByAnother,
  resetUpload,
  type Attempt,
  type Upload,
} from './uploads.ts';

type Code =
  | UploadFault
  | 'UPLOAD_ANNOUNCED_BY_ANOTHER'
  | 'UPLOAD_LENGTH'
  | 'UPLOAD_LOCKED'
  | 'UPLOAD_OFFSET'
  | 'UPLOAD_PART_TOO_SMALL'
  | 'UPLOAD_PATCH_TYPE'
  | 'UPLOAD_UNKNOWN';

/** Refusals, with status and a text for developers. */
const refusals: Readonly<Record<Code, readonly [status: number, text: string]>> = {
  UPLOAD_PART_TOO_SMALL: [400, 'A PATCH brings at least 5 MiB, or the end of the file.'],
  UPLOAD_TRUNCATED: [400, 'Fewer bytes came than were announced. Nothing was kept.'],
  UPLOAD_ANNOUNCED_BY_ANOTHER: [
    403,
    'Another account has announced the same file since, and sends it now. What had come is kept.',
  ],
  UPLOAD_FORBIDDEN: [403, 'Who announced the file may not publish it any more. Nothing was kept.'],
  UPLOAD_MEMBERSHIP: [403, 'Who announced the file has left its group. Nothing was kept.'],
  UPLOAD_UNKNOWN: [404, 'The upload has ended. Announce the file again.'],
  UPLOAD_LOST: [409, 'The store has lost what had come. Begin anew, at Upload-Offset 0.'],
  UPLOAD_OFFSET: [409, 'The upload continues at another Upload-Offset.'],
  UPLOAD_OVERTAKEN: [409, 'Another request writes to this upload since.'],
  UPLOAD_LENGTH: [411, 'A PATCH says its Content-Length.'],
  UPLOAD_TOO_LARGE: [413, 'More bytes came than were announced. None of them were kept.'],
  UPLOAD_PATCH_TYPE: [415, `The Content-Type of a PATCH is ${tusMediaType}.`],
  UPLOAD_TYPE: [415, 'The bytes are not of the announced type. Nothing was kept.'],
  UPLOAD_LOCKED: [
    423,
    'A request before this one has stored more. Ask for its Upload-Offset again.',
  ],
  UPLOAD_HASH: [422, 'The bytes have not the announced hash. Nothing was kept.'],
};

/**
 * Answers a request about an upload: `PUT` brings all of a file, and `HEAD` and `PATCH` are those of tus.
 *
 * @throws {CallError}
 */
export type UploadReceiver = (
  uploadId: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

type UploadLimits = Pick<Limits, 'bodyTimeoutInMs' | 'uploadsAtOnce' | 'uploadsAtOncePerSubject'>;

/** Which bytes of a file a request brings. */
interface UploadRange {
  /** Where they go on; absent: the file begins anew. */
  readonly start?: number;
  /** After the last byte that is announced; with the last of the file it is made. */
  readonly end: number;
}

type Bringing = Pick<FastifyRequest, 'about' | 'body'>;

/** Receives the bytes of announced files. */
export function createUploadReceiver(
  database: Database,
  store: FileStore,
  limits: UploadLimits,
): UploadReceiver {
  const running = new RunningUploads(limits);
  const { bodyTimeoutInMs } = limits;

  return async (...asked) => {
    try {
      return await answer(...asked);
    } catch (error) {
      throw error instanceof UploadRefused ? refusal(error.code) : error;
    }
  };

  async function answer(...[uploadId, request, reply]: Parameters<UploadReceiver>) {
    const { w: signIn = '', a: account } = request.about;
    const named = async () => {
      const upload = await findUpload(database, uploadId, signIn);
      if (upload) return upload;
      const isOfAnother =
        account !== undefined && (await isAnnouncedByAnother(database, uploadId, account));
      throw refusal(isOfAnother ? 'UPLOAD_ANNOUNCED_BY_ANOTHER' : 'UPLOAD_UNKNOWN');
    };
    switch (tusMethod(request)) {
      case 'PUT':
        return replace(await named(), request, reply);
      // Caches ask by GET what they are asked by HEAD.
      case 'GET':
      case 'HEAD':
        requireTus(request, reply);
        return tell(await named(), request, reply);
      case 'PATCH':
        requireTus(request, reply);
        return append(await named(), request, reply);
      default:
        throw generalError('CALL_UNKNOWN');
    }
  }

  async function replace(upload: Upload, request: FastifyRequest, reply: FastifyReply) {
    if (!upload.isCompleted) {
      requireType(request, upload.media_type, 'UPLOAD_TYPE');
      requireWhole(request, upload);
      await take(upload, request, { end: upload.sizeInBytes });
    }
    return reply.status(201).send({ result_state: 'OK' });
  }

  async function append(upload: Upload, request: FastifyRequest, reply: FastifyReply) {
    requireType(request, tusMediaType, 'UPLOAD_PATCH_TYPE');
    const { receivedBytes: start } = upload;
    if (request.headers['upload-offset'] !== String(start)) {
      void reply.header('Upload-Offset', start);
      throw refusal('UPLOAD_OFFSET');
    }
    const end = start + lengthOf(request, upload, store);
    if (!upload.isCompleted) await take(upload, request, { start, end });
    return reply.status(204).header('Upload-Offset', end).send();
  }

  async function tell(upload: Upload, request: FastifyRequest, reply: FastifyReply) {
    const { receivedBytes, sizeInBytes, isCompleted } = upload;
    const headers = { 'Upload-Offset': receivedBytes, 'Upload-Length': sizeInBytes };
    // To a client an upload with all its bytes is done. What was to follow the last of them may have
    // failed, or nobody sends a file without any.
    if (receivedBytes === sizeInBytes && !isCompleted) {
      await finishAnew(upload, request).catch((error: unknown) => {
        if (!(error instanceof UploadRefused) || error.code !== 'UPLOAD_LOST') throw error;
        headers['Upload-Offset'] = 0;
      });
    }
    return reply.headers(headers).send();
  }

  /** One request after the other: only the last one that has come writes. */
  async function take(upload: Upload, { about, body }: Bringing, range: UploadRange) {
    await running.run(upload.upload_id, about['u'] ?? '', (overtaken) =>
      write(upload, body as Readable, range, overtaken),
    );
  }

  /** Several may at once: each finds what the others have done. */
  async function finishAnew(upload: Upload, { about }: FastifyRequest) {
    const range = { start: upload.sizeInBytes, end: upload.sizeInBytes };
    const never = new AbortController().signal;
    await running.inPlace(about['u'] ?? '', () => write(upload, Readable.from([]), range, never));
  }

  async function write(
    upload: Upload,
    body: Readable,
    range: UploadRange,
    overtaken: AbortSignal,
  ): Promise<void> {
    const attempt = await beginAttempt(database, upload.upload_id, range.start);
    if (attempt) return writeTo(upload, attempt, body, range, overtaken);
    const now = await requireUpload(database, upload.upload_id, upload.signIn);
    // The offset was right when the request came: one before it has stored more since.
    if (!now.isCompleted || range.end < now.sizeInBytes) throw refusal('UPLOAD_LOCKED');
  }

  async function writeTo(
    upload: Upload,
    attempt: Attempt,
    body: Readable,
    { start = 0, end }: UploadRange,
    overtaken: AbortSignal,
  ): Promise<void> {
    try {
      const parts = { database, store, bodyTimeoutInMs, overtaken };
      const received = await receive(parts, upload, attempt, body, { start, end });
      if (end < upload.sizeInBytes) return;
      const contentHash = await finish(attempt, received);
      if (upload.content_hash !== null && upload.content_hash !== contentHash) {
        throw new UploadRefused('UPLOAD_HASH');
      }
      if (!(await isOfPresentMember(database, upload))) {
        throw new UploadRefused('UPLOAD_MEMBERSHIP');
      }
      if (!(await isOfPublisher(database, upload))) throw new UploadRefused('UPLOAD_FORBIDDEN');
      if (await completeUpload(database, upload, attempt, contentHash)) return;
      // Or somebody asked another process meanwhile, and has finished it.
      const now = await requireUpload(database, upload.upload_id, upload.signIn);
      if (!now.isCompleted || now.attempt_id !== attempt.attemptId) {
        throw new UploadRefused('UPLOAD_OVERTAKEN');
      }
    } catch (error) {
      const refused = await refusalFor(error, upload, attempt);
      if (!refused) throw error;
      if (refused.code !== 'UPLOAD_OVERTAKEN') await resetUpload(database, attempt);
      throw refused;
    }
  }

  async function refusalFor(
    error: unknown,
    upload: Upload,
    { attemptId }: Attempt,
  ): Promise<UploadRefused | undefined> {
    if (error instanceof UploadRefused) return error;
    // The object of this request may be gone, because another one has made the file.
    const now = await requireUpload(database, upload.upload_id, upload.signIn);
    const isMissing = error instanceof ObjectMissing;
    // An object that a request misses before its end may have been used by another request, which has ended.
    const isOwn = now.attempt_id === attemptId || (now.attempt_id === null && !isMissing);
    if (!isOwn) return new UploadRefused('UPLOAD_OVERTAKEN');
    return isMissing ? new UploadRefused('UPLOAD_LOST') : undefined;
  }

  /** Makes the object whole. @returns its hash */
  async function finish(attempt: Attempt, received: Received): Promise<string> {
    const { storeUpload, parts, contentHash } = received;
    if (storeUpload !== null) await store.complete(attempt.objectId, storeUpload, parts);
    if (contentHash !== undefined) return contentHash;
    // It came in several requests, and none of them saw all of it.
    const hash = createHash('sha256');
    await untilRead(store.read(attempt.objectId).then((bytes) => pipeline(bytes, hash)));
    return hash.digest('hex');
  }
}

async function requireUpload(
  database: Database,
  uploadId: string,
  signIn: string,
): Promise<Upload> {
  const upload = await findUpload(database, uploadId, signIn);
  if (!upload) throw refusal('UPLOAD_UNKNOWN');
  return upload;
}

// Refused before anything is read, where the head of the request says it.

function requireWhole({ headers }: FastifyRequest, { sizeInBytes }: Upload): void {
  const length = Number(headers['content-length'] ?? sizeInBytes);
  if (length > sizeInBytes) throw refusal('UPLOAD_TOO_LARGE');
  if (length < sizeInBytes) throw refusal('UPLOAD_TRUNCATED');
}

/** How much a `PATCH` brings. */
function lengthOf(
  { headers }: FastifyRequest,
  { receivedBytes, sizeInBytes }: Upload,
  { partSizeInBytes }: FileStore,
): number {
  if (headers['content-length'] === undefined) throw refusal('UPLOAD_LENGTH');
  const length = Number(headers['content-length']);
  const left = sizeInBytes - receivedBytes;
  if (length > left) throw refusal('UPLOAD_TOO_LARGE');
  // A bucket takes no smaller parts but the last one. Nor does a folder, so that what goes well with
  // one of them does with the other.
  if (length < left && length < partMinimumOf(partSizeInBytes))
    throw refusal('UPLOAD_PART_TOO_SMALL');
  return length;
}

function requireType({ headers }: FastifyRequest, mediaType: string, code: Code): void {
  const [sent = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (sent.trim().toLowerCase() !== mediaType.toLowerCase()) throw refusal(code);
}

function refusal(code: Code): CallError {
  const [status, text] = refusals[code];
  return new CallError(status, [{ code, text }]);
}
