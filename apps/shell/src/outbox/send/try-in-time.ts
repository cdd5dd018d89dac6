import type { Failure } from '../model/verdict.ts';

/**
 * Time limit of a try with all of its requests, in milliseconds. A request has a limit of its own only once
 * it has a token; an identity provider that does not answer must not keep other tabs from sending.
 */
export const tryLimitInMs = 30_000;

/** Limits that the requests of a try are sent with. */
export interface TryLimit {
  readonly signal: AbortSignal;
  /** In milliseconds since 1970. */
  readonly notAfter?: number;
}

/**
 * Gives a try up at its limit, whatever it waits for. What it has not sent by then it sends no more, also where
 * the page has stood still meanwhile: another tab may send it, and what came after it.
 *
 * @param givenUp What comes of one that is given up.
 */
export async function tryInTime<V>(
  work: (limit: TryLimit) => Promise<V>,
  givenUp: (failure: Failure) => V,
): Promise<V> {
  const limit = new AbortController();
  const notAfter = Date.now() + tryLimitInMs;
  const { promise: over, resolve } = Promise.withResolvers<V>();
  const timer = setTimeout(() => {
    const error = new Error('The try to deliver it has taken too long.');
    resolve(givenUp({ reason: '', mayConcernSome: false, error }));
    limit.abort(error);
  }, tryLimitInMs);
  try {
    return await Promise.race([over, work({ signal: limit.signal, notAfter })]);
  } finally {
    clearTimeout(timer);
  }
}
