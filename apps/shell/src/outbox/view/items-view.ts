import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { LocalStoreItem } from '@lectern/sdk/protocol';
import type { Entry, Lane } from '../model/entry.ts';
import {
  keptItem,
  keyOfItem,
  versionToBe,
  type KeptItem,
  type PendingItem,
} from '../model/item.ts';

/** Items as the service has said them, with nothing over them. */
export function asDeliveredItems(stored: readonly StoredItem[]): readonly LocalStoreItem[] {
  return stored.map((item) => ({ ...item, delivered: true }));
}

/** An item that waits, as the content sees it. */
export function waitingItem(item: PendingItem): LocalStoreItem {
  const version = versionToBe(item);
  return { ...keptItem(item), delivered: false, ...(version === undefined ? {} : { version }) };
}

/** As {@link LaneView.layOver}. */
export function layItemsOver(
  stored: readonly StoredItem[],
  delivered: readonly Entry<'items'>[],
  { queue, aside }: Pick<Lane<'items'>, 'queue' | 'aside'>,
): readonly LocalStoreItem[] {
  const shown = new Map(asDeliveredItems(stored).map((item) => [keyOfItem(item), item]));
  const answered = new Map(stored.map((item) => [keyOfItem(item), item]));
  for (const item of delivered.flatMap(({ content }) => content.writes))
    if (!shows(answered.get(keyOfItem(item)), item)) shown.set(keyOfItem(item), waitingItem(item));
  for (const { row, content } of aside)
    for (const item of content.writes) {
      const beside = answered.get(keyOfItem(item));
      shown.set(keyOfItem(item), asideItem(item, row.state === 'conflict', beside));
    }
  for (const item of queue.flatMap(({ content }) => content.writes))
    shown.set(keyOfItem(item), waitingItem(item));
  return [...shown.values()];
}

/** The service's answer is from after the delivery of the item. */
function shows(stored: StoredItem | undefined, item: PendingItem): boolean {
  if (!stored) return false;
  const version = versionToBe(item);
  return stored.value === item.value || (version !== undefined && stored.version >= version);
}

function asideItem(
  item: PendingItem,
  isConflict: boolean,
  stored: StoredItem | undefined,
): LocalStoreItem {
  const { base = 0 } = item;
  // Nothing newer is hidden by what was refused: it was written on what is stored.
  if (!isConflict && base === (stored?.version ?? 0))
    return { ...keptItem(item), version: base, delivered: false };
  if (stored?.value === item.value) return { ...stored, delivered: true };
  return besideStored(item, stored);
}

/** The service's item, with the one that was written here. Where it has none, that is version 0. */
export function besideStored(
  { segment, key, value, updated_at }: KeptItem,
  stored: StoredItem | undefined,
): LocalStoreItem {
  const other = stored ?? { segment, key, value: '', version: 0, updated_at };
  return { ...other, delivered: true, conflict: { value, updated_at } };
}
