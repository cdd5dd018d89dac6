import { partsOf, type ChangeScope, type Entry, type Lane } from './entry.ts';
import { keyOfItem } from './item.ts';

/** Items that the content of this tab has been shown, and items whose versions have not come true. */
export function createShown() {
  /** The items that the content has been shown, by the number of their entry. */
  const shown = new Map<number, Set<string>>();
  /** Items by scope: a version that the content was told has not come true. */
  const unsure = new Map<string, Set<string>>();

  function noteSeen(id: number, keys: readonly string[]): void {
    shown.set(id, new Set([...(shown.get(id) ?? []), ...keys]));
  }

  return {
    doubt(scope: ChangeScope, keys: readonly string[]): void {
      const name = nameOf(scope);
      unsure.set(name, new Set([...(unsure.get(name) ?? []), ...keys]));
    },

    noteShown(scope: ChangeScope, { queue, aside }: Lane<'items'>): void {
      for (const { row, content } of queue) noteSeen(row.id, content.writes.map(keyOfItem));
      // Waiting items cover those that are set aside, and later ones of these cover earlier ones: each is seen
      // once its cover has gone.
      const covered = new Set(queue.flatMap(({ content }) => content.writes.map(keyOfItem)));
      for (const { row, content } of aside.toReversed()) {
        const keys = content.writes.map(keyOfItem).filter((key) => !covered.has(key));
        noteSeen(row.id, keys);
        for (const key of keys) covered.add(key);
      }
      unsure.delete(nameOf(scope));
    },

    isShown: ({ row }: Entry, key: string) => shown.get(row.id)?.has(key) === true,
    isUnsure: (scope: ChangeScope, key: string) => unsure.get(nameOf(scope))?.has(key) === true,
  };
}

function nameOf(scope: ChangeScope): string {
  return JSON.stringify(partsOf(scope));
}
