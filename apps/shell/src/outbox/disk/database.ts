import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { inTime, TimedOut } from '../../in-time.ts';
import { openLimitInMs } from '../model/limits.ts';
import type { StoredRow } from './stored-row.ts';
import type { Totals } from './totals.ts';

const databaseName = 'lectern-outbox';

export interface Schema extends DBSchema {
  entries: {
    key: number;
    value: StoredRow;
    indexes: { queue: [string, string]; aside: [string, string]; mark: [string, string] };
  };
  /** Absent: there is nothing, or it is to be counted anew. */
  totals: { key: string; value: { readonly [Name in keyof Totals]?: unknown } };
}

/** The database cannot be opened, or does not answer in time. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** A later version of the shell has it, in another tab. Nothing but a reload helps. */
  readonly isNewer: boolean;
  /** Resolves when it has answered after all; absent where it has said that it cannot be opened. */
  readonly answered: Promise<void> | undefined;

  constructor(cause: unknown, answered?: Promise<void>) {
    super(answered ? 'The database does not answer.' : 'The database cannot be opened.', { cause });
    this.isNewer = cause instanceof DOMException && cause.name === 'VersionError';
    this.answered = answered;
  }
}

/** @param onLost The connection is gone; another one can be opened. */
function requestDatabase(onLost: () => void): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(databaseName, 1, {
    upgrade(database) {
      const entries = database.createObjectStore('entries', { keyPath: 'id', autoIncrement: true });
      entries.createIndex('queue', ['user', 'queue']);
      entries.createIndex('aside', ['user', 'aside']);
      entries.createIndex('mark', ['user', 'mark']);
      database.createObjectStore('totals', { keyPath: 'user' });
    },
    // Another tab upgrades or deletes it, and waits for this one.
    blocking(_current, _blocked, event) {
      onLost();
      (event.target as IDBDatabase).close();
    },
    terminated: onLost,
  });
}

/**
 * Opens the database, as soon as it answers. WebKit may leave the first request of a page without an answer (bug
 * 226547), and answers the second one.
 *
 * @param onLost As for {@link requestDatabase}.
 */
export function openDatabase(onLost: () => void): Promise<IDBPDatabase<Schema>> {
  const { promise: opened, resolve, reject } = Promise.withResolvers<IDBPDatabase<Schema>>();
  let underWay = 0;
  let isOver = false;
  const request = async () => {
    underWay += 1;
    try {
      const database = await requestDatabase(onLost);
      if (isOver) return database.close();
      isOver = true;
      resolve(database);
    } catch (error) {
      underWay -= 1;
      // The other one may still succeed.
      if (underWay > 0) return;
      isOver = true;
      reject(error);
    }
  };
  void request();
  const again = setTimeout(() => void request(), openLimitInMs / 2);
  const stop = () => clearTimeout(again);
  opened.then(stop, stop);
  return opened;
}

/** @throws {DatabaseUnavailable} */
export async function openedInTime(
  opening: Promise<IDBPDatabase<Schema>>,
): Promise<IDBPDatabase<Schema>> {
  try {
    return await inTime(opening, openLimitInMs, 'Opening the database');
  } catch (error) {
    if (!(error instanceof TimedOut)) throw new DatabaseUnavailable(error);
    throw new DatabaseUnavailable(error, settled(opening));
  }
}

/** @returns a promise that resolves once the work has ended in any way. */
export async function settled(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}
