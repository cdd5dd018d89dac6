import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../src/index.ts';

/** How long transactions of others may take to end, which wait for nothing outside of the database. */
const patienceInMs = 3_000;

/**
 * For a server that is asked something: waits until no transaction of the database is open between two statements.
 * One that waits for the server's answer stays open.
 *
 * @param then hears whether they have ended
 */
export async function afterIdleTransactions(
  database: Database,
  then: (haveEnded: boolean) => void,
): Promise<void> {
  const end = Date.now() + patienceInMs;
  let open = 1;
  while (open > 0 && Date.now() < end) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
    `.execute(database);
    open = rows.length;
    if (open > 0) await delay(20);
  }
  then(open === 0);
}
