import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { generalError } from './errors.ts';
import type { Limits } from './limits.ts';

/** A body up to this size is on its way with its head. */
const shortBodyInBytes = 65_536;

/**
 * Ends the wait for a body that does not arrive. Node's own limit knows one time for all requests,
 * and a file may take longer than anything else.
 */
export class BodyTime {
  readonly #limits: Pick<Limits, 'bodyTimeoutInMs' | 'fileTimeoutInMs'>;

  constructor(limits: Pick<Limits, 'bodyTimeoutInMs' | 'fileTimeoutInMs'>) {
    this.#limits = limits;
  }

  /** The body begins to be read. */
  begin(request: FastifyRequest, reply: FastifyReply): void {
    if (request.raw.complete || request.bodyTimer) return;
    const { bodyTimeoutInMs, form } = request.routeOptions.config;
    const time = form ? this.#limits.fileTimeoutInMs : this.#limits.bodyTimeoutInMs;
    request.bodyTimer = setTimeout(refuseIncomplete, bodyTimeoutInMs ?? time, request.raw, reply);
  }

  /**
   * The request is answered. Its rest may still arrive for a while, because cutting the connection at once
   * would cost the client the answer.
   */
  answer(request: FastifyRequest, reply: FastifyReply): void {
    clearTimeout(request.bodyTimer);
    const { raw } = request;
    if (raw.complete) return;
    // Of a body that was ended nothing more is read, nor that the client has left.
    if (raw.destroyed || isLong(raw)) void reply.header('Connection', 'close');
    if (raw.destroyed) return;
    closeAfter(raw);
    request.bodyTimer = setTimeout(cutIncomplete, this.#limits.bodyTimeoutInMs, raw);
  }

  /** The answer is sent, or the client has left. A request that is answered early ends later. */
  end({ raw, bodyTimer }: FastifyRequest): void {
    if (raw.complete || raw.destroyed) clearTimeout(bodyTimer);
  }
}

/**
 * True where much of a body can be missing. HAProxy 2.6 sends the next request on such a connection, in the middle of the
 * body, unless the answer ends it.
 */
function isLong({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = 0, 'transfer-encoding': coding } = headers;
  return coding !== undefined || Number(length) > shortBodyInBytes;
}

/**
 * Has the body read to its end before the connection is closed. Node closes one after its last answer; a client that is
 * still sending then loses the answer, and nginx answers 502.
 */
function closeAfter(raw: IncomingMessage): void {
  const { socket } = raw;
  socket.destroySoon = () => {
    socket.destroySoon = Socket.prototype.destroySoon;
    if (raw.complete || raw.destroyed) return socket.destroySoon();
    socket.end();
    raw.once('end', () => socket.destroySoon()).resume();
  };
}

function refuseIncomplete(raw: IncomingMessage, reply: FastifyReply): void {
  if (raw.complete) return;
  void reply.header('Connection', 'close');
  endBody(raw, generalError('REQUEST_TIMEOUT'));
}

/**
 * Ends a body that is still on its way: its reader hears of it as of any transfer that breaks off.
 * Destroying the request instead would close the connection before the answer.
 */
export function endBody(body: Readable, error: Error): void {
  if (body.listenerCount('error') > 0) body.emit('error', error);
}

function cutIncomplete(raw: IncomingMessage): void {
  if (!raw.complete) raw.destroy();
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's own time for a body, in milliseconds. */
    bodyTimeoutInMs?: number;
  }
  interface FastifyRequest {
    /** Runs while the body may still be on its way. */
    bodyTimer: NodeJS.Timeout | undefined;
  }
}
