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

  // Fastify waits for a promise where one is returned; nearly every call has no limit of its own.
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const call = knownCallOf(request)?.call;
    if (!call?.rateLimit) return done();
    const limiter = limiters.get(call) ?? limiterOf(call.rateLimit);
    limiters.set(call, limiter);
    return consume(limiter, callerKey(request));
  });
}

/** @throws {LimitReached} */
async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (reached) {
    if (!(reached instanceof RateLimiterRes)) throw reached;
    throw new LimitReached('TOO_MANY_REQUESTS', reached.msBeforeNext);
  }
}

function limiterOf({ requests, windowInSeconds }: NonNullable<Call['rateLimit']>) {
  return new RateLimiterMemory({ points: requests, duration: windowInSeconds });
}

/** A subject holds no blank, so neither kind of key can pass for the other. */
function callerKey({ caller, ip }: FastifyRequest): string {
  return caller ? caller.tokenSubject : `network ${networkOf(ip)}`;
}
