import type { Call } from '@lectern/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { knownCallOf } from './known-calls.ts';
import { LimitReached } from './limits.ts';
import { networkOf } from './network.ts';

type RateLimit = NonNullable<Call['rateLimit']>;

/**
 * Keeps to the `rateLimit` of the calls that have one: by the subject of the token, or by the network
 * where there is none. Each process counts for itself, and each address by itself.
 */
export function limitRates(server: FastifyInstance): void {
  const limiters = new Map<string, RateLimiterMemory>();

  // Fastify waits for a promise where one is returned; nearly every call has no limit of its own.
  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const { url = '' } = request.routeOptions;
    const rateLimit = knownCallOf(request)?.call.rateLimit;
    if (!rateLimit) return done();
    const limiter = limiters.get(url) ?? limiterOf(rateLimit);
    limiters.set(url, limiter);
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

function limiterOf({ requests, windowInSeconds }: RateLimit) {
  return new RateLimiterMemory({ points: requests, duration: windowInSeconds });
}

/** A subject holds no blank, so neither kind of key can pass for the other. */
function callerKey({ caller, ip }: FastifyRequest): string {
  return caller ? caller.tokenSubject : `network ${networkOf(ip)}`;
}
