import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb';
import type { Deadline } from './deadline.ts';
import type { LaneKind, Sealed } from './sealing.ts';
import { rowFrom, storedRowOf, type StoredRow } from './row.ts';
import { asStorageFull, StorageFull } from './storage-full.ts';
import { count, isTotals, withChange, type Totals } from './totals.ts';

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

/** The entries of a lane by number: in the order in which they were accepted, or set aside. */
export interface LaneRows {
  readonly queue: readonly Row[];
  readonly aside: readonly Row[];
}

/** What must still hold when a commit is made; otherwise it changes nothing. */
export interface Premise {
  /** The lane has exactly these entries. */
  readonly lane?: { readonly name: string; readonly rows: LaneRows };
  /** No entry has this mark. */
  readonly noMark?: string;
}

/**
 * `accept`: it shall be on the disk before it counts as done, as long as there is room. `decide`: the
 * same, whatever the room. `note`: a loss of power may undo it.
 */
type Purpose = 'accept' | 'decide' | 'note';

interface Schema extends DBSchema {
  entries: {
    key: number;
    value: StoredRow;
    indexes: { queue: [string, string]; aside: [string, string]; mark: [string, string] };
  };
  /** Absent: there is nothing, or it is to be counted anew. */
  totals: { key: string; value: { readonly [Name in keyof Totals]?: unknown } };
}
type Transaction = IDBPTransaction<Schema, ('entries' | 'totals')[], 'readonly' | 'readwrite'>;

const databaseName = 'lectern-outbox';

/** Names that this code never gives are looked at, too: what lies there is set aside. */
const rangesOfKinds: Readonly<Record<LaneKind, readonly [first: string, last: string]>> = {
  annotations: ['', 'items.'],
  items: ['items.', 'statements.'],
  statements: ['statements.', '\uffff'],
};

/** @param onLost The connection is gone; another one can be opened. */
export function openDatabase(onLost: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName, 1, {
    upgrade(database) {
      const entries = database.createObjectStore('entries', { keyPath: 'id', autoIncrement: true });
      entries.createIndex('queue', ['user', 'queue']);
      entries.createIndex('aside', ['user', 'aside']);
      entries.createIndex('mark', ['user', 'mark']);
      database.createObjectStore('totals', { keyPath: 'user' });
    },
    blocking(_current, _blocked, event) {
      onLost();
      (event.target as IDBDatabase).close();
    },
    terminated: onLost,
  });
}

/** The entries of one user. */
export type EntryStore = ReturnType<typeof createEntryStore>;

/** @param limitInBytes Most that the user's entries take together. */
export function createEntryStore(user: string, limitInBytes: number) {
  const all = IDBKeyRange.bound([user], [user, []]);
  let connection: Promise<IDBPDatabase<Schema>> | undefined;

  function open(): Promise<IDBPDatabase<Schema>> {
    const forget = () => void (connection = undefined);
    connection ??= openDatabase(forget);
    connection.catch(forget);
    return connection;
  }

  async function totalsIn(transaction: Transaction): Promise<Totals> {
    const known = await transaction.objectStore('totals').get(user);
    if (isTotals(known)) return known;
    const entries = transaction.objectStore('entries');
    return count(
      user,
      (['queue', 'aside'] as const).map((name) => () => entries.index(name).openCursor(all)),
    );
  }

  /** @param totals `leaves counting`: nothing is written, only deleted. */
  async function make(
    changes: readonly Change[],
    premise: Premise,
    purpose: Purpose,
    totals: 'counts' | 'leaves counting',
    deadline?: Deadline,
  ): Promise<boolean> {
    const database = await open();
    deadline?.signal.throwIfAborted();
    const transaction = database.transaction(['entries', 'totals'], 'readwrite', {
      durability: purpose === 'note' ? 'relaxed' : 'strict',
    });
    if (deadline) deadline.recall = () => abort(transaction);
    const entries = transaction.objectStore('entries');
    const done = transaction.done.catch((error: unknown) => {
      throw asStorageFull(error);
    });
    try {
      const { lane, noMark } = premise;
      const [queue, aside, marked, before, ...current] = await Promise.all([
        lane ? readRows(entries.index('queue').getAll([user, lane.name])) : [],
        lane ? readRows(entries.index('aside').getAll([user, lane.name])) : [],
        noMark === undefined ? 0 : entries.index('mark').count([user, noMark]),
        totalsIn(transaction),
        ...changes.map(({ before }) => (before ? readRow(entries.get(before.id)) : undefined)),
      ]);
      const isAsBefore =
        changes.every(({ before }, place) => before?.revision === current[place]?.revision) &&
        (!lane || (isSame(queue, lane.rows.queue) && isSame(aside, lane.rows.aside)));
      if (!isAsBefore || marked > 0) {
        await done;
        if (deadline) deadline.recall = undefined;
        return false;
      }
      const after = changes.reduce(withChange, before);
      if (purpose === 'accept' && after.bytes > Math.max(limitInBytes, before.bytes)) {
        throw new StorageFull('There is too much in the outbox.');
      }
      // What is damaged may have been counted as something else.
      const isCertain = !changes.some(({ before }) => before?.isDamaged);
      const isCounted = totals === 'counts' && isCertain && after.undelivered + after.aside > 0;
      const sums = transaction.objectStore('totals');
      // Asynchronous each, so that one that throws leaves no other one without somebody who waits.
      await Promise.all([
        ...changes.map(async ({ before, after }) =>
          after
            ? entries.put(storedRowOf(user, after, before))
            : before && entries.delete(before.id),
        ),
        (async () => (isCounted ? sums.put(after) : sums.delete(user)))(),
      ]);
      await done;
      return true;
    } catch (error) {
      abort(transaction);
      // Where the browser itself has ended it, only this says why: its requests were just aborted.
      const reason = await done.catch((reason: unknown) => reason);
      deadline?.signal.throwIfAborted();
      throw reason instanceof StorageFull ? reason : asStorageFull(error);
    }
  }

  return {
    async totals(): Promise<Totals> {
      return totalsIn((await open()).transaction(['entries', 'totals']));
    },

    async lane(name: string): Promise<LaneRows> {
      const { store } = (await open()).transaction('entries');
      const [queue, aside] = await Promise.all([
        readRows(store.index('queue').getAll([user, name])),
        readRows(store.index('aside').getAll([user, name])),
      ]);
      return { queue, aside };
    },

    head: async (lane: string) =>
      readRow((await open()).getFromIndex('entries', 'queue', [user, lane])),

    marked: async (mark: string) =>
      readRow((await open()).getFromIndex('entries', 'mark', [user, mark])),

    asideOfUser: async () => readRows((await open()).getAllFromIndex('entries', 'aside', all)),

    waitingOfUser: async () => readRows((await open()).getAllFromIndex('entries', 'queue', all)),

    /**
     * The lane after this one that has something to send and is not to be skipped, in a circle; so that
     * a busy lane does not keep others waiting.
     */
    async nextLane(
      kind: LaneKind,
      after: string,
      isSkipped: (lane: string) => boolean,
    ): Promise<string | undefined> {
      const index = (await open()).transaction('entries').store.index('queue');
      const [first, last] = rangesOfKinds[kind];
      for (const range of [
        IDBKeyRange.bound([user, after || first], [user, last], true, true),
        IDBKeyRange.bound([user, first], [user, after || first]),
      ]) {
        let cursor = await index.openKeyCursor(range, 'nextunique');
        for (; cursor; cursor = await cursor.continue()) {
          const [, lane] = cursor.key;
          if (!isSkipped(lane)) return lane;
        }
      }
      return undefined;
    },

    /**
     * Makes all changes at once, or none. What only goes does so on a full disk, too: then the totals are
     * counted anew by whoever asks next.
     *
     * @param deadline Afterwards nothing is done, unless the disk was at it already.
     * @returns false: nothing is done, as something of it or of the premise has changed since.
     * @throws {StorageFull}
     */
    async commit(
      changes: readonly Change[],
      premise: Premise,
      purpose: Purpose,
      deadline?: Deadline,
    ): Promise<boolean> {
      try {
        return await make(changes, premise, purpose, 'counts', deadline);
      } catch (error) {
        const isOnlyLess = changes.every(({ after }) => !after);
        if (!isOnlyLess || !(error instanceof StorageFull)) throw error;
        return make(changes, premise, purpose, 'leaves counting');
      }
    },
  };
}

/** @returns false: it has ended, or the browser is about to end it. */
function abort(transaction: { abort(): void }): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}

async function readRows(request: Promise<readonly StoredRow[]>): Promise<readonly Row[]> {
  return (await request).map(rowFrom);
}

async function readRow(request: Promise<StoredRow | undefined>): Promise<Row | undefined> {
  const stored = await request;
  return stored && rowFrom(stored);
}

function isSame(current: readonly Row[], before: readonly Row[]): boolean {
  return (
    current.length === before.length &&
    current.every(({ id, revision }, place) => {
      const row = before[place];
      return row?.id === id && row?.revision === revision;
    })
  );
}
