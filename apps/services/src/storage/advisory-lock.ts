import { sql } from 'kysely';
import { idleLimitInMs, type Database } from './database.ts';

/** `shared`: among others who share it; only `exclusive` keeps everybody else out. */
export type LockMode = 'shared' | 'exclusive';

const lockFunction = {
  shared: 'pg_advisory_xact_lock_shared',
  exclusive: 'pg_advisory_xact_lock',
} as const;

/**
 * Waits for the lock of a name and keeps it until the transaction ends. Whoever takes several takes
 * them in the same order as everybody else.
 */
export async function lockByName(
  transaction: Database,
  name: string,
  mode: LockMode = 'exclusive',
): Promise<void> {
  await sql`select ${sql.id(lockFunction[mode])}(hashtextextended(${name}, 0))`.execute(
    transaction,
  );
}

/**
 * Works while no other connection has the lock of a name, over the one connection that has it: where that is
 * lost, the lock is free for others, and nothing can be written any more. No transaction is open meanwhile. The server
 * ends a connection that says nothing for {@link idleLimitInMs}: its process may stand still, or be gone without a word.
 *
 * @returns `undefined` where another connection has the lock
 */
export function whileLocked<Result>(
  database: Database,
  name: string,
  work: (connection: Database) => Promise<Result>,
): Promise<Result | undefined> {
  return database.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked
    `.execute(connection);
    if (!rows[0]?.locked) return undefined;
    const unlock = async () => {
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`.execute(connection);
      await limitIdleness(connection, 0);
    };
    let result: Result;
    try {
      await limitIdleness(connection, idleLimitInMs);
      result = await work(connection);
    } catch (error) {
      // Fails as well where the connection is lost; the first error says why.
      await unlock().catch(() => {});
      throw error;
    }
    await unlock();
    return result;
  });
}

/** @param limitInMs 0: none */
async function limitIdleness(connection: Database, limitInMs: number): Promise<void> {
  await sql`
    select set_config('idle_session_timeout', ${String(limitInMs)}, false)
  `.execute(connection);
}

/** Lets statements of the transaction fail (55P03) that wait longer for the lock of another one. */
export async function limitLockWaits(transaction: Database, limitInMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${String(limitInMs)}, true)`.execute(transaction);
}
