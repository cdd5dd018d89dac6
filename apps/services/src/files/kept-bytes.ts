import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

const key = `hashtextextended('atma.removals', 0)`;

/**
 * SQL with which a session keeps all bytes in the store until it ends: a backup names them by what the database said
 * at its beginning.
 */
export const lockRemovals = `select pg_advisory_lock(${key})`;

/** SQL for the names of the bytes that versions of files have. Those of uploads under way are no part of a backup. */
export const keptBytes = `
  select object_id::text from atma.file_versions where object_id is not null
  union select object_id::text from atma.contents order by object_id
`;

/** False while a backup needs all bytes; true keeps one from beginning until the transaction ends. */
export async function mayRemove(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.raw(key)}) as free
  `.execute(transaction);
  return rows[0]!.free;
}
