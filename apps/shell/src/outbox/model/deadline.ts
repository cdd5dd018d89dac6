import { BridgeFailure } from '../../bridge/bridge-failure.ts';
import { log } from '../../logging/log.ts';

/**
 * Time limit of accepting, in milliseconds, waiting for the disk and for one's turn included. Below the time
 * within which the content is answered (`answerTimeoutInMs` of the protocol), so that a commit that cannot be
 * stopped any more has time to end, and the content hears what it came to.
 */
export const acceptLimitInMs = 10_000;

/** What is not durable by then is not accepted. */
export interface Deadline {
  /** Aborted when it is over; the reason is what the content is answered. */
  readonly signal: AbortSignal;
  /**
   * Undoes what is under way when the time is over; false: it cannot be undone any more, and its end is
   * waited for. Absent: nothing is under way that needs to be undone.
   */
  recall: (() => boolean) | undefined;
}

/**
 * Accepts something in time.
 *
 * @param work Looks at the signal after all that it waits for: nobody stops it otherwise.
 * @throws {BridgeFailure} `UNAVAILABLE` where the time is over, and what the work throws.
 */
export async function acceptInTime<T>(work: (deadline: Deadline) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const deadline: Deadline = { signal: limit.signal, recall: undefined };
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const failure = new BridgeFailure('UNAVAILABLE', 'It was not kept in time, and is not kept.');
    const isUndone = deadline.recall?.() !== false;
    limit.abort(failure);
    if (!isUndone) return;
    log('error', 'This device did not keep in time what the content stores.');
    reject(failure);
  }, acceptLimitInMs);
  try {
    return await Promise.race([over, work(deadline)]);
  } finally {
    clearTimeout(timer);
  }
}
