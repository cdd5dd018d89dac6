import { BridgeError } from '@lectern/sdk';

/** Pause after the first failure, in milliseconds; it doubles with each further one. */
export const firstRetryInMs = 1_000;
/** Longest pause between two tries, in milliseconds. */
export const slowestRetryInMs = 30_000;

/** Whether the same request may succeed later. Whatever is not the bridge's error is a fault of ours. */
export function mayRetry(error: unknown): boolean {
  return error instanceof BridgeError && error.mayRetry;
}

/** Whether the request may have been carried out all the same: only its answer did not come. */
export function mayHaveArrived(error: unknown): boolean {
  return error instanceof BridgeError && ['TIMEOUT', 'UNAVAILABLE'].includes(error.code);
}

/** Whether something else was stored since what the request was made on. */
export function isConflict(error: unknown): boolean {
  return error instanceof BridgeError && error.code === 'CONFLICT';
}

/**
 * How long to wait after so many failures in a row, in milliseconds. Up to a quarter is left to
 * chance, so that a whole class does not come back in the same moment after an outage.
 */
export function retryDelayInMs(failures: number, chance = Math.random()): number {
  const delay = Math.min(firstRetryInMs * 2 ** (failures - 1), slowestRetryInMs);
  return delay * (1 - chance / 4);
}

/**
 * Repeats the action until it succeeds.
 *
 * @param onRetry called after each failure, before the pause.
 * @throws what the action throws, where trying again cannot help.
 */
export async function untilDone<T>(
  action: () => Promise<T>,
  onRetry: (error: unknown) => void = () => {},
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await action();
    } catch (error) {
      if (!mayRetry(error)) throw error;
      onRetry(error);
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayInMs(failures)));
  }
}
