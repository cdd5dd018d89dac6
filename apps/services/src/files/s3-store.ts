import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { backOffInMs } from '@lectern/contracts/calls/back-off';
import { AwsV4Signer } from 'aws4fetch';
import { errors, request, type Dispatcher } from 'undici';
import { configuredServers, userAgent } from '../outgoing/client.ts';
import {
  defaultPartSizeInBytes,
  FileStoreUnavailable,
  ObjectMissing,
  type ByteRange,
  type FileStore,
} from './file-store.ts';

/** A bucket of an S3-compatible store. */
export interface S3Options {
  /** Address of the bucket, by path (`https://s3.example.com/files`) or by host. */
  readonly bucketUrl: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Belongs to keys that hold for some hours. */
  readonly sessionToken?: string;
  /** How long the first repeat of a request waits, in milliseconds; each further one twice as long. */
  readonly retryInMs?: number;
  /** How long the store may say nothing, in milliseconds: before its answer, and within it. */
  readonly silenceInMs?: number;
}

const defaultSilenceInMs = 60_000;
/** How much of a body is sent at once. */
const pieceInBytes = 64 * 1024;
/** How often a request is sent again that failed for the store's reasons. Each can be repeated. */
const retries = 4;
const defaultRetryInMs = 100;

/** Codes of failures that pass, whatever their status: Amazon S3 answers RequestTimeout with 400. */
const passingCodes = new Set(['InternalError', 'OperationAborted', 'RequestTimeout', 'SlowDown']);

/** Codes of a list of parts that the store does not have, or not any more. */
const missingPartCodes = new Set(['InvalidPart', 'NoSuchUpload']);

/** Remedies of an operator for errors of the store, by their codes. */
const remedies: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AccessDenied: 'The key needs the permissions of docs/operate/files.md.',
    ExpiredToken: 'The session token has ended: LECTERN_S3_SESSION_TOKEN.',
    InvalidAccessKeyId: 'The store does not know the key: LECTERN_S3_ACCESS_KEY_ID.',
    InvalidToken: 'The session token is not of this key: LECTERN_S3_SESSION_TOKEN.',
    NoSuchBucket: 'There is no such bucket: LECTERN_S3_BUCKET_URL.',
    RequestTimeTooSkewed: 'The clock of this machine differs too much from that of the store.',
    SignatureDoesNotMatch: 'The secret is not that of the key: LECTERN_S3_SECRET_ACCESS_KEY.',
  }),
);

/** An answer that has come as a whole; of bytes that were asked for, all but these. */
interface Answer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly bytes: Readable;
  readonly text: string;
  /** An error was answered; its code, where the store names one. */
  readonly error: { readonly code: string } | undefined;
}

interface Sent {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
}

/**
 * Objects of a bucket, by the requests of the S3 API that every compatible store knows. Bodies are neither
 * signed nor sent with checksums: not every store takes the headers for that, and the file gateway compares
 * the hash of the whole file.
 */
export function openS3Store(
  { bucketUrl, retryInMs = defaultRetryInMs, silenceInMs = defaultSilenceInMs, ...keys }: S3Options,
  partSizeInBytes = defaultPartSizeInBytes,
): FileStore {
  const base = bucketUrl.replace(/\/$/, '');
  /** Of the day, which it remembers. */
  const cache = new Map<string, ArrayBuffer>();

  const askOnce = async (
    method: Dispatcher.HttpMethod,
    objectId: string,
    sent: Sent,
  ): Promise<Answer> => {
    const search = new URLSearchParams(sent.query).toString();
    const url = `${base}/${objectId}${search && `?${search}`}`;
    const signer = new AwsV4Signer({
      method,
      url,
      headers: sent.headers ?? {},
      ...keys,
      service: 's3',
      cache,
    });
    const { headers: signed } = await signer.sign();
    const headersSent = Object.fromEntries(signed);
    const bytesSent = sent.body ?? Buffer.alloc(0);
    const answer = await send(url, method, headersSent, bytesSent, silenceInMs);
    const { statusCode: status, headers, body } = answer;
    const isGiven = status >= 200 && status < 300;
    if (method === 'GET' && isGiven) {
      // Given up before its end, it fails; without a listener the process would end.
      body.on('error', () => {});
      return { status, headers, bytes: body, text: '', error: undefined };
    }
    const text = await body.text();
    // Completing answers 200 before it is done, and can fail in the body then.
    const isError = !isGiven || /<Error[\s>]/.test(text);
    const error = isError ? { code: elementOf(text, 'Code') ?? '' } : undefined;
    return { status, headers, bytes: Readable.from([]), text, error };
  };

  const refusedBy = (answer: Answer): FileStoreUnavailable => {
    const code = answer.error?.code ?? '';
    const fault = `The file store answered ${answer.status}${code && ` ${code}`}.`;
    const remedy = answer.error
      ? (remedies.get(code) ?? elsewhere(answer, keys.region))
      : 'That is no answer of S3: LECTERN_S3_BUCKET_URL.';
    return new FileStoreUnavailable(remedy ? `${fault} ${remedy}` : fault);
  };

  const ask = async (
    method: Dispatcher.HttpMethod,
    objectId: string,
    sent: Sent = {},
  ): Promise<Answer> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await askOnce(method, objectId, sent).catch(
        (cause: Error) => new FileStoreUnavailable(unreachable(cause), { cause }),
      );
      const isLast = attempt === retries;
      if (answer instanceof FileStoreUnavailable) {
        if (isLast || isSilent(answer.cause)) throw answer;
      } else if (isLast || !isPassing(answer)) return answer;
      await wait(backOffInMs({ firstInMs: retryInMs, longestInMs: Infinity }, attempt + 1));
    }
  };
  /** Asks for what has to succeed. */
  const require = async (...request: Parameters<typeof ask>): Promise<Answer> => {
    const answer = await ask(...request);
    if (answer.error) throw refusedBy(answer);
    return answer;
  };
  /** Removes what may be gone already, or what the store has other rules for. */
  const remove = async (objectId: string, sent: Sent = {}, acceptedStatuses = [404]) => {
    const answer = await ask('DELETE', objectId, sent);
    // Deleting answers nothing; the page of a proxy has deleted nothing.
    if (!answer.error && answer.text.trim() === '') return;
    if (!acceptedStatuses.includes(answer.status) || isWithoutBucket(answer)) {
      throw refusedBy(answer);
    }
  };

  const sizeOf = async (objectId: string) => {
    const answer = await ask('HEAD', objectId);
    if (answer.status === 404) return undefined;
    if (answer.error || !answer.headers.etag) throw refusedBy(answer);
    const size = answer.headers['content-length'];
    return size === undefined ? sizeByRange(objectId) : Number(size);
  };

  /** The size where HEAD does not tell it: Ceph leaves it out for empty objects, some proxies for all. */
  const sizeByRange = async (objectId: string) => {
    const answer = await ask('GET', objectId, { headers: { Range: 'bytes=0-0' } });
    answer.bytes.destroy();
    // An empty object has no first byte.
    if (answer.status === 416) return 0;
    const { 'content-length': whole, 'content-range': range } = answer.headers;
    // A server may leave a range out of account.
    const size = answer.status === 206 ? /\/(\d+)$/.exec(String(range))?.[1] : whole;
    if (answer.error || size === undefined) throw refusedBy(answer);
    return Number(size);
  };

  /** True where an upload is no more: completing it, Ceph answers 500 then, which may be any failure. */
  const isGone = async (objectId: string, upload: string) => {
    const answer = await ask('GET', objectId, { query: { uploadId: upload } });
    answer.bytes.destroy();
    return answer.status === 404 && !isWithoutBucket(answer);
  };

  return {
    partSizeInBytes,
    async put(objectId, bytes) {
      const answer = await require('PUT', objectId, { body: bytes });
      if (!answer.headers.etag) throw refusedBy(answer);
    },
    async begin(objectId) {
      const { text } = await require('POST', objectId, { query: { uploads: '' } });
      const upload = elementOf(text, 'UploadId');
      if (!upload) throw new FileStoreUnavailable('The file store named no upload.');
      return upload;
    },
    async putPart(objectId, upload, number, body) {
      const query = { partNumber: String(number), uploadId: upload };
      const answer = await ask('PUT', objectId, { query, body });
      if (isMissing(answer)) throw new ObjectMissing('The file store has lost the upload.');
      const tag = answer.headers.etag;
      if (answer.error || !tag) throw refusedBy(answer);
      return String(tag);
    },
    async complete(objectId, upload, parts) {
      const listed = parts.map((tag, index) =>
        tag === null
          ? ''
          : `<Part><PartNumber>${index + 1}</PartNumber><ETag>${encodeXml(tag)}</ETag></Part>`,
      );
      const answer = await ask('POST', objectId, {
        query: { uploadId: upload },
        headers: { 'Content-Type': 'application/xml' },
        body: Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`),
      });
      // Other documents, such as pages of proxies, say nothing about the object.
      if (!answer.error && /<\/(\w+:)?CompleteMultipartUploadResult>/.test(answer.text)) return;
      // A code with a remedy is told now: the answer to a question for the size has none.
      if (answer.error && remedies.has(answer.error.code)) throw refusedBy(answer);
      // A repeat: the first time succeeded, and its answer was lost. No other request makes this object.
      if ((await sizeOf(objectId)) !== undefined) return;
      if (isMissing(answer) || (await isGone(objectId, upload))) {
        throw new ObjectMissing('The file store has lost parts.');
      }
      throw refusedBy(answer);
    },
    // A store that knows no aborting has rules by which parts go that were left.
    abort: (objectId, upload) => remove(objectId, { query: { uploadId: upload } }, [404, 405, 501]),
    async read(objectId, range) {
      const headers = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask('GET', objectId, { headers });
      if (!answer.error) {
        // A server may leave a range out of account (RFC 9110, section 14.2).
        const isWhole = range && answer.status !== 206;
        return isWhole ? Readable.from(within(answer.bytes, range)) : answer.bytes;
      }
      if (answer.status === 404 && !isWithoutBucket(answer)) {
        throw new ObjectMissing('There is no such object.');
      }
      throw refusedBy(answer);
    },
    sizeOf,
    remove: (objectId) => remove(objectId),
  };
}

/**
 * Sends a request. A redirect is not followed: a signature holds for one address.
 *
 * @throws {errors.UndiciError} HeadersTimeoutError, BodyTimeoutError where the store says nothing; the body of
 *   the answer fails with the second one, too.
 */
function send(
  url: string,
  method: Dispatcher.HttpMethod,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  silenceInMs: number,
): Promise<Dispatcher.ResponseData> {
  const hasBody = method === 'PUT' || method === 'POST';
  const length = hasBody ? { 'Content-Length': String(body.length) } : {};
  return request(url, {
    dispatcher: configuredServers,
    method,
    headers: { 'User-Agent': userAgent, ...headers, ...length },
    body: body.length > 0 ? Readable.from(piecesOf(body)) : null,
    headersTimeout: silenceInMs,
    bodyTimeout: silenceInMs,
  });
}

/** In pieces, so that the rest of a body is not sent once it is refused: its memory has the next part by then. */
function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += pieceInBytes) {
    yield body.subarray(start, start + pieceInBytes);
  }
}

async function* within(bytes: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let place = 0;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    const wanted = piece.subarray(Math.max(0, start - place), Math.max(0, end + 1 - place));
    if (wanted.length > 0) yield wanted;
    place += piece.length;
    if (place > end) return;
  }
}

/** The store has said nothing for too long. */
function isSilent(cause: unknown): boolean {
  return cause instanceof errors.HeadersTimeoutError || cause instanceof errors.BodyTimeoutError;
}

function isPassing({ status, error }: Answer): boolean {
  if (!error) return false;
  return status === 429 || (status >= 500 && status !== 501) || passingCodes.has(error.code);
}

function isMissing({ error }: Answer): boolean {
  return error !== undefined && missingPartCodes.has(error.code);
}

function isWithoutBucket({ error }: Answer): boolean {
  return error?.code === 'NoSuchBucket';
}

function unreachable(cause: Error): string {
  const code = 'code' in cause ? ` (${String(cause.code)})` : '';
  return `The file store cannot be reached${code}.`;
}

/** The bucket's true place, when the store says that it is not here. */
function elsewhere({ headers, text }: Answer, region: string): string | undefined {
  const other = headers['x-amz-bucket-region'] ?? elementOf(text, 'Region');
  if (typeof other === 'string' && other !== region) {
    return `The bucket is in the region ${other}: LECTERN_S3_REGION, LECTERN_S3_BUCKET_URL.`;
  }
  const endpoint = elementOf(text, 'Endpoint');
  return endpoint && `The bucket is at ${endpoint}: LECTERN_S3_BUCKET_URL.`;
}

function elementOf(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  return text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

function encodeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
