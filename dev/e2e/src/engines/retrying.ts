import { setTimeout } from 'node:timers/promises';

/** A busy machine takes this long. */
const limitInMs = 20_000;
const pauseInMs = 50;

/**
 * Tries until it succeeds; not Vitest's `waitFor`, because benchmarks run without Vitest.
 *
 * @throws The last failure, after 20 seconds.
 */
export async function retrying<Result>(attempt: () => Result | Promise<Result>): Promise<Result> {
  const end = performance.now() + limitInMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > end) throw error;
      await setTimeout(pauseInMs);
    }
  }
}
