import type { Database } from '../../storage/database.ts';
import { lockIssue, type LockedIssue } from './issue-lock.ts';
import { IssueWriter, type ItemWrite } from './issue-writer.ts';
import {
  keyText,
  type ConflictCopy,
  type Issue,
  type ItemChange,
  type StoredItem,
} from './item.ts';
import type { FullCode } from './limits.ts';
import { keepCopies, type Policy, type Resolution } from './policies.ts';
import { readItems } from './read.ts';
import { deleteCopies, type CopyName } from './write-rows.ts';

/** Codes of the contract for changes that are not stored. */
type SaveFault = Policy['conflict'] | Policy['repeated'] | FullCode;

/**
 * Makes the error of a call's contract. A call's contract has the faults of the kinds that the call stores, and no
 * others occur.
 */
export type Refusal = (code: never) => Error;

const make = (refusal: Refusal, code: SaveFault) => (refusal as (code: SaveFault) => Error)(code);

/** The result of a change. */
export interface SavedChange extends Pick<Resolution, 'outcome' | 'version' | 'updatedAt'> {
  readonly key: ItemChange['key'];
  /** Version of the conflict copy that keeps the replaced content. */
  readonly copyVersion: number | undefined;
}

export interface SavedChanges {
  /** In the order of the changes. */
  readonly outcomes: readonly SavedChange[];
  /** The issue as it was before them. */
  readonly locked: LockedIssue;
  /** The last index of the issue after them. */
  readonly lastIndex: number;
  /** Removals up to this index are forgotten. */
  readonly forgottenThrough: number;
  /** Nothing had to change. */
  readonly isUnchanged: boolean;
}

/**
 * Stores changes of an issue, all or none; each item at most once. Others who write in the issue wait
 * until the transaction ends.
 *
 *   lock the issue ─▶ read ─▶ policy ─▶ settle copies ─▶ write, follow, count ─▶ outcomes
 *
 * @throws an error of `refusal`; the caller lets the transaction fail.
 */
export async function saveItems(
  transaction: Database,
  issue: Issue,
  changes: readonly ItemChange[],
  refusal: Refusal,
  policy: Policy = keepCopies(),
): Promise<SavedChanges> {
  const locked = await lockIssue(transaction, issue, changes.length);
  const items = await readItems(
    transaction,
    issue,
    changes.map(({ key }) => key),
  );
  const stored = new Map(items.map((item) => [keyText(item.key), item]));
  const resolved = changes.map((change): Resolved => {
    const item = stored.get(keyText(change.key));
    const resolution = policy.resolve(item, change, locked);
    if (!resolution) throw make(refusal, policy.conflict);
    return { change, stored: item, resolution };
  });

  // Before new copies are made, which no device can have settled.
  const settled = await deleteCopies(transaction, issue, changes.flatMap(settledBy));
  const touched = new Set(settled.map(({ key }) => keyText(key)));
  const writes = resolved.flatMap((change) => writeOf(change, touched));
  const writer = new IssueWriter(transaction, issue, locked, (code) => make(refusal, code));
  await writer.write({ items: writes, copies: resolved.flatMap(copyOf), settled });
  return {
    outcomes: resolved.map(outcomeOf),
    locked,
    forgottenThrough: await writer.end(),
    lastIndex: locked.lastIndex + changes.length,
    isUnchanged: writes.length === 0,
  };
}

interface SavedBatch extends Pick<SavedChanges, 'outcomes'> {
  /** As in the answer. */
  readonly result_state?: 'IA_OK';
}

/** {@link saveItems} in a transaction of its own. An issue without content is not begun by no changes. */
export async function saveBatch(
  database: Database,
  issue: Issue,
  changes: readonly ItemChange[],
  refusal: Refusal,
  policy?: Policy,
): Promise<SavedBatch> {
  refuseRepeated(changes, refusal, policy);
  if (changes.length === 0) return { outcomes: [], result_state: 'IA_OK' };
  const { outcomes, isUnchanged } = await database
    .transaction()
    .execute((transaction) => saveItems(transaction, issue, changes, refusal, policy));
  return { outcomes, ...(isUnchanged ? { result_state: 'IA_OK' } : {}) };
}

/** @throws where an item appears twice */
export function refuseRepeated(
  changes: readonly ItemChange[],
  refusal: Refusal,
  { repeated }: Policy = keepCopies(),
): void {
  const keys = new Set(changes.map(({ key }) => keyText(key)));
  if (keys.size < changes.length) throw make(refusal, repeated);
}

/** A change, the item that it meets, and its result. */
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
