import type { Draft, Row } from '../model/row.ts';

/** The value in a row's place. Nothing is known of it: disks, browsers and people damage things. */
export type StoredRow = { readonly [Name in keyof Row]?: unknown };

const statesAside: readonly unknown[] = [
  'refused',
  'conflict',
  'unreadable',
] satisfies Row['state'][];

/**
 * Checks what was read: the only way to a row. What is damaged is as cautious as it can be, as sent and told
 * to every tab; its seal fails to open where it is damaged.
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
