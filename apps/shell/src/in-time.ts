export class TimedOut extends Error {}

/**
 * Waits for something no longer than this: what is only courteous must not hold anybody up.
 *
 * @param name Names it in the error.
 * @throws {TimedOut} '… timed out', and whatever the work throws.
 */
export function inTime<T>(work: Promise<T>, limitInMs: number, name: string): Promise<T> {
  return limited(
    () => work,
    limitInMs,
    (fail) => fail(new TimedOut(`${name} timed out`)),
  );
}

/**
 * Waits for work until its limit of time, which begins before the work.
 *
 * @param atLimit May fail it then; else the end of the work is waited for.
 */
export function limited<T>(
  work: () => Promise<T>,
  limitInMs: number,
  atLimit: (fail: (error: Error) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(atLimit, limitInMs, reject);
    void work()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
