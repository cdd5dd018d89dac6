import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { ItemsLane } from '../disk/lanes.ts';
import { keyOf, type PendingItem } from './entry.ts';
import type { Knowledge } from './plan.ts';
import { partsOf } from '../disk/sealing.ts';
import type { Sending } from './sending.ts';

/**
 * What the content of this tab has been shown of items, and what of it has not come true.
 *
 * @param tab Names this tab.
 */
export function createShown(tab: string, sending: Sending) {
  /** The items that the content has been shown, by the number of their entry. */
  const shown = new Map<number, Set<string>>();
  /** Items by scope: of what the content was told of their versions something has not come true. */
  const unsure = new Map<string, Set<string>>();

  function noteSeen(id: number, keys: readonly string[]): void {
    shown.set(id, new Set([...(shown.get(id) ?? []), ...keys]));
  }

  return {
    doubt(scope: LocalStoreScope, keys: readonly string[]): void {
      const name = nameOf(scope);
      unsure.set(name, new Set([...(unsure.get(name) ?? []), ...keys]));
    },

    noteShown(scope: LocalStoreScope, { queue, aside }: ItemsLane): void {
      for (const { row, content } of queue) noteSeen(row.id, content.items.map(keyOf));
      // What waits is laid over what is set aside, and that over what was before it: each is seen once what
      // covers it has gone.
      const covered = new Set(queue.flatMap(({ content }) => content.items.map(keyOf)));
      for (const { row, content } of aside.toReversed()) {
        const keys = content.items.map(keyOf).filter((key) => !covered.has(key));
        noteSeen(row.id, keys);
        for (const key of keys) covered.add(key);
      }
      unsure.delete(nameOf(scope));
    },

    knowledgeOf: (scope: LocalStoreScope): Knowledge => ({
      isOwn: ({ row }) => row.writer === tab,
      mayHaveLeft: ({ row }) => sending.mayHaveLeft(row.id),
      isShown: ({ row }, item: Pick<PendingItem, 'segment' | 'key'>) =>
        row.writer === tab || shown.get(row.id)?.has(keyOf(item)) === true,
      isUnsure: (item) => unsure.get(nameOf(scope))?.has(keyOf(item)) === true,
    }),
  };
}

function nameOf(scope: LocalStoreScope): string {
  return JSON.stringify(partsOf(scope));
}
