import type { FastifyInstance, FastifyRequest } from 'fastify';
import { knownCallOf, type KnownCall } from './known-calls.ts';
import { LimitReached } from './limits.ts';

/** Status of a request whose client left before the answer was sent; known from other servers' logs. */
const clientGone = 499;

/** A request that has ended. */
export interface RequestEnd {
  readonly request: FastifyRequest;
  readonly call: KnownCall | undefined;
  /** The answer's, or 499 when the client did not stay for it. */
  readonly status: number;
  /** From the headers' arrival to the answer's last byte. */
  readonly durationInMs: number;
}

export interface Traffic {
  /** Requests that have begun and not ended. */
  readonly inFlight: number;
  /** Calls `observe` at the end of each request, however it ends. */
  onEnd(observe: (end: RequestEnd) => void): void;
}

/**
 * Counts what is under way, and refuses what goes beyond `requestsInFlight`: an answer at once helps
 * a client more than one that comes when it has given up. To be called before any other hook is
 * added, so that nothing has been done for a request that is refused here.
 */
export function watchTraffic(server: FastifyInstance, requestsInFlight: number): Traffic {
  const observers: ((end: RequestEnd) => void)[] = [];
  let inFlight = 0;

  server.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    inFlight++;
    reply.raw.once('close', () => {
      inFlight--;
      const end = {
        request,
        call: knownCallOf(request),
        status: reply.raw.writableFinished ? reply.statusCode : clientGone,
        durationInMs: performance.now() - startedAt,
      };
      for (const observe of observers) observe(end);
    });
    done(inFlight > requestsInFlight ? new LimitReached('OVERLOADED') : undefined);
  });

  return {
    get inFlight() {
      return inFlight;
    },
    onEnd: (observe) => void observers.push(observe),
  };
}
