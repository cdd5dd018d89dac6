import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { generalError } from './errors.ts';
import type { Limits } from './limits.ts';
import type { Traffic } from './traffic.ts';

type BodyTimeouts = Pick<Limits, 'bodyTimeoutInMs' | 'fileTimeoutInMs'>;

/**
 * Ends the wait for a body that does not arrive. Node's own limit knows one time for all requests,
 * and a file may take longer than anything else.
 *
 * To be called last of what waits before a body is read: the time runs from there, unless somebody has
 * begun to read before.
 */
export function limitBodyTime(
  server: FastifyInstance,
  traffic: Traffic,
  timeouts: BodyTimeouts,
): void {
  const timeOf = (request: FastifyRequest) => {
    const { bodyTimeoutInMs, form } = request.routeOptions.config;
    if (bodyTimeoutInMs !== undefined) return bodyTimeoutInMs;
    return form ? timeouts.fileTimeoutInMs : timeouts.bodyTimeoutInMs;
  };
  server.decorateRequest('bodyTimer', undefined);
  server.decorateReply('startBodyTime', function startBodyTime(this: FastifyReply) {
    const { request } = this;
    if (request.raw.complete) return;
    request.bodyTimer ??= setTimeout(refuseIncomplete, timeOf(request), request.raw, this);
  });
  server.addHook('preParsing', (_request, reply, _payload, done) => {
    reply.startBodyTime();
    done();
  });
  // Nobody waits for the rest of a request that has been answered; but cutting the connection at once
  // would cost the client the answer.
  server.addHook('onSend', (request, reply, _payload, done) => {
    clearTimeout(request.bodyTimer);
    // Of a body that was ended nothing more is read, nor that the client has left.
    if (!request.raw.complete && request.raw.destroyed) void reply.header('Connection', 'close');
    else if (!request.raw.complete) {
      request.bodyTimer = setTimeout(cutIncomplete, timeouts.bodyTimeoutInMs, request.raw);
    }
    done();
  });
  // A request that is answered early ends later than its answer.
  traffic.onEnd(({ request }) => {
    if (request.raw.complete || request.raw.destroyed) clearTimeout(request.bodyTimer);
  });
}

function refuseIncomplete(raw: IncomingMessage, reply: FastifyReply): void {
  if (raw.complete) return;
  void reply.header('Connection', 'close');
  endBody(raw, generalError('REQUEST_TIMEOUT'));
}

/**
 * Ends a body that is still on its way. Whoever reads it hears of it as of any transfer that breaks off.
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
  interface FastifyReply {
    /** To be called when the body of its request begins to be read. */
    startBodyTime(): void;
  }
}
