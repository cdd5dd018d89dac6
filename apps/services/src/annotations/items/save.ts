import type { Database } from '../../storage/database.ts';
import { lockIssueAndRead, type LockedIssue } from './issue-lock.ts';
import { IssueWriter, type ItemWrite } from './issue-writer.ts';
import {
  keyText,
  type ConflictCopy,
  type Issue,
  type ItemChange,
  type ItemKind,
  type LeadersVersion,
  type StoredItem,
} from './item.ts';
import type { FullCode } from './limits.ts';
import type { Policy, Resolution } from './policies.ts';
import { readItems } from './read.ts';
import { nextShared } from './shared-version.ts';
import { deleteCopies, type CopyName } from './write-rows.ts';

/** Codes for changes of these kinds that are not stored. The contract of a call that saves them has each. */
export type SaveFault<Kind extends ItemKind, By extends Policy> = By['conflict'] | FullCode<Kind>;

export interface SavedChange extends Pick<Resolution, 'outcome' | 'version' | 'updatedAt'> {
  readonly key: ItemChange['key'];
  /** Version of the conflict copy that keeps the replaced content. */
  readonly copyVersion: number | undefined;
  /** As {@link StoredItem.shared}; absent also where that is newer than the version. */
  readonly shared: LeadersVersion | undefined;
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
 * Stores changes of an issue, one or more, all or none; each item at most once. Others who write in the issue wait
 * until the transaction ends.
 *
 *   lock the issue ─▶ read ─▶ policy ─▶ settle copies ─▶ write, follow, count ─▶ outcomes
 *
 * @throws an error of `refusal`; the caller lets the transaction fail.
 */
export async function saveItems<Kind extends ItemKind, By extends Policy>(
  transaction: Database,
  issue: Issue,
  changes: readonly ItemChange<Kind>[],
  policy: By,
  refusal: (code: SaveFault<Kind, By>) => Error,
): Promise<SavedChanges> {
  const keys = changes.map(({ key }) => key);
  const [locked, items] = await lockIssueAndRead(transaction, issue, changes.length, () =>
    readItems(transaction, issue, keys),
  );
  const stored = new Map(items.map((item) => [keyText(item.key), item]));
  const resolved = changes.map((change): Resolved => {
    const item = stored.get(keyText(change.key));
    const resolution = policy.resolve(item, change, locked);
    if (!resolution) throw refusal(policy.conflict);
    const next = resolution.next && { ...resolution.next, key: change.key };
    return {
      change,
      stored: item,
      resolution,
      next: next && { ...next, shared: nextShared(item, next) },
    };
  });

  // Before new copies are made, which no device can have settled.
  const settled = await deleteCopies(transaction, issue, changes.flatMap(settledBy));
  const touched = new Set(settled.map(({ key }) => keyText(key)));
  const writes = resolved.flatMap((change) => writeOf(change, touched));
  // Changes touch the limits of their kinds alone.
  const full = refusal as (code: FullCode) => Error;
  const writer = new IssueWriter(transaction, issue, locked, full);
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

/** {@link saveItems} in a transaction of its own. An empty batch locks nothing and makes no row. */
export async function saveBatch<Kind extends ItemKind, By extends Policy>(
  database: Database,
  issue: Issue,
  changes: readonly ItemChange<Kind>[],
  policy: By,
  refusal: (code: SaveFault<Kind, By> | By['repeated']) => Error,
): Promise<SavedBatch> {
  refuseRepeated(changes, policy, refusal);
  if (changes.length === 0) return { outcomes: [], result_state: 'IA_OK' };
  const { outcomes, isUnchanged } = await database
    .transaction()
    .execute((transaction) => saveItems(transaction, issue, changes, policy, refusal));
  return { outcomes, ...(isUnchanged ? { result_state: 'IA_OK' } : {}) };
}

/** @throws where an item appears twice */
export function refuseRepeated<By extends Policy>(
  changes: readonly ItemChange[],
  { repeated }: By,
  refusal: (code: By['repeated']) => Error,
): void {
  const keys = new Set(changes.map(({ key }) => keyText(key)));
  if (keys.size < changes.length) throw refusal(repeated);
}

/** A change, the item that it meets, and its result. */
interface Resolved {
  readonly change: ItemChange;
  readonly stored: StoredItem | undefined;
  readonly resolution: Resolution;
  /** As it is to be stored; absent: nothing. */
  readonly next: ItemWrite['next'] | undefined;
}

function settledBy({ key, settled }: ItemChange): CopyName[] {
  return [...new Set(settled)].map((version) => ({ key, version }));
}

/** An item whose copies were settled is told to other devices, too; its version stays. */
function writeOf(
  { change: { key }, stored, next }: Resolved,
  touched: ReadonlySet<string>,
): ItemWrite[] {
  if (next) return [{ before: stored, next }];
  return stored && touched.has(keyText(key)) ? [{ before: stored, next: stored }] : [];
}

function copyOf({ stored, resolution: { copied } }: Resolved): ConflictCopy[] {
  return stored && copied ? [{ ...stored, content: copied }] : [];
}

function outcomeOf({ change: { key }, stored, resolution, next }: Resolved): SavedChange {
  const { outcome, version, updatedAt, copied } = resolution;
  const { shared } = next ?? stored ?? {};
  return {
    key,
    outcome,
    version,
    updatedAt,
    copyVersion: copied && stored?.version,
    // The version of a late repeat may be older than what leaders see now.
    shared: shared && shared.version <= version ? shared : undefined,
  };
}
