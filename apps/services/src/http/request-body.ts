import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { CallError, generalError } from './errors.ts';

/** Largest small body, in bytes: browsers send as much of a page that closes. */
const smallMaximumInBytes = 64 * 1024;

/**
 * How the body of a request is read.
 *
 * - `none`: not at all: Fastify parses none of a GET.
 * - `small`: as soon as the head is there, into memory. From then on the request is done, also when its
 *   client leaves: a page that saves while it closes is gone before its token has been verified, and Node
 *   discards what has not been read by then.
 * - `stream`: after its caller is admitted and its turn has come, so that waiting requests hold no memory.
 */
export type BodyKind = 'none' | 'small' | 'stream';

export function bodyKindOf(request: FastifyRequest): BodyKind {
  const { method, headers, routeOptions } = request;
  if (method === 'GET' || method === 'HEAD') return 'none';
  const sizeInBytes = bodySizeOf(request);
  // An empty body is parsed where it has a type.
  if (sizeInBytes === 0 && headers['content-type'] === undefined) return 'none';
  const isStream = routeOptions.config.streamsBody || sizeInBytes > smallMaximumInBytes;
  return isStream ? 'stream' : 'small';
}

/** Infinity for a body in chunks. RFC 9112, section 6.3: a request with neither header has no body. */
function bodySizeOf({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Infinity;
}

/** A small body on its way into memory. */
export class SmallBody {
  isWhole = false;
  readonly #chunks: Buffer[] = [];
  #failure: CallError | undefined;
  #notify = () => {};

  constructor(raw: IncomingMessage) {
    raw.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    raw.once('end', () => {
      this.isWhole = true;
      this.#notify();
    });
    raw.on('error', (error) => {
      if (this.isWhole) return;
      this.#failure ??= error instanceof CallError ? error : clientLeft();
      this.#notify();
    });
  }

  /** @throws {CallError} It breaks off, or takes too long. */
  async arrive(): Promise<void> {
    if (!this.isWhole && !this.#failure) {
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
    if (this.#failure) throw this.#failure;
  }

  get bytes(): Buffer {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}

/**
 * Reads a body into memory, for parsers: a small one is there already.
 *
 * @throws {CallError} BODY_TOO_LARGE beyond the limit of its route
 */
export async function readBody(
  { headers, smallBody, routeOptions: { bodyLimit } }: FastifyRequest,
  payload: Readable,
): Promise<Buffer> {
  if (Number(headers['content-length']) > bodyLimit) throw generalError('BODY_TOO_LARGE');
  if (smallBody) return smallBody.bytes;
  const chunks: Buffer[] = [];
  let sizeInBytes = 0;
  try {
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk as Buffer);
      sizeInBytes += chunks.at(-1)!.length;
      if (sizeInBytes > bodyLimit) throw generalError('BODY_TOO_LARGE');
    }
  } catch (error) {
    // A client that still sends reads no answer before it has sent all.
    payload.resume();
    throw error instanceof CallError ? error : clientLeft();
  }
  return Buffer.concat(chunks);
}

/** Ends a request whose client is gone; it is not sent. */
export function clientLeft(): CallError {
  return generalError('REQUEST_INVALID', 'The client has left.');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a stream, however small: the handler keeps what has come where it breaks off. */
    streamsBody?: boolean;
  }
  interface FastifyRequest {
    bodyKind: BodyKind;
    /** Absent where the body is not small. */
    smallBody: SmallBody | undefined;
  }
}
