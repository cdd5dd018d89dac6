import { sql } from 'kysely';
import type { Database } from '../src/index.ts';

/**
 * Makes every request to the local store wait in the database.
 *
 * @returns how to let them go on
 */
export async function lockItems(database: Database): Promise<() => Promise<void>> {
  const transaction = await database.startTransaction().execute();
  await sql`lock table clag.local_store_items in access exclusive mode`.execute(transaction);
  return () => transaction.rollback().execute();
}

/** How many requests wait for a lock, such as {@link lockItems}. */
export async function countWaiting(database: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(database);
  return rows[0]!.waiting;
}
