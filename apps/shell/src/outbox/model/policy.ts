import type {
  Entry,
  Given,
  KindName,
  Lane,
  Stored,
  Target,
  VersionedKind,
  Write,
} from './entry.ts';

/** How writes of one kind build on each other. */
export interface Policy<K extends KindName> {
  readonly kind: K;
  /** Says what a write is about, within its lane. */
  keyOf(write: Write<K> | Stored<K>): string;
  /** One request may carry them. */
  fit(writes: readonly Write<K>[]): boolean;
  /** The later write was made on the earlier one, and not on what a service has said. */
  isMadeOn(later: Write<K>, before: Write<K>): boolean;
  /** The later write takes the place of one that was refused. */
  replaces(later: Write<K>, refused: Write<K>): boolean;
  /** The write on another version. What its content was told holds. */
  rebased(write: Write<K>, base: number | undefined): Write<K>;
  /** A write that could not be read for a while: something may have been stored since. */
  restored(write: Write<K>): Write<K>;
}

/** How writes of one kind are accepted beside what is kept here of the same thing: rejected, or kept as well. */
export interface AcceptPolicy<K extends VersionedKind> extends Policy<K> {
  /** For the content, where a write is rejected. */
  readonly conflict: string;
  keyOf(write: Given<K> | Write<K> | Stored<K>): string;
  /**
   * Checks that a request can carry the writes.
   *
   * @returns their size in bytes.
   * @throws {BridgeFailure}
   */
  check(target: Target<K>, given: readonly Given<K>[]): number;
  /** The write as it waits; nothing where it conflicts with what is kept here. */
  plan(given: Given<K>, kept: Kept<K>, knowledge: Knowledge, now: string): Planned<K> | undefined;
  /** Both as one write; nothing where the service must see each. */
  joined(before: Write<K>, later: Write<K>): Write<K> | undefined;
  /** The new write does away with one of the same thing that is set aside. */
  settles(write: Write<K>, aside: EntryWrite<K>, knowledge: Knowledge): boolean;
}

export interface EntryWrite<K extends KindName> {
  readonly write: Write<K>;
  readonly entry: Entry<K>;
}

/** Of one thing the newest write that waits here, and the newest that is set aside. */
export interface Kept<K extends KindName> {
  readonly waiting?: EntryWrite<K> | undefined;
  readonly aside?: EntryWrite<K> | undefined;
  readonly queue: Lane<K>['queue'];
}

export interface Planned<K extends KindName> {
  readonly write: Write<K>;
  /** False: it waits here already. */
  readonly isNew: boolean;
}

/**
 * The knowledge of a tab about a lane. A version is only a number until it is stored: another write may get the one
 * that was told of a write that waits or has failed. So a write on a version needs to know what is kept here.
 */
export interface Knowledge {
  /** The tab has written the entry. */
  isOwn(entry: Entry): boolean;
  /** The tab has written the entry, and no service and no other tab may know of it. */
  mayChange(entry: Entry): boolean;
  /** The content of the tab has written or read this write of the entry. */
  isShown(entry: Entry, key: string): boolean;
  /** A write of this has failed, and the content has not read since. */
  isUnsure(key: string): boolean;
  /** The stored version for what was made on a change that waited as this one; undefined: not known. */
  storedBaseFor(key: string, accepted: number): number | undefined;
}
