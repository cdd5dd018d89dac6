import { BridgeError } from './bridge-error.ts';

/** Pause after the first failure, in milliseconds; it doubles with each further one. */
export const firstRetryInMs = 1_000;
/** Longest pause between two tries, in milliseconds. */
export const slowestRetryInMs = 30_000;

/** An error of another class is a fault of the content: the same request fails again. */
export function mayRetry(error: unknown): boolean {
  return error instanceof BridgeError && error.mayRetry;
}

/**
 * The pause after so many failures in a row, in milliseconds. A quarter of it is random, so that a whole class
 * does not come back in the same moment after an outage.
 */
export function retryDelayInMs(failures: number): number {
  const delay = Math.min(firstRetryInMs * 2 ** (failures - 1), slowestRetryInMs);
  return delay * (1 - Math.random() / 4);
}

/**
 * Repeats a request until it succeeds, after 1 second to 30.
 *
 * @param onRetry Called after each failure, before the pause.
 * @throws {unknown} what the request throws, where trying again cannot help.
 */
export async function untilDone<T>(
  request: () => Promise<T>,
  onRetry: (error: unknown) => void = () => {},
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await request();
    } catch (error) {
      if (!mayRetry(error)) throw error;
      onRetry(error);
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayInMs(failures)));
  }
}
