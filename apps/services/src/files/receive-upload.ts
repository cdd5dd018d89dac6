import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResultMessage } from '@lectern/contracts';
import { CallError } from '../http/errors.ts';
import { LimitReached } from '../http/limits.ts';
import type { Database } from '../storage/database.ts';
import { sentRange } from './file-headers.ts';
import type { FileStore } from './file-store.ts';
import { receive, UploadRefused, type Received, type UploadFault } from './incoming.ts';
import {
  beginAttempt,
  completeUpload,
  findUpload,
  resetUpload,
  type Attempt,
  type Upload,
} from './uploads.ts';

/** Uploads that a process receives at once; each has a part of a file in memory. */
const runningMaximum = 16;

type Code = UploadFault | 'UPLOAD_UNKNOWN' | 'UPLOAD_OFFSET' | 'UPLOAD_RANGE';

/** What is refused, with its status and a text for developers. */
const refusals: Readonly<Record<Code, readonly [status: number, text: string]>> = {
  UPLOAD_RANGE: [400, 'Content-Range is none of a file of the announced size.'],
  UPLOAD_TRUNCATED: [400, 'Fewer bytes came than were announced.'],
  UPLOAD_UNKNOWN: [404, 'The upload has ended. Announce the file again.'],
  UPLOAD_OFFSET: [409, 'Upload-Offset says from where to go on.'],
  UPLOAD_OVERTAKEN: [409, 'Another request writes to this upload since.'],
  UPLOAD_TOO_LARGE: [413, 'More bytes came than were announced. Nothing was kept.'],
  UPLOAD_TYPE: [415, 'The bytes are not of the announced type. Nothing was kept.'],
  UPLOAD_HASH: [422, 'The bytes have not the announced hash. Nothing was kept.'],
};

/** What receives uploads. */
export interface UploadReceiver {
  /** `HEAD`: how much is there. */
  tell(uploadId: string, reply: FastifyReply): Promise<FastifyReply>;
  /** `PUT`: the bytes, or a part of them. */
  receive(uploadId: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/**
 * Receives the bytes of announced files: with one `PUT`, or, where the connection broke, with further
 * ones whose `Content-Range` goes on where `Upload-Offset` says (both as the drafts of the IETF's
 * resumable uploads and tus name it).
 */
export function createUploadReceiver(database: Database, store: FileStore): UploadReceiver {
  let running = 0;

  return {
    async tell(uploadId, reply) {
      const upload = await requireUpload(database, uploadId);
      return reply
        .status(204)
        .headers({ 'Upload-Offset': upload.receivedBytes, 'Upload-Length': upload.sizeInBytes })
        .send();
    },

    async receive(uploadId, request, reply) {
      const upload = await requireUpload(database, uploadId);
      if (upload.isCompleted) return answerComplete(reply, upload);
      const range = requireRange(request, upload);
      requireType(request, upload);
      if (running >= runningMaximum) throw new LimitReached('OVERLOADED');
      running++;
      try {
        const attempt = await beginAttempt(database, uploadId, range.start);
        if (!attempt) return refuseOffset(reply, await requireUpload(database, uploadId));
        return await writeTo(upload, attempt, request.body as Readable, range, reply);
      } finally {
        running--;
      }
    },
  };

  async function writeTo(
    upload: Upload,
    attempt: Attempt,
    body: Readable,
    range: { readonly start: number; readonly end: number },
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    try {
      const received = await receive({ database, store }, upload, attempt, body, range);
      if (range.end < upload.sizeInBytes) {
        return await reply.status(202).header('Upload-Offset', received.receivedBytes).send();
      }
      const contentHash = await finish(attempt, received);
      if (upload.content_hash !== null && upload.content_hash !== contentHash) {
        throw new UploadRefused('UPLOAD_HASH');
      }
      if (!(await completeUpload(database, upload, attempt, contentHash))) {
        throw new UploadRefused('UPLOAD_OVERTAKEN');
      }
      return await answerComplete(reply, upload);
    } catch (error) {
      if (!(error instanceof UploadRefused)) throw error;
      if (error.code !== 'UPLOAD_OVERTAKEN') await resetUpload(database, attempt);
      throw refusal(error.code);
    }
  }

  /** Makes the object whole. @returns its hash */
  async function finish(attempt: Attempt, received: Received): Promise<string> {
    const { storeUpload, parts, contentHash } = received;
    if (storeUpload !== null) await store.complete(attempt.objectId, storeUpload, parts);
    if (contentHash !== undefined) return contentHash;
    // It came in several requests, and none of them saw all of it.
    const hash = createHash('sha256');
    await pipeline(await store.read(attempt.objectId), hash);
    return hash.digest('hex');
  }
}

async function requireUpload(database: Database, uploadId: string): Promise<Upload> {
  const upload = await findUpload(database, uploadId);
  if (!upload) throw refusal('UPLOAD_UNKNOWN');
  return upload;
}

/** Refused before anything is read, where the head of the request says it. */
function requireRange({ headers }: FastifyRequest, { sizeInBytes }: Upload) {
  const range = sentRange(headers['content-range'], sizeInBytes);
  if (!range) throw refusal('UPLOAD_RANGE');
  const length = headers['content-length'];
  if (length === undefined) return range;
  if (Number(length) > range.end - range.start) throw refusal('UPLOAD_TOO_LARGE');
  if (Number(length) < range.end - range.start) throw refusal('UPLOAD_TRUNCATED');
  return range;
}

function requireType({ headers }: FastifyRequest, { media_type }: Upload): void {
  const [sent = ''] = (headers['content-type'] ?? '').split(';', 1);
  if (sent.trim().toLowerCase() !== media_type.toLowerCase()) throw refusal('UPLOAD_TYPE');
}

function refuseOffset(reply: FastifyReply, upload: Upload): FastifyReply {
  if (upload.isCompleted) return answerComplete(reply, upload);
  const [status] = refusals.UPLOAD_OFFSET;
  return reply
    .status(status)
    .header('Upload-Offset', upload.receivedBytes)
    .send({ result_state: 'ERROR', result_messages: [message('UPLOAD_OFFSET')] });
}

function answerComplete(reply: FastifyReply, { sizeInBytes }: Upload): FastifyReply {
  return reply.status(201).header('Upload-Offset', sizeInBytes).send({ result_state: 'OK' });
}

function message(code: Code): ResultMessage {
  return { code, text: refusals[code][1] };
}

function refusal(code: Code): CallError {
  return new CallError(refusals[code][0], [message(code)]);
}
