import type { Failure } from './verdict.ts';

/**
 * Time limit of a try with all of its requests, in milliseconds. A request has a limit of its own only once
 * it has a token; an identity provider that does not answer must not keep other tabs from sending.
 */
export const tryLimitInMs = 30_000;

/**
 * Gives a try up at its limit, whatever it waits for. What it has not sent by then it sends no more.
 *
 * @param givenUp What comes of one that is given up.
 */
export async function tryInTime<V>(
  work: (signal: AbortSignal) => Promise<V>,
  givenUp: (failure: Failure) => V,
): Promise<V> {
  const limit = new AbortController();
  const { promise: over, resolve } = Promise.withResolvers<V>();
  const timer = setTimeout(() => {
    const error = new Error('The try to deliver it has taken too long.');
    resolve(givenUp({ reason: '', mayConcernSome: false, error }));
    limit.abort(error);
  }, tryLimitInMs);
  try {
    return await Promise.race([over, work(limit.signal)]);
  } finally {
    clearTimeout(timer);
  }
}
