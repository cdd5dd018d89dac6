import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { LimitReached } from './limits.ts';
import { networkOf } from './network.ts';
import { VerificationQueue } from './verification-queue.ts';

/** How long a token that held is let through, in milliseconds; it is verified all the same. */
const goodTokenTimeInMs = 3_600_000;
const refusalWindowInSeconds = 60;
/** How many tokens are remembered, of each kind. A `max` would take the room of all of them from the beginning. */
const bounds = { maxSize: 20_000, sizeCalculation: () => 1 };

/** Source of a header Authorization. */
interface Sender {
  readonly ip: string;
  readonly headers: { readonly authorization?: string | undefined };
}

/**
 * Slows down a network that tries one token after another: beyond the limit its unknown tokens are
 * looked up at their issuer one at a time, and few wait.
 *
 * A whole school shares an address. So a token counts once, however often it is sent; a request
 * without one does not count; a token that held within the last hour is let through; and one pupil's
 * guesses do not keep out those whose tokens have just been renewed.
 */
export class TokenGuesses {
  readonly #refusals: RateLimiterMemory;
  readonly #good = new LRUCache<string, true>({ ...bounds, ttl: goodTokenTimeInMs });
  readonly #refused = new LRUCache<string, true>({
    ...bounds,
    ttl: refusalWindowInSeconds * 1000,
  });
  readonly #unknown = new VerificationQueue();
  /** Proofs of tokens and keys that are among the good ones. */
  readonly #remembered = new WeakSet<object>();

  constructor(refusedTokensPerMinute: number) {
    this.#refusals = new RateLimiterMemory({
      points: refusedTokensPerMinute,
      duration: refusalWindowInSeconds,
    });
  }

  /** False where no token was refused lately: then no request has to wait. */
  get maySlow(): boolean {
    return this.#refused.size > 0;
  }

  /**
   * Waits until its credentials may be verified.
   *
   * @returns ends the verification, where the next one waits for that
   * @throws {LimitReached}
   */
  async slow({ ip, headers: { authorization } }: Sender): Promise<(() => void) | undefined> {
    if (!authorization || !this.maySlow) return undefined;
    const network = networkOf(ip);
    const token = fingerprint(authorization);
    const counted = await this.#refusals.get(network);
    if (!counted || counted.remainingPoints > 0 || this.#good.has(token)) return undefined;
    if (this.#refused.has(token)) throw new LimitReached('TOO_MANY_REQUESTS', counted.msBeforeNext);
    const end = await this.#unknown.enter(network, token);
    // The queue is short, so a refused caller may come back soon.
    if (!end && !this.#good.has(token)) throw new LimitReached('TOO_MANY_REQUESTS');
    return end;
  }

  /** @param proof What they proved: the same object until they are verified anew. */
  held({ headers: { authorization } }: Sender, proof: object): void {
    if (!authorization || this.#remembered.has(proof)) return;
    this.#remembered.add(proof);
    this.#good.set(fingerprint(authorization), true);
  }

  async refused({ ip, headers: { authorization } }: Sender): Promise<void> {
    if (!authorization) return;
    const token = fingerprint(authorization);
    this.#good.delete(token);
    if (this.#refused.has(token)) return;
    this.#refused.set(token, true);
    await this.#refusals.penalty(networkOf(ip));
  }
}

/** No token is kept, so that no dump of the memory gives one away. */
function fingerprint(authorization: string): string {
  return hash('sha256', authorization, 'base64');
}
