import type { Database } from '../../storage/database.ts';
import { announceChanges } from './announce.ts';
import { writeCopies, type CopyName } from './conflict-copies.ts';
import type { LockedIssue } from './issue-lock.ts';
import { bytesOf, type ConflictCopy, type Issue, type StoredItem } from './item.ts';
import { writeItems } from './item-rows.ts';
import { addToSize, exceededLimit, type FullCode, type Growth } from './limits.ts';
import { forgetRemovals } from './removals.ts';

/** An item as it was and as it is to be. */
export interface ItemWrite {
  /** Absent: the item is new. */
  readonly before: StoredItem | undefined;
  /** The same as before: only to be told to other devices again. */
  readonly next: Omit<StoredItem, 'bytes'>;
  /** Version that it was made on; null: whatever was there. */
  readonly base: number | null;
}

/** What a request writes in an issue. */
interface Writes {
  readonly items: readonly ItemWrite[];
  /** New ones. */
  readonly copies: readonly ConflictCopy[];
  /** Those that were deleted. */
  readonly settled: readonly (CopyName & { readonly bytes: number })[];
}

/**
 * Writes what a request makes of an issue, tells those who follow, and looks whether it fits. The caller
 * has the lock of the issue, and has taken an index for each item.
 *
 * @returns why the transaction must not be kept, where it must not.
 */
export async function writeAll(
  transaction: Database,
  issue: Issue,
  locked: LockedIssue,
  { items, copies, settled }: Writes,
): Promise<{ readonly fault?: FullCode; readonly forgottenThrough: number }> {
  const { forgottenThrough } = locked;
  const rows = items.map(({ next, base }, place) => ({
    ...next,
    base,
    bytes: bytesOf(next.key.kind, next.content),
    changeIndex: locked.lastIndex + 1 + place,
  }));
  await writeItems(transaction, issue, rows);
  await writeCopies(transaction, issue, copies);
  await announceChanges(
    transaction,
    issue,
    items.flatMap(({ before, next }) => (next === before ? [] : [next])),
  );

  const ofCopies = [
    ...copies.map(({ key, bytes }) => ({ key, growth: { items: 1, bytes } })),
    ...settled.map(({ key, bytes }) => ({ key, growth: { items: -1, bytes: -bytes } })),
  ];
  const ofItems = items.map(growthOf);
  const full = await exceededLimit(transaction, issue, [...ofItems, ...ofCopies]);
  if (full) return { fault: full, forgottenThrough };
  const forgotten = await forgetRemovals(transaction, issue, locked, removalsIn(items));
  const rowsMade = ofItems.map(({ growth, rowsMade: made }) => ({ ...growth, items: made }));
  const growths: Growth[] = [
    ...rowsMade,
    ...ofCopies.map(({ growth }) => growth),
    { items: -forgotten.items, bytes: 0 },
  ];
  const fits = await addToSize(transaction, issue.subject, growths);
  return {
    ...(fits ? {} : { fault: 'CONTENT_FULL' }),
    forgottenThrough: forgotten.forgottenThrough,
  };
}

/** A removed item counts as none in the limit of its topic or exercise, and is a row all the same. */
function growthOf({ before, next: { key, content } }: ItemWrite) {
  const items = Number(content !== null) - Number((before?.content ?? null) !== null);
  const bytes = bytesOf(key.kind, content) - (before?.bytes ?? 0);
  return { key, growth: { items, bytes }, rowsMade: before ? 0 : 1 };
}

/** How many more removed items there are. */
function removalsIn(items: readonly ItemWrite[]): number {
  return items.reduce(
    (sum, { before, next }) =>
      sum + Number(next.content === null) - Number(before?.content === null),
    0,
  );
}
