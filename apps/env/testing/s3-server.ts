import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServer } from './test-server.ts';

/** A store that speaks S3, checks signatures and keeps its objects in a temporary folder. */
export interface S3Server {
  /** For the store of files of the services. */
  readonly options: {
    readonly bucketUrl: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  close(): Promise<void>;
}

/** How the store differs from others. */
export interface S3Manners {
  /** Default: `lectern-files`. */
  readonly bucket?: string;
  /** Smallest part but the last one, in bytes. */
  readonly partMinimumInBytes?: number;
  /** Answers in the place of the store, or lets it do what is asked and loses its answer. */
  readonly instead?: (request: S3Request) => S3Answer | 'lost' | undefined;
}

export interface S3Request {
  readonly what:
    | 'begin'
    | 'complete'
    | 'abort'
    | 'list'
    | 'part'
    | 'put'
    | 'get'
    | 'head'
    | 'delete';
  readonly headers: IncomingHttpHeaders;
}

export interface S3Answer {
  readonly status: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Elements of the document beside the code. */
  readonly xml?: string;
}

interface Part {
  readonly sizeInBytes: number;
  readonly tag: string;
}

const require = createRequire(import.meta.url);
/** The used part; the package has no types. */
const S3rver = require('@20minutes/s3rver') as new (options: {
  readonly silent: boolean;
  readonly directory: string;
  readonly configureBuckets: readonly { readonly name: string }[];
}) => {
  configureBuckets(): Promise<unknown>;
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
};

/**
 * Starts a store that is as strict as the strictest one that is known: all parts of an upload have one size but the
 * last one, and headers for checksums are refused (Cloudflare R2); tags of parts are compared, and what was completed
 * or aborted is no upload any more (Amazon S3).
 */
export async function startS3Server(manners: S3Manners = {}): Promise<S3Server> {
  const { bucket = 'lectern-files', partMinimumInBytes = 1, instead } = manners;
  const directory = await mkdtemp(join(tmpdir(), 'lectern-s3-'));
  const store = new S3rver({
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  await store.configureBuckets();
  const handle = store.callback();
  const uploads = new Map<string, Map<number, Part>>();

  const refusalOf = async (what: S3Request['what'], request: IncomingMessage, uploadId: string) => {
    if (Object.keys(request.headers).some((name) => checksumHeader.test(name))) {
      return { status: 501, code: 'NotImplemented' };
    }
    if (!['part', 'complete', 'list', 'abort'].includes(what)) return undefined;
    const parts = uploads.get(uploadId);
    if (!parts) return { status: 404, code: 'NoSuchUpload' };
    if (what !== 'complete') return undefined;
    const listed = [...(await peek(request)).matchAll(listedPart)].map(([, number, tag]) => {
      const part = parts.get(Number(number));
      return part?.tag === withoutQuotes(tag!) ? part.sizeInBytes : undefined;
    });
    const [first, last] = [listed[0] ?? 0, listed.pop() ?? Infinity];
    if (last > first || listed.some((size) => size !== first)) {
      return { status: 400, code: 'InvalidPart' };
    }
    const isTooSmall = listed.length > 0 && first < partMinimumInBytes;
    return isTooSmall ? { status: 400, code: 'EntityTooSmall' } : undefined;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const query = new URL(request.url!, 'http://localhost').searchParams;
    const [what, uploadId] = [operationOf(request.method!, query), query.get('uploadId') ?? ''];
    const replaced = instead?.({ what, headers: request.headers });
    const refusal =
      replaced && replaced !== 'lost' ? replaced : await refusalOf(what, request, uploadId);
    if (refusal) return refuse(request, response, refusal);
    onEnd(response, (body) => {
      if (response.statusCode >= 300) return;
      if (what === 'begin') uploads.set(/<UploadId>(.+)<\/UploadId>/.exec(body)![1]!, new Map());
      if (what === 'complete') uploads.delete(uploadId);
      if (what === 'part') {
        uploads.get(uploadId)?.set(Number(query.get('partNumber')), {
          sizeInBytes: Number(request.headers['content-length']),
          tag: withoutQuotes(String(response.getHeader('ETag'))),
        });
      }
      if (replaced === 'lost') request.socket.destroy();
    });
    if (what !== 'abort') return handle(request, response);
    uploads.delete(uploadId);
    return response.writeHead(204).end();
  };

  const server = await startTestServer((request, response) => void answer(request, response));
  return {
    options: {
      bucketUrl: `${server.origin}/${bucket}`,
      region: 'us-east-1',
      // The one key that this server knows.
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const checksumHeader = /^x-amz-(checksum|sdk-checksum|trailer)/;
const listedPart = /<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g;

function operationOf(method: string, query: URLSearchParams): S3Request['what'] {
  if (method === 'POST') return query.has('uploads') ? 'begin' : 'complete';
  if (method === 'PUT') return query.has('uploadId') ? 'part' : 'put';
  if (method === 'DELETE') return query.has('uploadId') ? 'abort' : 'delete';
  if (method === 'HEAD') return 'head';
  return query.has('uploadId') ? 'list' : 'get';
}

/** The body of a request, which is still to be read by the store. */
async function peek(request: IncomingMessage): Promise<string> {
  const length = Number(request.headers['content-length']);
  let body: Buffer | null;
  while ((body = request.read(length) as Buffer | null) === null) await once(request, 'readable');
  request.unshift(body);
  return body.toString();
}

function onEnd(response: ServerResponse, see: (body: string) => void): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.end = ((...args: unknown[]) => {
    see(typeof args[0] === 'string' ? args[0] : '');
    return end(...args);
  }) as typeof response.end;
}

function refuse(request: IncomingMessage, response: ServerResponse, answer: S3Answer): void {
  const { status, code, headers = {}, xml = '' } = answer;
  request.resume();
  response.writeHead(status, { 'Content-Type': 'application/xml', ...headers });
  response.end(`<?xml version="1.0"?>\n<Error><Code>${code}</Code>${xml}</Error>`);
}

function withoutQuotes(tag: string): string {
  return tag.replaceAll('&quot;', '').replaceAll('"', '');
}
