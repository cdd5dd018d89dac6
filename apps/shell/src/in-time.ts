import { withDeadline } from './deadline.ts';

/** Something has taken too long. */
export class TimedOut extends Error {}

/**
 * Waits for something no longer than this: what is only courteous must not hold anybody up.
 *
 * @param what Names it in the error.
 * @throws {TimedOut} '… timed out', and whatever the work throws.
 */
export function inTime<T>(work: Promise<T>, limitInSeconds: number, what: string): Promise<T> {
  return withDeadline(limitInSeconds * 1000, new TimedOut(`${what} timed out`), () => work);
}
