import type { Call } from '@lectern/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { knownCallOf } from './known-calls.ts';
import { LimitReached } from './limits.ts';
import { networkOf } from './network.ts';

/**
 * Keeps to the `rateLimit` of the calls that have one: by the subject of the token, or by the network
 * where there is none. Each process counts for itself.
 */
export function limitRates(server: FastifyInstance): void {
  const limiters = new Map<Call, RateLimiterMemory>();

  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const call = knownCallOf(request)?.call;
    if (!call?.rateLimit) return done();
    const limiter = limiters.get(call) ?? limiterOf(call.rateLimit);
    limiters.set(call, limiter);
    return void limiter.consume(callerKey(request)).then(
      () => done(),
      (reached: unknown) => done(refusal(reached)),
    );
  });
}

function refusal(reached: unknown): Error {
  return reached instanceof RateLimiterRes
    ? new LimitReached('TOO_MANY_REQUESTS', reached.msBeforeNext)
    : (reached as Error);
}

function limiterOf({ requests, windowInSeconds }: NonNullable<Call['rateLimit']>) {
  return new RateLimiterMemory({ points: requests, duration: windowInSeconds });
}

/** A subject holds no blank, so neither kind of key can pass for the other. */
function callerKey({ caller, ip }: FastifyRequest): string {
  return caller ? caller.tokenSubject : `network ${networkOf(ip)}`;
}
