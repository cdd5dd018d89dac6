import type { Call } from '@lectern/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LimitReached } from './limits.ts';

/** Keeps to the `rateLimit` of calls. Each process counts for itself, and each call by itself. */
export class CallRates {
  readonly #limiters = new Map<Call, RateLimiterMemory>();

  /** @throws {LimitReached} */
  async consume(
    call: Call,
    { requests: points, windowInSeconds: duration }: NonNullable<Call['rateLimit']>,
    name: string,
  ): Promise<void> {
    const limiter = this.#limiters.get(call) ?? new RateLimiterMemory({ points, duration });
    this.#limiters.set(call, limiter);
    try {
      await limiter.consume(name);
    } catch (reached) {
      if (!(reached instanceof RateLimiterRes)) throw reached;
      throw new LimitReached('TOO_MANY_REQUESTS', reached.msBeforeNext);
    }
  }
}
