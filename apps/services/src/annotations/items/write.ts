import { contentLimits } from '@lectern/contracts';
import type { Database } from '../../storage/database.ts';
import { announceChanges } from './announce.ts';
import { writeCopies, type CopyName } from './conflict-copies.ts';
import type { LockedIssue } from './issue-lock.ts';
import { bytesOf, type ConflictCopy, type Issue, type StoredItem } from './item.ts';
import { writeItems } from './item-rows.ts';
import { addToSize, Holdings, sumOf, type FullCode, type Growth } from './limits.ts';
import { forgetRemovals } from './removals.ts';

/** An item as it was and as it is to be. */
export interface ItemWrite {
  /** Absent: the item is new. */
  readonly before: StoredItem | undefined;
  /** The same as before: only to be told to other devices again. */
  readonly next: Omit<StoredItem, 'bytes'>;
}

/** What a request writes in an issue. */
interface Writes {
  readonly items: readonly ItemWrite[];
  /** New ones. */
  readonly copies: readonly ConflictCopy[];
  /** Those that were deleted. */
  readonly settled: readonly (CopyName & { readonly bytes: number })[];
}

/** What became of an issue that was written in. */
interface Written {
  /** Why the transaction must not be kept, where it must not. */
  readonly fault?: FullCode;
  readonly forgottenThrough: number;
}

/**
 * Writes what a request makes of an issue, tells those who follow, and looks whether it fits. The caller
 * has the lock of the issue, and has taken an index for each item.
 */
export async function writeAll(
  transaction: Database,
  issue: Issue,
  locked: LockedIssue,
  writes: Writes,
): Promise<Written> {
  const writer = new IssueWriter(transaction, issue, locked);
  const fault = await writer.write(writes);
  return fault ? { fault, forgottenThrough: locked.forgottenThrough } : writer.end();
}

/** The same piece by piece: what is counted of the issue and of its subject is counted once for all. */
export class IssueWriter {
  readonly #transaction: Database;
  readonly #issue: Issue;
  readonly #locked: LockedIssue;
  readonly #holdings: Holdings;
  #lastIndex: number;
  #removals = 0;
  /** Rows, removed items among them. */
  #grown: Growth = { items: 0, bytes: 0 };

  constructor(transaction: Database, issue: Issue, locked: LockedIssue) {
    this.#transaction = transaction;
    this.#issue = issue;
    this.#locked = locked;
    this.#holdings = new Holdings(transaction, issue);
    this.#lastIndex = locked.lastIndex;
  }

  /** @returns why the transaction must not be kept, where it must not. */
  async write({ items, copies, settled }: Writes): Promise<FullCode | undefined> {
    const rows = items.map(({ next }) => ({
      ...next,
      bytes: bytesOf(next.key.kind, next.content),
      changeIndex: ++this.#lastIndex,
    }));
    await writeItems(this.#transaction, this.#issue, rows);
    await writeCopies(this.#transaction, this.#issue, copies);
    await announceChanges(
      this.#transaction,
      this.#issue,
      items.flatMap(({ before, next }) => (next === before ? [] : [next])),
    );

    const ofItems = items.map(growthOf);
    const ofCopies = [
      ...copies.map(({ key, bytes }) => ({ key, growth: { items: 1, bytes } })),
      ...settled.map(({ key, bytes }) => ({ key, growth: { items: -1, bytes: -bytes } })),
    ];
    this.#removals += removalsIn(items);
    this.#grown = sumOf([
      this.#grown,
      ...ofItems.map(({ growth, rowsMade }) => ({ ...growth, items: rowsMade })),
      ...ofCopies.map(({ growth }) => growth),
    ]);
    const full = await this.#holdings.add([...ofItems, ...ofCopies]);
    // So much is too much whatever else the subject holds, which is looked at last.
    return full ?? (this.#grown.bytes > contentLimits.bytes ? 'CONTENT_FULL' : undefined);
  }

  /** Forgets removals and looks whether the subject has room. Nothing is to be written after it. */
  async end(): Promise<Written> {
    const forgotten = await forgetRemovals(
      this.#transaction,
      this.#issue,
      this.#locked,
      this.#removals,
    );
    const { items, bytes } = this.#grown;
    const growth = { items: items - forgotten.items, bytes };
    const fits = await addToSize(this.#transaction, this.#issue.subject, growth);
    return {
      ...(fits ? {} : { fault: 'CONTENT_FULL' }),
      forgottenThrough: forgotten.forgottenThrough,
    };
  }
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
