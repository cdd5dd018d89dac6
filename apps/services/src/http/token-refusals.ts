import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { LimitReached } from './limits.ts';
import { networkOf } from './network.ts';
import { VerificationQueue } from './verification-queue.ts';

/** How long a token that held is let through, in milliseconds; it is verified all the same. */
const goodTokenTimeInMs = 3_600_000;
const refusalWindowInSeconds = 60;
/** How many tokens are remembered, of each kind. */
const tokensMaximum = 20_000;

/**
 * Slows down a network that tries one token after another: beyond the limit its unknown tokens are
 * looked up at their issuer one at a time, and few wait.
 *
 * A whole school shares an address. So a token counts once, however often it is sent; a request
 * without one does not count; who was let in lately is let through; and one pupil's guesses do not
 * keep out those whose tokens have just been renewed.
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

  const unknown = new VerificationQueue();
  server.decorateRequest('endVerification', undefined);
  server.decorateRequest('verifiedKey', undefined);

  /** Tokens and keys that were remembered as good since they were last verified. */
  const remembered = new WeakSet<object>();

  server.addHook('onRequest', (request, _reply, done) => {
    // Nearly always: nobody was refused in the last minute.
    if (!request.headers.authorization || refused.size === 0) return done();
    return slowGuesses(request);
  });
  const slowGuesses = async (request: FastifyRequest) => {
    const { authorization } = request.headers;
    if (authorization && refused.size > 0) await slowGuess(request, fingerprint(authorization));
  };
  server.decorate('slowGuesses', slowGuesses);
  const countRefusal = async (ip: string) => {
    await refusals.penalty(networkOf(ip));
  };
  const slowGuess = async (request: FastifyRequest, token: string) => {
    const network = networkOf(request.ip);
    const counted = await refusals.get(network);
    if (!counted || counted.remainingPoints > 0 || good.has(token)) return;
    if (refused.has(token)) throw new LimitReached('TOO_MANY_REQUESTS', counted.msBeforeNext);
    request.endVerification = await unknown.enter(network, token);
    // Others wait shortly: who is refused here is to come back soon.
    if (!request.endVerification && !good.has(token)) throw new LimitReached('TOO_MANY_REQUESTS');
  };

  server.addHook('preParsing', (request, _reply, _payload, done) => {
    const { caller, headers, endVerification, verifiedKey = caller?.issued } = request;
    if (verifiedKey && headers.authorization && !remembered.has(verifiedKey)) {
      remembered.add(verifiedKey);
      good.set(fingerprint(headers.authorization), true);
    }
    endVerification?.();
    done();
  });

  server.addHook('onSend', ({ headers, ip, endVerification }, reply, _payload, done) => {
    endVerification?.();
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

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next unknown token of the network be verified. */
    endVerification: (() => void) | undefined;
    /** What proved the header Authorization where no token did: the same until it is verified anew. */
    verifiedKey: object | undefined;
  }
  interface FastifyInstance {
    /** For credentials that come with the body: holds the request as if it had come with them. */
    slowGuesses(request: FastifyRequest): Promise<void>;
  }
}
