/** Pauses between tries, in milliseconds: the second is twice the first, and so on. */
export interface GrowingPauses {
  readonly firstInMs: number;
  readonly longestInMs: number;
}

/**
 * @param failures How many in a row, from 1.
 * @returns the pause before the next try, in milliseconds: between half of it and all, so that many clients
 *   do not come back at once.
 */
export function backOffInMs({ firstInMs, longestInMs }: GrowingPauses, failures: number): number {
  return Math.min(firstInMs * 2 ** (failures - 1), longestInMs) * (1 - Math.random() / 2);
}
