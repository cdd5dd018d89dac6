import type { IDBPDatabase, IDBPTransaction } from 'idb';
import { inTime, TimedOut } from '../../in-time.ts';
import {
  DatabaseUnavailable,
  openDatabase,
  openedInTime,
  settled,
  type Schema,
} from './database.ts';
import type { Deadline } from '../../deadline.ts';
import type { KindName } from '../model/entry.ts';
import { acceptLimitInMs } from '../model/limits.ts';
import type { Change, LaneRows, Premise, Row } from '../model/row.ts';
import { asStorageFull, StorageFull } from './storage-full.ts';
import { rowFrom, storedRowOf, type StoredRow } from './stored-row.ts';
import { count, isTotals, withChange, type Totals } from './totals.ts';

/**
 * `accept`: it shall be on the disk before it counts as done, as long as there is room. `decide`: the
 * same, whatever the room. `note`: a loss of power may undo it.
 */
type Purpose = 'accept' | 'decide' | 'note';

type Transaction = IDBPTransaction<Schema, ('entries' | 'totals')[], 'readonly' | 'readwrite'>;

/** Names that this code never gives are looked at, too: what lies there is set aside. */
const rangesOfKinds: Readonly<Record<KindName, readonly [first: string, last: string]>> = {
  annotations: ['', 'answers.'],
  answers: ['answers.', 'assignments.'],
  assignments: ['assignments.', 'feedback.'],
  feedback: ['feedback.', 'items.'],
  items: ['items.', 'statements.'],
  statements: ['statements.', '\uffff'],
};

/** Work on the database, and the way to let go of the connection that it uses. */
interface Using<T> {
  readonly done: Promise<T>;
  drop(): void;
}

/** The entries of one user. */
/** A lane with something to send. */
export interface NextLane {
  readonly kind: KindName;
  readonly lane: string;
}

export type EntryStore = ReturnType<typeof createEntryStore>;

/**
 * @param limitInBytes Most that the user's entries take together.
 * @param onUnavailable Told when it could not be opened for something, or has not answered in time.
 */
export function createEntryStore(
  user: string,
  limitInBytes: number,
  onUnavailable: (error: DatabaseUnavailable) => void = () => {},
) {
  const ofUser = IDBKeyRange.bound([user], [user, []]);
  let connection: Promise<IDBPDatabase<Schema>> | undefined;
  let isClosed = false;
  /** Work that is still waited for. */
  const underWay = new Set<symbol>();

  function open(): Promise<IDBPDatabase<Schema>> {
    if (connection) return connection;
    const opening = openDatabase(forget);
    function forget(): void {
      if (connection === opening) connection = undefined;
    }
    opening.catch(forget);
    return (connection = opening);
  }

  /** The next operation opens another connection, where this one is still the newest. */
  function drop(used: Promise<IDBPDatabase<Schema>> | undefined): void {
    used?.then(
      (database) => database.close(),
      () => {},
    );
    if (connection === used) connection = undefined;
  }

  /** Work that goes on after the store is closed, as saving does at a sign-out, keeps the connection until its end. */
  function dropUnused(): void {
    if (isClosed && underWay.size === 0) drop(connection);
  }

  /**
   * Works on the database, once more where the connection is lost: iOS ends those of pages in the background.
   * The premises of a commit find what a lost connection has stored.
   */
  function use<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Using<T> {
    const name = Symbol('work');
    underWay.add(name);
    function end(): void {
      underWay.delete(name);
      dropUnused();
    }
    let used: Promise<IDBPDatabase<Schema>> | undefined;
    async function tryTwice(): Promise<T> {
      for (let isAgain = false; ; isAgain = true) {
        used = open();
        try {
          return await work(await openedInTime(used));
        } catch (error) {
          if (!isLost(error)) throw error;
          drop(used);
          if (isAgain) throw error;
        }
      }
    }
    return {
      done: tryTwice().finally(end),
      drop() {
        drop(used);
        end();
      },
    };
  }

  /** @throws {DatabaseUnavailable} after {@link acceptLimitInMs}, too: another tab may stand in the way. */
  async function useInTime<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const using = use(work);
    try {
      return await inTime(using.done, acceptLimitInMs, 'The database');
    } catch (error) {
      if (error instanceof DatabaseUnavailable) onUnavailable(error);
      if (!(error instanceof TimedOut)) throw error;
      throw giveUp(using);
    }
  }

  /** Something has taken too long: the next operation does not wait for this connection. */
  function giveUp({ done, drop }: Using<unknown>): DatabaseUnavailable {
    const error = new DatabaseUnavailable(undefined, settled(done));
    drop();
    onUnavailable(error);
    return error;
  }

  async function totalsIn(transaction: Transaction): Promise<Totals> {
    const total = await transaction.objectStore('totals').get(user);
    if (isTotals(total)) return total;
    const entries = transaction.objectStore('entries');
    return count(
      user,
      (['queue', 'aside'] as const).map((name) => () => entries.index(name).openCursor(ofUser)),
    );
  }

  /** @param totals `leaves counting`: nothing is written, only deleted. */
  async function makeIn(
    database: IDBPDatabase<Schema>,
    changes: readonly Change[],
    premise: Premise,
    purpose: Purpose,
    totals: 'counts' | 'leaves counting',
    deadline?: Deadline,
  ): Promise<boolean> {
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
      // A damaged entry may have been counted as something else.
      const isCertain = !changes.some(({ before }) => before?.isDamaged);
      const isCounted = totals === 'counts' && isCertain && after.undelivered + after.aside > 0;
      const sums = transaction.objectStore('totals');
      // Asynchronous each: one that throws at once would leave the others' rejections unhandled.
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
      throw reason instanceof StorageFull || isLost(reason) ? reason : asStorageFull(error);
    }
  }

  return {
    /** Lets the database go after the work under way, also where it is opened only now. */
    close(): void {
      isClosed = true;
      dropUnused();
    },

    /** @param mode `readwrite` fails where nothing can be written. */
    totals: (mode: 'readonly' | 'readwrite' = 'readonly'): Promise<Totals> =>
      useInTime((database) => totalsIn(database.transaction(['entries', 'totals'], mode))),

    lane: (name: string): Promise<LaneRows> =>
      useInTime(async (database) => {
        const { store } = database.transaction('entries');
        const [queue, aside] = await Promise.all([
          readRows(store.index('queue').getAll([user, name])),
          readRows(store.index('aside').getAll([user, name])),
        ]);
        return { queue, aside };
      }),

    head: (lane: string) =>
      useInTime((database) => readRow(database.getFromIndex('entries', 'queue', [user, lane]))),

    marked: (mark: string) =>
      useInTime((database) => readRow(database.getFromIndex('entries', 'mark', [user, mark]))),

    asideOfUser: () =>
      useInTime((database) => readRows(database.getAllFromIndex('entries', 'aside', ofUser))),

    waitingOfUser: () =>
      useInTime((database) => readRows(database.getAllFromIndex('entries', 'queue', ofUser))),

    /**
     * Of the first kind that has something to send: the lane after the given one that is not to be skipped, in a circle;
     * so that a busy lane does not keep others waiting.
     */
    nextLane: (
      kinds: readonly KindName[],
      after: Readonly<Record<KindName, string>>,
      isSkipped: (lane: string) => boolean,
    ): Promise<NextLane | undefined> =>
      useInTime(async (database) => {
        const index = database.transaction('entries').store.index('queue');
        for (const kind of kinds) {
          const [first, last] = rangesOfKinds[kind];
          for (const range of [
            IDBKeyRange.bound([user, after[kind] || first], [user, last], true, true),
            IDBKeyRange.bound([user, first], [user, after[kind] || first]),
          ]) {
            let cursor = await index.openKeyCursor(range, 'nextunique');
            for (; cursor; cursor = await cursor.continue()) {
              const [, lane] = cursor.key;
              if (!isSkipped(lane)) return { kind, lane };
            }
          }
        }
        return undefined;
      }),

    /**
     * Makes all changes at once, or none. What only goes does so on a full disk, too: then the totals are
     * counted anew by the next call that asks.
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
      const make = async (totals: 'counts' | 'leaves counting') => {
        const commit = (database: IDBPDatabase<Schema>) =>
          makeIn(database, changes, premise, purpose, totals, deadline);
        if (!deadline) return useInTime(commit);
        const committing = use(commit);
        return committing.done.catch((error: unknown) => {
          if (error instanceof DatabaseUnavailable) onUnavailable(error);
          else if (deadline.signal.aborted) giveUp(committing);
          throw error;
        });
      };
      try {
        return await make('counts');
      } catch (error) {
        const isOnlyLess = changes.every(({ after }) => !after);
        if (!isOnlyLess || !(error instanceof StorageFull)) throw error;
        return make('leaves counting');
      }
    },
  };
}

/** The connection is of no use any more: closed, or its other end is gone. */
function isLost(error: unknown): boolean {
  return (
    error instanceof DOMException &&
    (error.name === 'InvalidStateError' || error.name === 'UnknownError')
  );
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
