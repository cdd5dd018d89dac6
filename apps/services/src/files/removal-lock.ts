import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

const key = `hashtextextended('atma.removals', 0)`;

/**
 * SQL with which a session keeps all bytes in the store until it ends: a backup names them by what the database said
 * at its beginning.
 */
export const lockRemovals = `select pg_advisory_lock(${key})`;

/** False while a backup needs all bytes; true keeps one from beginning until the transaction ends. */
export async function mayRemove(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.raw(key)}) as free
  `.execute(transaction);
  return rows[0]!.free;
}
