import { useCallback, useLayoutEffect } from 'react';
import type { OwnMembership, ClassesSource } from './classes-source.ts';

/** Time between two looks, in milliseconds. */
export const watchIntervalInMs = 5_000;

/**
 * Looks time and again, as long as the page is seen; one look after the other.
 *
 * @param look Where it fails, the next may succeed. The same function as long as it looks for the same.
 * @param isAtOnce The first look does not wait for its time.
 */
export function useLook(
  look: (signal: AbortSignal) => Promise<void>,
  { isAtOnce = false } = {},
): void {
  // Ends with what is shown: no look begins with what was known before.
  useLayoutEffect(() => {
    const ending = new AbortController();
    let isLooking = false;
    function lookOnce(): void {
      if (document.hidden || isLooking) return;
      isLooking = true;
      look(ending.signal)
        .catch(() => {})
        .finally(() => (isLooking = false));
    }
    if (isAtOnce) lookOnce();
    const timer = setInterval(lookOnce, watchIntervalInMs);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [look, isAtOnce]);
}

/**
 * Looks for what others do meanwhile, such as pupils who join: a request that answers with nothing where nothing has
 * happened.
 *
 * @param known absent: not loaded yet
 */
export function useWatch(
  source: Pick<ClassesSource, 'hasChanged'>,
  known: readonly OwnMembership[] | undefined,
  onChanged: (signal: AbortSignal) => void | Promise<void>,
): void {
  const look = useCallback(
    async (signal: AbortSignal) => {
      if (!known || known.length === 0) return;
      if ((await source.hasChanged(known, signal)) && !signal.aborted) await onChanged(signal);
    },
    [source, known, onChanged],
  );
  useLook(look);
}
