import { contentLimits } from '@lectern/contracts';
import type { Database } from '../../storage/database.ts';
import { lockIssue, type LockedIssue } from '../items/issue-lock.ts';
import { bytesOf, keyText, type Issue } from '../items/item.ts';
import { readItems, weightOf } from '../items/read.ts';
import { IssueWriter } from '../items/issue-writer.ts';
import type { KeptVersion } from './line.ts';
import { NotUserData } from './not-user-data.ts';
import { planCopies, planItems, type MakePlan } from './restore-plans.ts';

/** Versions are stored in so many at once… */
const versionsAtOnce = 200;
/** …and in so many bytes; one item may have more. */
const bytesAtOnce = 256 * 1024;
/** Stored copies are read in so many bytes; those of one item may have more. */
const storedBytesAtOnce = 8 * 1024 * 1024;
/** By the limits of all kinds no item has as many conflict copies, nor as large ones. */
const batchMaximum = { versions: 2_500, bytes: 40 * 1024 * 1024 };

/** Numbers of versions of a file by what was done with them. */
export interface Restored {
  stored: number;
  unchanged: number;
  replaced: number;
}

/** The issue would hold more than the calls that store items allow. */
export class UserDataFull extends Error {
  override readonly name = 'UserDataFull';
}

/**
 * Stores what a file keeps of an issue. An item that is not there gets its version and time back, so that
 * devices which know it go on from there. One that has another content is replaced, and what stood there
 * becomes a conflict copy. What is so already stays as it is: the same file again changes nothing.
 *
 * Others who write in the issue wait until the transaction ends.
 *
 * @param signal Ends it before the next batch.
 * @throws {NotUserData | UserDataFull} or the reason of the signal; the caller lets the transaction fail.
 */
export async function restoreVersions(
  transaction: Database,
  issue: Issue,
  versions: AsyncIterable<KeptVersion>,
  signal: AbortSignal,
): Promise<Restored> {
  const restored: Restored = { stored: 0, unchanged: 0, replaced: 0 };
  let restoring: Restoring | undefined;
  for await (const batch of batchesOf(versions)) {
    restoring ??= await beginRestoring(transaction, issue, signal);
    if (!batch[0]!.isConflictCopy) await storeBatch(restoring, batch, planItems, restored);
    else
      for (const piece of await lightPieces(transaction, issue, batch))
        await storeBatch(restoring, piece, planCopies, restored);
  }
  await restoring?.writer.end();
  return restored;
}

/** An issue that is being restored, under its lock. */
interface Restoring {
  readonly transaction: Database;
  readonly issue: Issue;
  readonly locked: LockedIssue;
  readonly writer: IssueWriter;
  readonly signal: AbortSignal;
}

async function beginRestoring(
  transaction: Database,
  issue: Issue,
  signal: AbortSignal,
): Promise<Restoring> {
  // There cannot be more versions, and so no more changes.
  const locked = await lockIssue(transaction, issue, contentLimits.items);
  const writer = new IssueWriter(transaction, issue, locked, () => new UserDataFull());
  return { transaction, issue, locked, writer, signal };
}

/** Copies of few items beside few stored copies together; where many bytes are stored, item by item. */
async function lightPieces(
  transaction: Database,
  issue: Issue,
  batch: readonly KeptVersion[],
): Promise<readonly (readonly KeptVersion[])[]> {
  const byItem = Map.groupBy(batch, ({ key }) => keyText(key));
  const keys = [...byItem.values()].map(([first]) => first!.key);
  const weight = await weightOf(transaction, issue, keys, true);
  return weight > storedBytesAtOnce ? [...byItem.values()] : [batch];
}

/** Items and conflict copies apart; each version once, and the copies after the items, item by item. */
async function* batchesOf(
  versions: AsyncIterable<KeptVersion>,
): AsyncGenerator<readonly KeptVersion[]> {
  const seen = new Set<string>();
  /** Items whose copies have begun. */
  const copied = new Set<string>();
  let batch: KeptVersion[] = [];
  let bytes = 0;
  for await (const version of versions) {
    const { key, isConflictCopy, content } = version;
    const name = keyText(key) + (isConflictCopy ? version.version : '');
    if (seen.has(name)) throw new NotUserData('a version appears twice');
    seen.add(name);
    const last = batch.at(-1);
    if (last?.isConflictCopy && !isConflictCopy) throw new NotUserData('an item after the copies');
    if (seen.size > contentLimits.items) throw new UserDataFull();
    if (batch.length >= batchMaximum.versions || bytes >= batchMaximum.bytes) {
      throw new UserDataFull();
    }
    // The copies of an item are looked at together, and once.
    const isSameItem = last?.isConflictCopy && keyText(last.key) === keyText(key);
    if (isConflictCopy && !isSameItem) {
      if (copied.has(keyText(key))) throw new NotUserData('copies of an item apart');
      copied.add(keyText(key));
    }
    const isFull = batch.length >= versionsAtOnce || bytes >= bytesAtOnce;
    if (last && !isSameItem && (isFull || last.isConflictCopy !== isConflictCopy)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(version);
    bytes += bytesOf(key.kind, content);
  }
  if (batch.length > 0) yield batch;
}

async function storeBatch(
  { transaction, issue, locked, writer, signal }: Restoring,
  batch: readonly KeptVersion[],
  plan: MakePlan,
  restored: Restored,
): Promise<void> {
  signal.throwIfAborted();
  const keys = new Map(batch.map(({ key }) => [keyText(key), key]));
  const known = await readItems(transaction, issue, [...keys.values()]);
  const stored = new Map(known.map((item) => [keyText(item.key), item]));
  const { floor, now } = locked;
  const planned = await plan(batch, { transaction, issue, stored, floor, now });
  const { items, copies } = planned;
  await writer.write({ items, copies, settled: [] });
  restored.stored += batch.length - planned.unchanged;
  restored.unchanged += planned.unchanged;
  restored.replaced += planned.replaced;
}
