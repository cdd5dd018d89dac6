import { askToPersist } from '../../storage/persistence.ts';
import type { EntryStore } from '../disk/entry-store.ts';
import type { Status } from './status.ts';

/**
 * Counts a user's entries, of all tabs, and shows how far they have come.
 *
 * @throws where nothing can be written to the disk.
 */
export async function createCounter(store: EntryStore, status: Status) {
  let totals = await store.totals('readwrite');
  let isFailing = false;
  let hasAskedToPersist = false;
  let isOutdated = false;
  let refreshing: Promise<void> | undefined;

  function show(): void {
    const { undelivered, aside: refused } = totals;
    const isAway = isFailing || !navigator.onLine;
    status.show({ undelivered, refused, isFailing: isAway });
    // Only where work depends on it: at other times users would not know what a browser asks for.
    if (isAway && undelivered > 0) hasAskedToPersist ||= askToPersist();
  }

  return {
    get undelivered() {
      return totals.undelivered;
    },
    show,

    /** @returns false where that was so before. */
    noteFailing(now: boolean): boolean {
      if (now === isFailing) return false;
      isFailing = now;
      show();
      return true;
    },

    /** Counts anew; once more where something has changed meanwhile. */
    refresh(): Promise<void> {
      isOutdated = true;
      refreshing ??= (async () => {
        while (isOutdated) {
          isOutdated = false;
          totals = await store.totals().catch(() => totals);
          show();
        }
        refreshing = undefined;
      })();
      return refreshing;
    },
  };
}
