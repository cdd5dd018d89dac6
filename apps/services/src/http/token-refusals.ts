import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ActiveToken } from '../authorization/identity-provider.ts';
import { LimitReached } from './limits.ts';
import { networkOf } from './network.ts';

/** How long a token that held is let through, in milliseconds; it is verified all the same. */
const goodTokenTimeInMs = 3_600_000;
const refusalWindowInSeconds = 60;
/** How many tokens are remembered, of each kind. */
const tokensMaximum = 20_000;

/**
 * Stops a network that tries one token after another before each is looked up at its issuer.
 *
 * A whole school shares an address. So a token counts once, however often it is sent; a request
 * without one does not count; and who was let in lately is let through.
 */
export function limitTokenRefusals(server: FastifyInstance, refusedTokensPerMinute: number): void {
  const refusals = new RateLimiterMemory({
    points: refusedTokensPerMinute,
    duration: refusalWindowInSeconds,
  });
  const good = new LRUCache<string, true>({ max: tokensMaximum, ttl: goodTokenTimeInMs });
  const refused = new LRUCache<string, true>({
    max: tokensMaximum,
    ttl: refusalWindowInSeconds * 1000,
  });

  /** Tokens that were remembered as good since they were last verified. */
  const remembered = new WeakSet<ActiveToken>();

  server.addHook('onRequest', ({ headers, ip }, _reply, done) => {
    // Nearly always: nobody was refused in the last minute.
    if (!headers.authorization || refused.size === 0) return done();
    return refuseGuess(headers.authorization, ip);
  });
  const countRefusal = async (ip: string) => {
    await refusals.penalty(networkOf(ip));
  };
  const refuseGuess = async (authorization: string, ip: string) => {
    const counted = await refusals.get(networkOf(ip));
    if (!counted || counted.remainingPoints > 0) return;
    if (good.has(fingerprint(authorization))) return;
    throw new LimitReached('TOO_MANY_REQUESTS', counted.msBeforeNext);
  };

  server.addHook('preParsing', ({ caller, headers }, _reply, _payload, done) => {
    if (caller && headers.authorization && !remembered.has(caller.issued)) {
      remembered.add(caller.issued);
      good.set(fingerprint(headers.authorization), true);
    }
    done();
  });

  server.addHook('onSend', ({ headers, ip }, reply, _payload, done) => {
    if (reply.statusCode !== 401 || !headers.authorization) return done();
    const token = fingerprint(headers.authorization);
    good.delete(token);
    if (refused.has(token)) return done();
    refused.set(token, true);
    return countRefusal(ip);
  });
}

/** No token is kept, so that no dump of the memory gives one away. */
function fingerprint(authorization: string): string {
  return hash('sha256', authorization, 'base64');
}
