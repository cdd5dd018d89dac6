import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { userAgent } from '../authorization/user-agent.ts';
import {
  defaultPartSizeInBytes,
  FileStoreUnavailable,
  ObjectMissing,
  partMinimumOf,
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
}

/** How long the store may take to answer, in milliseconds; a part has twice the part size at most. */
const answerTimeoutInMs = 60_000;
/** How often a request is sent again that failed for the store's reasons. */
const retries = 3;

/** Objects of a bucket, by the requests of the S3 API that every compatible store knows. */
export function openS3Store(
  { bucketUrl, region, ...keys }: S3Options,
  partSizeInBytes = defaultPartSizeInBytes,
): FileStore {
  const client = new AwsClient({ ...keys, region, service: 's3', retries });
  const base = bucketUrl.replace(/\/$/, '');

  const send = async (
    method: string,
    objectId: string,
    query: Readonly<Record<string, string>> = {},
    init: { body?: Buffer | string; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const search = new URLSearchParams(query).toString();
    const { body, headers } = init;
    try {
      return await client.fetch(`${base}/${objectId}${search && `?${search}`}`, {
        method,
        headers: { 'User-Agent': userAgent, ...headers },
        ...(body === undefined ? {} : { body: body as string }),
        // Time for the headers alone: a client may take long to fetch a file.
        ...(method === 'GET' ? {} : { signal: AbortSignal.timeout(answerTimeoutInMs) }),
      });
    } catch (error) {
      throw new FileStoreUnavailable('The file store cannot be reached.', { cause: error });
    }
  };
  /** Sends what has to succeed. */
  const require = async (...request: Parameters<typeof send>): Promise<string> => {
    const answer = await send(...request);
    const text = await answer.text();
    // Completing answers 200 before it is done, and can fail in the body then.
    if (answer.ok && !/<Error>/.test(text)) return text;
    throw refusedBy(answer);
  };

  const sizeOf = async (objectId: string) => {
    const answer = await send('HEAD', objectId);
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw refusedBy(answer);
    return Number(answer.headers.get('Content-Length'));
  };

  return {
    partSizeInBytes,
    partMinimumInBytes: partMinimumOf(partSizeInBytes),
    async put(objectId, bytes) {
      await require('PUT', objectId, {}, { body: bytes });
    },
    async begin(objectId) {
      const text = await require('POST', objectId, { uploads: '' });
      const upload = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
      if (!upload) throw new FileStoreUnavailable('The file store named no upload.');
      return decodeXml(upload);
    },
    async putPart(objectId, upload, number, bytes) {
      const query = { partNumber: String(number), uploadId: upload };
      const answer = await send('PUT', objectId, query, { body: bytes });
      await answer.arrayBuffer();
      const tag = answer.headers.get('ETag');
      if (!answer.ok || !tag) throw refusedBy(answer);
      return tag;
    },
    async complete(objectId, upload, parts) {
      const listed = parts.map((tag, index) =>
        tag === null
          ? ''
          : `<Part><PartNumber>${index + 1}</PartNumber><ETag>${encodeXml(tag)}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
      const headers = { 'Content-Type': 'application/xml' };
      const answer = await send('POST', objectId, { uploadId: upload }, { body, headers });
      const text = await answer.text();
      if (answer.ok && !/<Error>/.test(text)) return;
      // A repeat: the first time succeeded, and its answer was lost. No other request makes this object.
      if ((await sizeOf(objectId)) !== undefined) return;
      throw refusedBy(answer);
    },
    async abort(objectId, upload) {
      const answer = await send('DELETE', objectId, { uploadId: upload });
      await answer.arrayBuffer();
      // A store that knows no aborting has rules by which parts go that were left.
      if (!answer.ok && ![404, 405, 501].includes(answer.status)) throw refusedBy(answer);
    },
    async read(objectId, range) {
      const headers = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await send('GET', objectId, {}, { headers });
      if (answer.ok) {
        const bytes = answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]);
        // A server may leave a range out of account (RFC 9110, section 14.2).
        return range && answer.status !== 206 ? Readable.from(within(bytes, range)) : bytes;
      }
      await answer.body?.cancel();
      if (answer.status === 404) throw new ObjectMissing('There is no such object.');
      throw refusedBy(answer);
    },
    sizeOf,
    async remove(objectId) {
      const answer = await send('DELETE', objectId);
      await answer.arrayBuffer();
      if (!answer.ok && answer.status !== 404) throw refusedBy(answer);
    },
  };
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

function refusedBy({ status }: Response): FileStoreUnavailable {
  return new FileStoreUnavailable(`The file store answered ${status}.`);
}

function encodeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function decodeXml(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
