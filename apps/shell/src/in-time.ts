/** Something has taken too long. */
export class TimedOut extends Error {}

/**
 * Waits for something no longer than this: what is only courteous must not hold anybody up.
 *
 * @param what Names it in the error.
 * @throws {TimedOut} '… timed out', and whatever the work throws.
 */
export function inTime<T>(work: Promise<T>, limitInSeconds: number, what: string): Promise<T> {
  const { promise: limit, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimedOut(`${what} timed out`)), limitInSeconds * 1000);
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
