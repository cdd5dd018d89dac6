import type { Database } from '../../storage/database.ts';
import { deleteCopies, type CopyName } from './conflict-copies.ts';
import { lockIssue, type LockedIssue } from './issue-lock.ts';
import {
  keyText,
  type ConflictCopy,
  type Issue,
  type ItemChange,
  type StoredItem,
} from './item.ts';
import { readItems } from './item-rows.ts';
import type { FullCode } from './limits.ts';
import { resolveChange, type Merge, type Resolution } from './resolve.ts';
import { writeAll, type ItemWrite } from './write.ts';

/** Why a batch is not stored: codes of the contract. */
export type SaveFault = 'VERSION_UNKNOWN' | FullCode;

/** What became of a change. */
export interface SavedChange {
  readonly key: ItemChange['key'];
  readonly outcome: Resolution['outcome'];
  readonly version: number;
  readonly updatedAt: Date;
  /** Where what stood there before is kept as a conflict copy. */
  readonly copyVersion: number | undefined;
}

export interface SaveOptions {
  /** Makes the error to be thrown. */
  readonly refusal: (code: SaveFault) => Error;
  /** How the changes of a sender who did not know what is stored are united with it. */
  readonly merge?: Merge;
}

export interface SavedChanges {
  /** In the order of the changes. */
  readonly outcomes: readonly SavedChange[];
  /** The issue as it was before them. */
  readonly locked: LockedIssue;
  /** The last index of the issue after them. */
  readonly lastIndex: number;
  /** Removals up to this one are forgotten. */
  readonly forgottenThrough: number;
  /** Nothing had to change. */
  readonly isUnchanged: boolean;
}

/**
 * Stores changes of an issue, all or none; each item at most once. Others who write in the issue wait
 * until the transaction ends.
 *
 * @throws what `refusal` makes; the caller lets the transaction fail.
 */
export async function saveChanges(
  transaction: Database,
  issue: Issue,
  changes: readonly ItemChange[],
  { refusal, merge }: SaveOptions,
): Promise<SavedChanges> {
  const locked = await lockIssue(transaction, issue, changes.length);
  const keys = changes.map(({ key }) => key);
  const items = await readItems(transaction, issue, keys);
  const stored = new Map(items.map((item) => [keyText(item.key), item]));
  const resolved = changes.map((change): Resolved => {
    const item = stored.get(keyText(change.key));
    const resolution = resolveChange(item, change, { ...locked, merge });
    if (!resolution) throw refusal('VERSION_UNKNOWN');
    return { change, stored: item, resolution };
  });

  // Before new ones are made: nobody can have settled those.
  const settled = await deleteCopies(transaction, issue, changes.flatMap(settledBy));
  const touched = new Set(settled.map(({ key }) => keyText(key)));
  const writes = resolved.flatMap((one) => writeOf(one, touched));
  const { fault, forgottenThrough } = await writeAll(transaction, issue, locked, {
    items: writes,
    copies: resolved.flatMap(copyOf),
    settled,
  });
  if (fault) throw refusal(fault);
  return {
    outcomes: resolved.map(outcomeOf),
    locked,
    forgottenThrough,
    lastIndex: locked.lastIndex + changes.length,
    isUnchanged: writes.length === 0,
  };
}

/** A change, what was stored, and what becomes of it. */
interface Resolved {
  readonly change: ItemChange;
  readonly stored: StoredItem | undefined;
  readonly resolution: Resolution;
}

function settledBy({ key, settled }: ItemChange): CopyName[] {
  return [...new Set(settled)].map((version) => ({ key, version }));
}

/** An item whose copies were settled is told to other devices, too; its version stays. */
function writeOf(
  { change: { key }, stored, resolution: { next } }: Resolved,
  touched: ReadonlySet<string>,
): ItemWrite[] {
  if (next) return [{ before: stored, next: { ...next, key } }];
  return stored && touched.has(keyText(key)) ? [{ before: stored, next: stored }] : [];
}

function copyOf({ stored, resolution: { copied } }: Resolved): ConflictCopy[] {
  return stored && copied ? [{ ...stored, content: copied }] : [];
}

function outcomeOf({ change: { key }, stored, resolution }: Resolved): SavedChange {
  const { outcome, version, updatedAt, copied } = resolution;
  return { key, outcome, version, updatedAt, copyVersion: copied && stored?.version };
}
