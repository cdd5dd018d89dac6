import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { Entry, ItemsLane } from '../disk/lanes.ts';
import { keyOf, versionToBe, type ItemsContent, type PendingItem } from './entry.ts';

/*
 * What becomes of a lane when the service has decided about its head. A write that was made on the
 * head's (`isChained`) shares its fate: after a delivery it goes on what is stored, after a refusal on
 * what the head was made on, and after a conflict it is in conflict, too.
 */

/** Of each entry that changes: what it holds from now on. */
export interface Settlement {
  readonly changes: ReadonlyMap<Entry<ItemsContent>, readonly PendingItem[]>;
  /** What is set aside, with the newest value of each. */
  readonly aside: readonly PendingItem[];
}

type Later = readonly Entry<ItemsContent>[];

/** What waits behind the entry of this number. */
export function laterThan({ queue }: ItemsLane, id: number): Later {
  return queue.filter(({ row }) => row.id > id);
}

export function settleDelivered(later: Later, stored: readonly StoredItem[]): Settlement {
  const changes = new Changes();
  for (const item of stored) rebaseNext(changes, later, keyOf(item), item.version);
  return { changes: changes.made, aside: [] };
}

/**
 * @param refused Each with the version that it was sent on as its base.
 * @param arrived What has arrived of the entry before.
 */
export function settleRefused(
  later: Later,
  refused: readonly PendingItem[],
  arrived: readonly StoredItem[],
): Settlement {
  const changes = new Changes();
  for (const item of arrived) rebaseNext(changes, later, keyOf(item), item.version);
  const aside = refused.filter((item) => {
    const key = keyOf(item);
    rebaseNext(changes, later, key, item.base);
    return !later.some(({ content }) => content.items.some((one) => keyOf(one) === key));
  });
  return { changes: changes.made, aside };
}

/**
 * A later write that was not made on the one before decides the conflict where both are the same tab's: it
 * knew what it replaces. That of another tab does not, and the conflict is set aside.
 *
 * @param conflicts Each with the version that is stored instead as its base.
 * @param arrived What has arrived of the entry before.
 * @param writer The tab that has written the head.
 */
export function settleConflict(
  later: Later,
  conflicts: readonly PendingItem[],
  arrived: readonly StoredItem[],
  writer: string,
): Settlement {
  const changes = new Changes();
  for (const item of arrived) rebaseNext(changes, later, keyOf(item), item.version);
  const aside = conflicts.flatMap((conflict) => {
    const key = keyOf(conflict);
    let newest = conflict;
    let newestBy = writer;
    for (const entry of later) {
      const items = changes.of(entry);
      const next = items.find((item) => keyOf(item) === key);
      if (!next) continue;
      if (!next.isChained) return entry.row.writer === newestBy ? [] : [newest];
      newestBy = entry.row.writer;
      newest = { ...next, base: conflict.base, told: versionToBe(next) };
      changes.set(
        entry,
        items.filter((item) => item !== next),
      );
    }
    return [newest];
  });
  return { changes: changes.made, aside };
}

/** The next write of the item, where it was made on the one before, goes on this version instead. */
function rebaseNext(changes: Changes, later: Later, key: string, base: number | undefined): void {
  for (const entry of later) {
    const items = changes.of(entry);
    const next = items.find((item) => keyOf(item) === key);
    if (!next) continue;
    if (next.isChained && next.base !== base) {
      // What the content was told of it holds.
      const rebased = { ...next, base, told: versionToBe(next) };
      changes.set(
        entry,
        items.map((item) => (item === next ? rebased : item)),
      );
    }
    return;
  }
}

class Changes {
  readonly made = new Map<Entry<ItemsContent>, readonly PendingItem[]>();

  of(entry: Entry<ItemsContent>): readonly PendingItem[] {
    return this.made.get(entry) ?? entry.content.items;
  }

  set(entry: Entry<ItemsContent>, items: readonly PendingItem[]): void {
    this.made.set(entry, items);
  }
}
