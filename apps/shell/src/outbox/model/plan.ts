import { localStoreItemsMaximum } from '@lectern/contracts/calls/annotations/localStoreItem';
import type { LocalStoreItem, LocalStoreItemInput } from '@lectern/sdk/protocol';
import type { Entry, ItemsLane } from '../disk/lanes.ts';
import { keyOf, versionToBe, type ItemsContent, type PendingItem } from './entry.ts';

/** An entry grows no further beyond this, in bytes: well below what one call may carry. */
export const mergedMaximumInBytes = 1024 * 1024;

/** What accepting items does to their lane. */
export interface ItemsPlan {
  /** As the content sees them from now on. */
  readonly accepted: readonly LocalStoreItem[];
  /** The new items; none where they all wait here already as they are. */
  readonly items: readonly PendingItem[];
  /** The waiting entry that takes them; absent: a new one. */
  readonly into?: Entry<ItemsContent> | undefined;
  /** What is set aside and settled by them: the entries, with what stays in each. */
  readonly settled: readonly {
    readonly entry: Entry<ItemsContent>;
    readonly items: readonly PendingItem[];
  }[];
}

/**
 * What a tab knows. A version is only a number until it is stored: another write may get the one that was
 * told of a write that waits or has failed. So a write on a version needs to know what is kept here.
 */
export interface Knowledge {
  /** The tab has written the entry. */
  isOwn(entry: Entry): boolean;
  /** A service may know of the entry, whatever the disk says. */
  mayHaveLeft(entry: Entry): boolean;
  /** Its content knows of this item of the entry: it has written or read it. */
  isShown(entry: Entry, item: LocalStoreItemInput | PendingItem): boolean;
  /** A write of the item has failed, and its content has not read since. */
  isUnsure(item: LocalStoreItemInput): boolean;
}

interface Known {
  readonly item: PendingItem;
  readonly entry: Entry<ItemsContent>;
}

/**
 * Says what a write does to its lane; nothing where it conflicts with something newer that is kept here.
 *
 * @param knowledge Of the tab that writes.
 * @param sizeInBytes Of the write.
 * @param now RFC 3339.
 */
export function planItems(
  { queue, aside }: Pick<ItemsLane, 'queue' | 'aside'>,
  given: readonly LocalStoreItemInput[],
  knowledge: Knowledge,
  sizeInBytes: number,
  now: string,
): ItemsPlan | undefined {
  const newest = newestOf(queue);
  const kept = newestOf(aside);
  const last = queue.at(-1);
  const steps = given.map((input) => {
    const waiting = newest.get(keyOf(input));
    const step = waiting
      ? afterWaiting(input, waiting, knowledge)
      : afterKept(input, kept.get(keyOf(input)), knowledge);
    return step && { ...step, input };
  });
  if (!steps.every((step) => step !== undefined)) return undefined;

  const made = steps.filter(({ isNew }) => isNew);
  const items = made.map(({ input: { segment, key, value }, ...step }) => ({
    segment,
    key,
    value,
    updated_at: now,
    base: step.base,
    isChained: step.isChained,
  }));
  const mayMerge =
    last !== undefined &&
    knowledge.isOwn(last) &&
    !last.row.isSent &&
    !knowledge.mayHaveLeft(last) &&
    !last.row.isTold &&
    last.row.sealed.byteLength + sizeInBytes <= mergedMaximumInBytes &&
    merge(last.content.items, items).length <= localStoreItemsMaximum;
  const inLast = new Map(last?.content.items.map((item) => [keyOf(item), item]));
  const placed = items.map((item) => (mayMerge ? inPlaceOf(inLast.get(keyOf(item)), item) : item));
  const shown = new Map(placed.map((item) => [keyOf(item), item]));
  return {
    accepted: steps.map(({ input, unchanged }) =>
      waitingItem(unchanged ?? shown.get(keyOf(input))!),
    ),
    items: placed,
    into: mayMerge ? last : undefined,
    settled: settledBy(aside, shown, knowledge),
  };
}

interface Step {
  readonly isNew: boolean;
  readonly base?: number | undefined;
  readonly isChained?: boolean;
  readonly unchanged?: PendingItem;
}

function afterWaiting(
  input: LocalStoreItemInput,
  { item, entry }: Known,
  { isShown }: Knowledge,
): Step | undefined {
  const { value, version } = input;
  if (version === undefined) return { isNew: true };
  if (!isShown(entry, item)) return undefined;
  const next = versionToBe(item);
  // What was written without a version is newer than any version that somebody was told.
  if (next !== undefined && version > next) return { isNew: true, base: version };
  if (version === next) return { isNew: true, base: version, isChained: true };
  // Said again, since the answer was lost.
  return value === item.value ? { isNew: false, unchanged: item } : undefined;
}

function afterKept(
  input: LocalStoreItemInput,
  kept: Known | undefined,
  { isShown, isUnsure }: Knowledge,
): Step | undefined {
  const { version } = input;
  if (version === undefined) return { isNew: true };
  if (isUnsure(input)) return undefined;
  if (!kept) return { isNew: true, base: version };
  const { base = 0 } = kept.item;
  return isShown(kept.entry, kept.item) && version >= base
    ? { isNew: true, base: version }
    : undefined;
}

/** A write made on what waits in the same entry goes on what that was made on. */
function inPlaceOf(waiting: PendingItem | undefined, item: PendingItem): PendingItem {
  if (!waiting || !item.isChained) return item;
  const { base, isChained, told } = waiting;
  return { ...item, base, isChained, told };
}

/** Newer values take the places of older ones. */
export function merge(
  items: readonly PendingItem[],
  newer: readonly PendingItem[],
): readonly PendingItem[] {
  return [...new Map([...items, ...newer].map((item) => [keyOf(item), item])).values()];
}

function newestOf(entries: readonly Entry<ItemsContent>[]): ReadonlyMap<string, Known> {
  return new Map(
    entries.flatMap((entry) =>
      entry.content.items.map((item) => [keyOf(item), { item, entry }] as const),
    ),
  );
}

/** Between two texts only somebody decides who has been shown both. */
function settledBy(
  aside: readonly Entry<ItemsContent>[],
  written: ReadonlyMap<string, PendingItem>,
  { isShown }: Knowledge,
): ItemsPlan['settled'] {
  return aside.flatMap((entry) => {
    const isHidden = (item: PendingItem) => entry.row.state === 'conflict' && !isShown(entry, item);
    const items = entry.content.items.filter((item) => !written.has(keyOf(item)) || isHidden(item));
    return items.length < entry.content.items.length ? [{ entry, items }] : [];
  });
}

/** An item that waits, as the content sees it. */
export function waitingItem(item: PendingItem): LocalStoreItem {
  const { segment, key, value, updated_at } = item;
  const version = versionToBe(item);
  return {
    segment,
    key,
    value,
    updated_at,
    delivered: false,
    ...(version === undefined ? {} : { version }),
  };
}
