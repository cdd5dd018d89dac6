import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { LocalStoreItem } from '@lectern/sdk/protocol';
import type { ItemsLane } from '../disk/lanes.ts';
import { keyOf, versionToBe, type PendingItem } from '../model/entry.ts';
import { waitingItem } from '../model/plan.ts';

type Kept = Pick<ItemsLane, 'queue' | 'aside'>;

/**
 * Lays what is kept here over what the service has said. While it was asked, entries may have been
 * delivered that its answer does not show yet: what waited before is laid over first.
 */
export function layOver(
  stored: readonly StoredItem[],
  before: Kept,
  after: Kept,
): readonly LocalStoreItem[] {
  const items = new Map<string, LocalStoreItem>(
    stored.map((item) => [keyOf(item), { ...item, delivered: true }]),
  );
  const said = new Map(stored.map((item) => [keyOf(item), item]));
  const stays = new Set(after.queue.map(({ row }) => row.id));
  for (const { row, content } of before.queue) {
    if (stays.has(row.id)) continue;
    for (const item of content.items)
      if (!shows(said.get(keyOf(item)), item)) items.set(keyOf(item), waitingItem(item));
  }
  for (const { row, content } of after.aside)
    for (const item of content.items)
      items.set(keyOf(item), keptItem(item, row.state === 'conflict', said.get(keyOf(item))));
  for (const { content } of after.queue)
    for (const item of content.items) items.set(keyOf(item), waitingItem(item));
  return [...items.values()];
}

/** Whether the service's answer is from after the delivery of the item. */
function shows(stored: StoredItem | undefined, item: PendingItem): boolean {
  if (!stored) return false;
  const version = versionToBe(item);
  return stored.value === item.value || (version !== undefined && stored.version >= version);
}

function keptItem(
  { segment, key, value, updated_at, base = 0 }: PendingItem,
  isConflict: boolean,
  stored: StoredItem | undefined,
): LocalStoreItem {
  // Nothing newer is hidden by what was refused: it was written on what is stored.
  if (!isConflict && base === (stored?.version ?? 0))
    return { segment, key, value, updated_at, version: base, delivered: false };
  if (stored?.value === value) return { ...stored, delivered: true };
  const other = stored ?? { segment, key, value: '', version: 0, updated_at };
  return { ...other, delivered: true, conflict: { value, updated_at } };
}
