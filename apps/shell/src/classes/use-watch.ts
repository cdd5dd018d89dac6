import { useEffect } from 'react';
import type { ClassEntry, ClassesSource } from './classes-source.ts';

/** Time between two looks, in milliseconds. */
export const watchIntervalInMs = 5_000;

/**
 * Looks for what others do meanwhile, such as pupils who join, as long as the page is seen: a request that answers
 * with nothing where nothing has happened.
 *
 * @param entries known ones; absent: not loaded yet
 */
export function useWatch(
  source: Pick<ClassesSource, 'hasChanged'>,
  entries: readonly ClassEntry[] | undefined,
  onChanged: () => void,
): void {
  useEffect(() => {
    if (!entries || entries.length === 0) return;
    const ending = new AbortController();
    const timer = setInterval(() => {
      if (document.hidden) return;
      source.hasChanged(entries, ending.signal).then(
        (hasChanged) => hasChanged && !ending.signal.aborted && onChanged(),
        // The next look may succeed.
        () => {},
      );
    }, watchIntervalInMs);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [source, entries, onChanged]);
}
