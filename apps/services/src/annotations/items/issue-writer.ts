import { contentLimits } from '@lectern/contracts';
import type { Database } from '../../storage/database.ts';
import { followItems } from '../search/follow-items.ts';
import type { LockedIssue } from './issue-lock.ts';
import { bytesOf, type ConflictCopy, type Issue, type StoredItem } from './item.ts';
import { addToSize, Holdings, sumOf, type FullCode, type Growth } from './limits.ts';
import { forgetRemovals } from './removals.ts';
import { writeCopies, writeItems, type CopyName } from './write-rows.ts';

/** An item as it was and as it is to be. */
export interface ItemWrite {
  /** Absent: the item is new. */
  readonly before: StoredItem | undefined;
  /** The same as before: only to be told to other devices again. */
  readonly next: Omit<StoredItem, 'bytes'>;
}

/** Rows that a request writes in an issue. */
interface Writes {
  readonly items: readonly ItemWrite[];
  /** New ones. */
  readonly copies: readonly ConflictCopy[];
  /** Deleted ones. */
  readonly settled: readonly (CopyName & { readonly bytes: number })[];
}

/**
 * Writes in a locked issue, piece by piece, and checks the limits: the holdings of the issue and of its subject are
 * counted once for all pieces. The lock has an index for each item.
 */
export class IssueWriter {
  readonly #transaction: Database;
  readonly #issue: Issue;
  readonly #locked: LockedIssue;
  readonly #refusal: (code: FullCode) => Error;
  readonly #holdings: Holdings;
  #lastIndex: number;
  #removals = 0;
  /** Rows, removed items among them. */
  #grown: Growth = { items: 0, bytes: 0 };

  constructor(
    transaction: Database,
    issue: Issue,
    locked: LockedIssue,
    refusal: (code: FullCode) => Error,
  ) {
    this.#transaction = transaction;
    this.#issue = issue;
    this.#locked = locked;
    this.#refusal = refusal;
    this.#holdings = new Holdings(transaction, issue);
    this.#lastIndex = locked.lastIndex;
  }

  /** @throws an error of `refusal` where it does not fit; the caller lets the transaction fail. */
  async write({ items, copies, settled }: Writes): Promise<void> {
    const rows = items.map(({ next }) => ({
      ...next,
      bytes: bytesOf(next.key.kind, next.content),
      changeIndex: ++this.#lastIndex,
    }));
    await writeItems(this.#transaction, this.#issue, rows);
    await writeCopies(this.#transaction, this.#issue, copies);
    await followItems(
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
    if (full) throw this.#refusal(full);
    // More than a subject may hold at all; its other issues are counted at the end.
    if (this.#grown.bytes > contentLimits.bytes) throw this.#refusal('CONTENT_FULL');
  }

  /**
   * Forgets removals and checks the limit of the subject. Nothing is to be written after it.
   *
   * @returns the index up to which removals are forgotten
   * @throws as {@link write}
   */
  async end(): Promise<number> {
    const forgotten = await forgetRemovals(
      this.#transaction,
      this.#issue,
      this.#locked,
      this.#removals,
    );
    const { items, bytes } = this.#grown;
    const growth = { items: items - forgotten.items, bytes };
    const fits = await addToSize(this.#transaction, this.#issue.subject, growth);
    if (!fits) throw this.#refusal('CONTENT_FULL');
    return forgotten.forgottenThrough;
  }
}

/** A removed item counts as none in the limit of its topic or exercise, and is a row all the same. */
function growthOf({ before, next: { key, content } }: ItemWrite) {
  const items = Number(content !== null) - Number((before?.content ?? null) !== null);
  const bytes = bytesOf(key.kind, content) - (before?.bytes ?? 0);
  return { key, growth: { items, bytes }, rowsMade: before ? 0 : 1 };
}

/** Number of removed items that are added, or, negative, come back. */
function removalsIn(items: readonly ItemWrite[]): number {
  return items.reduce(
    (sum, { before, next }) =>
      sum + Number(next.content === null) - Number(before?.content === null),
    0,
  );
}
