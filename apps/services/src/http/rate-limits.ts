import type { Call } from '@lectern/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LimitReached } from './limits.ts';

/** Keeps to the `rateLimit` of calls. Each process counts for itself, and each call by itself. */
export class CallRates {
  readonly #limiters = new Map<Call, RateLimiterMemory>();

  /** @throws {LimitReached} */
  async consume(call: Call, name: string): Promise<void> {
    if (!call.rateLimit) return;
    const { requests: points, windowInSeconds: duration } = call.rateLimit;
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
