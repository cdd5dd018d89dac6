import { limited } from './in-time.ts';

/** A limit of time, as the work within it sees it. */
export interface Deadline {
  /** Aborted when it is over; the reason is the failure. */
  readonly signal: AbortSignal;
  /** In milliseconds since 1970: after the page has stood still the signal may come late. */
  readonly notAfter: number;
  /**
   * Undoes what is under way when the time is over; false: it cannot be undone any more, and its end is
   * waited for. Absent: nothing is under way that needs to be undone.
   */
  recall: (() => boolean) | undefined;
}

/**
 * Limits the time of work.
 *
 * @param tooLate The failure at the limit.
 * @param work Looks at the signal after all that it waits for: nothing else stops it.
 * @throws the failure at the limit, and what the work throws.
 */
export function withDeadline<T>(
  limitInMs: number,
  tooLate: Error,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const notAfter = Date.now() + limitInMs;
  const deadline: Deadline = { signal: limit.signal, notAfter, recall: undefined };
  return limited(
    () => work(deadline),
    limitInMs,
    (fail) => {
      // First, so that this is the failure, and nothing that the abort makes fail.
      if (deadline.recall?.() !== false) fail(tooLate);
      limit.abort(tooLate);
    },
  );
}
