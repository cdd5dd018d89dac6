import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../storage/database.ts';
import {
  bytesOf,
  keyText,
  type ConflictCopy,
  type Content,
  type Issue,
  type ItemKey,
  type StoredItem,
} from '../items/item.ts';
import type { ItemWrite } from '../items/issue-writer.ts';
import { nextShared } from '../items/shared-version.ts';
import { readCopiesOf } from '../items/read.ts';
import type { KeptVersion } from './line.ts';

/** Writes that restore some versions. */
interface Plan {
  readonly items: readonly ItemWrite[];
  readonly copies: readonly ConflictCopy[];
  /** Number of versions that were stored already. */
  readonly unchanged: number;
  /** Number of items that were replaced. */
  readonly replaced: number;
}

/** An issue under its lock. */
interface Circumstances {
  readonly transaction: Database;
  readonly issue: Issue;
  /** Stored items of the versions, by {@link keyText}. */
  readonly stored: ReadonlyMap<string, StoredItem>;
  /** Version above which a new item begins. */
  readonly floor: number;
  /** By the clock of the database. */
  readonly now: Date;
}

export type MakePlan = (
  batch: readonly KeptVersion[],
  circumstances: Circumstances,
) => Plan | Promise<Plan>;

/** Restores current versions. A replaced content becomes a conflict copy. */
export function planItems(
  batch: readonly KeptVersion[],
  { stored, floor, now }: Circumstances,
): Plan {
  const items: ItemWrite[] = [];
  const copies: ConflictCopy[] = [];
  for (const { key, version, content, updatedAt } of batch) {
    const before = stored.get(keyText(key));
    if (before && isDeepStrictEqual(before.content, content)) continue;
    const next = {
      key,
      content,
      version: Math.max(version, (before?.version ?? floor) + 1),
      updatedAt: before || updatedAt > now ? now : updatedAt,
      recent: before?.recent ?? [],
    };
    items.push({ before, next: { ...next, shared: nextShared(before, next) } });
    if (before?.content) copies.push({ ...before, content: before.content });
  }
  return { items, copies, unchanged: batch.length - items.length, replaced: copies.length };
}

/** An item while conflict copies are put beside it. */
interface Copied {
  readonly key: ItemKey;
  readonly before: StoredItem | undefined;
  /** Above all its copies. */
  version: number;
  /** Versions of its copies. */
  readonly taken: Set<number>;
  /** Of its last copy. */
  content: Content;
  /** Copies that were there before, and are none of the file's so far: see {@link byContent}. */
  readonly unmatched: Map<string, Set<number>>;
}

/**
 * Puts conflict copies beside those that are there. Where another copy has the version already, it gets
 * the next lower one that is free, or else the item itself moves up: a version only names a copy.
 *
 * The copy of an item that is not there is the copy of a removed one. A local store item is never removed:
 * there the copy is the item.
 */
export async function planCopies(
  batch: readonly KeptVersion[],
  { transaction, issue, stored, floor, now }: Circumstances,
): Promise<Plan> {
  const keys = new Map(batch.map(({ key }) => [keyText(key), key]));
  const known = await readCopiesOf(transaction, issue, [...keys.values()]);
  const byKey = Map.groupBy(known, ({ key }) => keyText(key));
  const copiedItems = new Map<string, Copied>();
  const items: ItemWrite[] = [];
  const copies: ConflictCopy[] = [];
  let unchanged = 0;

  for (const kept of batch) {
    const name = keyText(kept.key);
    const before = stored.get(name);
    const bytes = bytesOf(kept.key.kind, kept.content);
    const updatedAt = kept.updatedAt > now ? now : kept.updatedAt;
    const there = byKey.get(name) ?? [];
    const one: Copied = copiedItems.get(name) ?? {
      key: kept.key,
      before,
      version: before?.version ?? floor + 1,
      taken: new Set(there.map(({ version }) => version)),
      content: kept.content,
      unmatched: byContent(there),
    };
    copiedItems.set(name, one);
    if (takeSame(kept, one.unmatched)) {
      unchanged++;
      continue;
    }
    if (!before?.content) one.version = Math.max(one.version, kept.version + 1);
    const version = freeVersion(one, kept.version);
    one.taken.add(version);
    one.content = kept.content;
    copies.push({ key: kept.key, version, content: kept.content, bytes, updatedAt });
  }
  for (const { key, before, version, content } of copiedItems.values()) {
    if (before?.version === version) continue;
    const next = before
      ? { ...before, version }
      : {
          key,
          version,
          content: key.kind === 'local_store_item' ? content : null,
          updatedAt: now,
          recent: [],
        };
    items.push({ before, next });
  }
  return { items, copies, unchanged, replaced: 0 };
}

/** The versions of copies by their content: each of thousands is found without looking at the others. */
function byContent(copies: readonly ConflictCopy[]): Map<string, Set<number>> {
  const versions = new Map<string, Set<number>>();
  for (const { content, version } of copies) {
    const name = canonical(content);
    versions.set(name, (versions.get(name) ?? new Set()).add(version));
  }
  return versions;
}

/**
 * Two copies of the same content are two: the one of the same version first.
 *
 * @returns true: there was one, which is taken from now on
 */
function takeSame(
  { content, version }: KeptVersion,
  unmatched: ReadonlyMap<string, Set<number>>,
): boolean {
  const versions = unmatched.get(canonical(content));
  const [first] = versions ?? [];
  if (!versions || first === undefined) return false;
  return versions.delete(version) || versions.delete(first);
}

/** The same text for the same content: the database gives fields another order than the contract. */
function canonical(content: Content): string {
  return JSON.stringify(content, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        )
      : value,
  );
}

/** The version of a further copy; it lets the item move up where there is no other way. */
function freeVersion(one: Copied, wanted: number): number {
  for (let version = Math.min(wanted, one.version - 1); version > 0; version--) {
    if (!one.taken.has(version)) return version;
  }
  return one.version++;
}
