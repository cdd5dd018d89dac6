import { setTimeout } from 'node:timers/promises';

const pauseInMs = 50;

/**
 * Tries until it succeeds; not Vitest's `waitFor`, because benchmarks run without Vitest.
 *
 * @param limitInMs Default: as long as a busy machine takes.
 * @throws The first failure after the limit.
 */
export async function retrying<Result>(
  attempt: () => Result | Promise<Result>,
  limitInMs = 60_000,
): Promise<Result> {
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
