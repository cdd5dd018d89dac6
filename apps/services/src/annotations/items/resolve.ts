import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Content, ItemChange, RecentVersion, StoredItem } from './item.ts';

/** How many versions of an item are remembered, so that a change that comes again is known. */
const recentMaximum = 8;
const digestInBytes = 12;

/** Two contents as one. */
export interface Merged {
  readonly content: Content;
  /** Something of the stored one is not in it. */
  readonly isLossy: boolean;
}

/** Unites the stored content with that of a change whose sender did not know it. */
export type Merge = (stored: Content, given: Content) => Merged;

export interface Circumstances {
  /** The version that an item begins after where nothing is known of it. */
  readonly floor: number;
  /** By the clock of the database. */
  readonly now: Date;
  /** Absent: a change replaces what is stored. */
  readonly merge?: Merge | undefined;
}

/** What becomes of a change. */
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

/**
 * Decides about one change (`versioned-item.ts` in the contract). Whoever wrote last counts, by the
 * clock of the database; what they did not know is kept as a copy.
 *
 * @param stored The item as it is; `undefined`: it never was, or its removal is forgotten.
 * @returns `undefined`: the change was made on a version that the item never had.
 */
export function resolveChange(
  stored: StoredItem | undefined,
  { base, content: given }: Pick<ItemChange, 'base' | 'content'>,
  { floor, now, merge }: Circumstances,
): Resolution | undefined {
  const { version, content, recent } = stored ?? { version: floor, content: null, recent: [] };
  if (stored && isDeepStrictEqual(content, given)) return unchanged(stored);
  if (base > version) return undefined;
  const digest = digestOf(given);
  // Whoever begins anew with what they had before a removal would not be heard, if it were a repeat.
  const isNewAgain = stored?.content === null && base === 0 && given !== null;
  const earlier = isNewAgain
    ? undefined
    : recent.find((one) => one.base === base && one.digest === digest);
  // Its answer was lost. To store it again would put it above what others made on it since.
  if (earlier) return unchanged({ version: earlier.version, updatedAt: new Date(earlier.at) });

  const isUnknown = base < version && content !== null;
  const merged = isUnknown && given && merge ? merge(content, given) : undefined;
  const next = merged?.content ?? given;
  if (stored && merged && isDeepStrictEqual(content, next)) return unchanged(stored);
  const made: RecentVersion = { version: version + 1, base, digest, at: now.toISOString() };
  return {
    outcome: outcomeOf(given, next),
    version: made.version,
    updatedAt: now,
    next: {
      version: made.version,
      content: next,
      updatedAt: now,
      recent: [made, ...recent].slice(0, recentMaximum),
    },
    ...(isUnknown && (merged?.isLossy ?? true) ? { copied: content } : {}),
  };
}

function unchanged({ version, updatedAt }: Pick<StoredItem, 'version' | 'updatedAt'>): Resolution {
  return { outcome: 'unchanged', version, updatedAt };
}

function outcomeOf(given: Content | null, next: Content | null): Resolution['outcome'] {
  if (given === null) return 'removed';
  return isDeepStrictEqual(given, next) ? 'stored' : 'merged';
}

/** The contract gives the fields of a content their order, so equal ones have equal digests. */
function digestOf(content: Content | null): string {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest();
  return hash.subarray(0, digestInBytes).toString('base64url');
}
