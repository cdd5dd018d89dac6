import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, generalError } from './errors.ts';
import type { Limits } from './limits.ts';

/** Up to here a body is read before its request may run, in bytes. */
const smallBodyMaximumInBytes = 64 * 1024;

/** A body that is kept in memory from its arrival on. */
class EarlyBody extends Readable {
  /** Whether it has arrived to its end; from then on it is no matter whether the client stays. */
  isWhole = false;

  constructor(raw: IncomingMessage) {
    super({ read: () => {} });
    raw.on('data', (chunk: Buffer) => this.push(chunk));
    raw.once('end', () => {
      this.isWhole = true;
      this.push(null);
    });
    raw.once('error', (error) => {
      this.destroy(error instanceof CallError ? error : clientLeft());
    });
    // It can break off before anybody reads it; then `errored` says so.
    this.on('error', () => {});
  }
}

/**
 * Reads a small body while the request waits for its admission: what a page sends while it closes has
 * arrived whole and is done, and Node discards what nobody has read when the client leaves. Nearly
 * all requests are admitted within the turn of the event loop that they came in, and nothing is read.
 *
 * To be called before all that a request may wait for.
 *
 * @param limits as many bodies as requests in flight are kept, counting those of clients that left
 */
export function readBodiesEarly(
  server: FastifyInstance,
  { requestsInFlight: keptMaximum }: Pick<Limits, 'requestsInFlight'>,
): void {
  let kept = 0;
  server.decorateRequest('earlyBody', undefined);
  server.decorateRequest('mayWait', false);

  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    if (reply.sent || request.raw.destroyed || kept >= keptMaximum) return;
    kept++;
    request.earlyBody = new EarlyBody(request.raw);
    reply.startBodyTime();
  };
  // One look for all that came in a turn: a look for each would cost as much as reading a small body.
  let arrived: FastifyReply[] = [];
  const beginWaiting = () => {
    const replies = arrived;
    arrived = [];
    for (const reply of replies) if (reply.request.mayWait) begin(reply.request, reply);
  };
  server.addHook('onRequest', (request, reply, done) => {
    // Without a type there is nothing that could be parsed.
    if (request.headers['content-type'] !== undefined && hasSmallBody(request)) {
      request.mayWait = true;
      if (arrived.push(reply) === 1) setImmediate(beginWaiting);
    }
    done();
  });
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    request.mayWait = false;
    const { earlyBody } = request;
    if (!earlyBody) return done();
    return earlyBody.errored ? done(earlyBody.errored) : done(null, earlyBody);
  });
  server.addHook('onSend', ({ earlyBody }, _reply, _payload, done) => {
    if (earlyBody) kept--;
    done();
  });
}

/** RFC 9112, section 6.3: a request with neither header has no body. */
export function hasSmallBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= smallBodyMaximumInBytes;
}

/** Nobody reads it; it ends the request. */
export function clientLeft(): CallError {
  return generalError('REQUEST_INVALID', 'The client has left.');
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent where nothing was to be waited for. */
    earlyBody: EarlyBody | undefined;
    /** Whether it is yet to be admitted, with a body that is read early. */
    mayWait: boolean;
  }
}
