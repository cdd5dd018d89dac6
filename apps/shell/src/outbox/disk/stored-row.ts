import type { Sealed } from './sealing.ts';

/** An entry as it lies on the disk. What is readable here is what must be found without the key. */
export interface Row extends Sealed {
  readonly id: number;
  readonly user: string;
  /** Entries of one lane are delivered one after the other. */
  readonly lane: string;
  /** `waiting` is what will be sent; what is `refused`, in `conflict` or `unreadable` is set aside. */
  readonly state: 'waiting' | 'refused' | 'conflict' | 'unreadable';
  /** Whether a service may know of it already. It stays as it is from then on. */
  readonly isSent: boolean;
  /** The tab that has written it, and alone adds to it. */
  readonly writer: string;
  /**
   * Whether another tab has been told of it. It stays as it is from then on, too: a version that
   * somebody was told never changes its value.
   */
  readonly isTold: boolean;
  /** Finds a statement by its id. */
  readonly mark?: string;
  /** Items in it; a statement is one. */
  readonly count: number;
  /** Grows with every change. */
  readonly revision: number;
  /** The lane, while it waits and while it is set aside: for the indexes. */
  readonly queue?: string;
  readonly aside?: string;
  /** It does not lie on the disk as it was written. With its next change it is in shape again. */
  readonly isDamaged?: boolean;
}

/** A row as it is written: number, revision and the members of indexes are the store's. */
export type Draft = Omit<Row, 'id' | 'revision' | 'queue' | 'aside' | 'user' | 'isDamaged'>;

/** One change of a commit: without `before` a new entry, without `after` one that goes. */
export interface Change {
  readonly before?: Row;
  readonly after?: Draft;
}

/** What lies where a row should. Nothing is known of it: disks, browsers and people damage things. */
export type StoredRow = { readonly [Name in keyof Row]?: unknown };

const statesAside: readonly unknown[] = [
  'refused',
  'conflict',
  'unreadable',
] satisfies Row['state'][];

/**
 * Checks what was read: the only way to a row. What is damaged is as cautious as it can be, as sent and told
 * to everybody; its seal says by itself whether it is intact.
 */
export function rowFrom(stored: StoredRow): Row {
  if (isIntact(stored)) return stored;
  const { id, user, lane, queue, aside, mark, iv, sealed } = stored;
  const isWaiting = typeof queue === 'string';
  const place = textOr(queue ?? aside ?? lane, '');
  return {
    // The store gives both, and finds it by them.
    id: id as number,
    user: user as string,
    lane: place,
    state: isWaiting ? 'waiting' : 'unreadable',
    isSent: true,
    isTold: true,
    writer: '',
    count: 1,
    revision: 0,
    iv: iv instanceof Uint8Array ? new Uint8Array(iv) : new Uint8Array(),
    sealed: sealed instanceof ArrayBuffer ? sealed : new ArrayBuffer(),
    isDamaged: true,
    ...(typeof mark === 'string' ? { mark } : {}),
    ...(isWaiting ? { queue: place } : { aside: place }),
  };
}

/** Member by member: a draft that comes from a row has more than it shows. */
export function storedRowOf(user: string, draft: Draft, before: Row | undefined): StoredRow {
  const { lane, state, isSent, isTold, writer, mark, count, iv, sealed } = draft;
  return {
    user,
    lane,
    state,
    isSent,
    isTold,
    writer,
    count,
    iv,
    sealed,
    revision: (before?.revision ?? 0) + 1,
    ...(mark === undefined ? {} : { mark }),
    ...(before ? { id: before.id } : {}),
    ...(state === 'waiting' ? { queue: lane } : { aside: lane }),
  };
}

/** As {@link storedRowOf} writes it. */
function isIntact(stored: StoredRow): stored is Row {
  const { lane, state, queue, aside, isSent, isTold, writer, mark, count, revision } = stored;
  const isInPlace =
    state === 'waiting'
      ? queue === lane && aside === undefined
      : statesAside.includes(state) && aside === lane && queue === undefined;
  return (
    isInPlace &&
    typeof lane === 'string' &&
    typeof isSent === 'boolean' &&
    typeof isTold === 'boolean' &&
    typeof writer === 'string' &&
    (mark === undefined || typeof mark === 'string') &&
    isNumberFrom1(count) &&
    isNumberFrom1(revision) &&
    stored.iv instanceof Uint8Array &&
    stored.sealed instanceof ArrayBuffer
  );
}

function isNumberFrom1(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
