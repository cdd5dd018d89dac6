import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { patienceInMs } from '../../../test/rounds.ts';
import type { Database } from '../src/index.ts';

/**
 * For a server that is asked something: waits until no transaction of the database is open between two statements.
 * One that waits for the server's answer stays open.
 *
 * @param then hears whether they have ended; `false` also where the database does not say
 */
export function afterIdleTransactions(
  database: Database,
  then: (haveEnded: boolean) => void,
): void {
  void haveEnded(database)
    .catch(() => false)
    .then(then);
}

async function haveEnded(database: Database): Promise<boolean> {
  const end = Date.now() + patienceInMs / 2;
  while (Date.now() < end) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
    `.execute(database);
    if (rows.length === 0) return true;
    await delay(20);
  }
  return false;
}
