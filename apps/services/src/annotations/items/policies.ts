import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Content, ItemChange, RecentVersion, StoredItem } from './item.ts';

/** Most versions of an item by which a repeated change is recognised. */
const recentMaximum = 8;
const digestInBytes = 12;

/** How a call treats changes that were made on another version than the stored one. */
export interface Policy<Conflict extends string = string, Repeated extends string = string> {
  /** Code of the error where `resolve` gives nothing. */
  readonly conflict: Conflict;
  /** Code of the error where a request has an item twice. */
  readonly repeated: Repeated;
  /**
   * Decides about one change.
   *
   * @param stored Absent: the item never was, or its removal is forgotten.
   * @returns `undefined`: the change is refused.
   */
  readonly resolve: (
    stored: Omit<StoredItem, 'key' | 'bytes'> | undefined,
    change: Pick<ItemChange, 'base' | 'content'>,
    circumstances: Circumstances,
  ) => Resolution | undefined;
}

interface Circumstances {
  /** Version above which a new item begins. */
  readonly floor: number;
  /** By the clock of the database. */
  readonly now: Date;
}

/** The result of a change. */
export interface Resolution {
  readonly outcome: 'stored' | 'merged' | 'removed' | 'unchanged';
  /** The version that the sender's content is, or is part of, and since when. */
  readonly version: number;
  readonly updatedAt: Date;
  /** To be stored; absent: nothing. */
  readonly next?: Omit<StoredItem, 'key' | 'bytes'>;
  /** The stored content, which is to be kept as a conflict copy. */
  readonly copied?: Content;
}

/** Two contents as one. */
export interface Merged {
  readonly content: Content;
  /** A part of the stored content is not in it. */
  readonly isLossy: boolean;
}

/** Unites the stored content with that of a change whose sender did not know it. */
export type Merge = (stored: Content, given: Content) => Merged;

/**
 * The newest change counts, by the clock of the database; a stored content that its sender did not know becomes
 * a conflict copy (`versioned-item.ts` in the contract). So a device that was offline is never refused.
 *
 * A change on a version that the item never had is refused.
 */
export const keepCopies = mergeOrKeepCopies();

/**
 * As {@link keepCopies}, but contents are united. A stored content that is not wholly in the united one becomes a copy.
 *
 * @param merge Absent: a change replaces the stored content.
 */
export function mergeOrKeepCopies(merge?: Merge): Policy<'VERSION_UNKNOWN', 'ITEM_REPEATED'> {
  return {
    conflict: 'VERSION_UNKNOWN',
    repeated: 'ITEM_REPEATED',
    resolve(stored, { base: given, content }, { floor, now }) {
      const before = stored ?? { version: floor, content: null, recent: [] };
      const { version, recent } = before;
      const base = given ?? version;
      if (stored && isDeepStrictEqual(stored.content, content)) return unchanged(stored);
      if (base > version) return undefined;
      const digest = digestOf(content);
      // The first change of a device that begins anew after a removal is no repeat, though it may equal one.
      const isNewAgain = stored?.content === null && base === 0 && content !== null;
      const repeated = isNewAgain
        ? undefined
        : recent.find((earlier) => earlier.base === base && earlier.digest === digest);
      // Its answer was lost. Storing it again would put it above later changes of others.
      if (repeated) {
        const { version: became, at } = repeated;
        const updatedAt = new Date(at);
        // The stored answer is not the one that was sent, so it has parts that the sender does not know.
        return { outcome: became === version ? 'merged' : 'unchanged', version: became, updatedAt };
      }

      const unknown = base < version ? before.content : null;
      const merged = unknown && content && merge?.(unknown, content);
      const next = merged ? merged.content : content;
      if (stored && merged && isDeepStrictEqual(stored.content, next))
        return { ...unchanged(stored), outcome: 'merged' };
      const made: RecentVersion = { version: version + 1, base, digest, at: now.toISOString() };
      return {
        outcome: outcomeOf(content, next),
        version: made.version,
        updatedAt: now,
        next: {
          version: made.version,
          content: next,
          updatedAt: now,
          recent: [made, ...recent].slice(0, recentMaximum),
        },
        ...(unknown && (merged?.isLossy ?? true) ? { copied: unknown } : {}),
      };
    },
  };
}

/**
 * A change on another version than the stored one is refused; one without a version replaces what is stored.
 *
 * An equal content keeps its version, so that a repeat changes nothing, unless the change was made on that very
 * version: then another change on the same version, which is still on its way, must conflict.
 */
export const refuseConflicts: Policy<'LOCAL_STORE_ITEM_CONFLICT', 'LOCAL_STORE_ITEM_REPEATED'> = {
  conflict: 'LOCAL_STORE_ITEM_CONFLICT',
  repeated: 'LOCAL_STORE_ITEM_REPEATED',
  resolve(stored, { base, content }, { floor, now }) {
    const isSame = stored !== undefined && isDeepStrictEqual(stored.content, content);
    if (isSame && base !== stored.version) return unchanged(stored);
    if (base !== undefined && base !== (stored?.version ?? 0)) return undefined;
    const next = {
      version: (stored?.version ?? floor) + 1,
      content,
      updatedAt: isSame ? stored.updatedAt : now,
      recent: stored?.recent ?? [],
    };
    return { outcome: 'stored', version: next.version, updatedAt: next.updatedAt, next };
  },
};

function unchanged({ version, updatedAt }: Pick<StoredItem, 'version' | 'updatedAt'>): Resolution {
  return { outcome: 'unchanged', version, updatedAt };
}

function outcomeOf(given: Content | null, next: Content | null): Resolution['outcome'] {
  if (given === null) return 'removed';
  return isDeepStrictEqual(given, next) ? 'stored' : 'merged';
}

/** The contract gives the fields of a content their order, so equal contents have equal digests. */
function digestOf(content: Content | null): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest();
  return hash.subarray(0, digestInBytes).toString('base64url');
}
