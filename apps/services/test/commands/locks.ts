import { sql, type ControlledTransaction } from 'kysely';
import { expect, onTestFinished, vi } from 'vitest';
import type { Database, Tables } from '../../src/index.ts';

/** A transaction in whose way a command can be put; it ends with the test at the latest. */
export async function openTransaction(database: Database): Promise<ControlledTransaction<Tables>> {
  const transaction = await database.startTransaction().execute();
  onTestFinished(async () => {
    if (transaction.isCommitted || transaction.isRolledBack) return;
    await transaction.rollback().execute();
  });
  return transaction;
}

/** Resolves when a command on this database waits for a lock. */
export function commandWaits(database: Database): Promise<void> {
  return vi.waitFor(async () => {
    const { rows } = await sql`
        select from pg_stat_activity
        where application_name = 'lectern-command' and datname = current_database()
          and wait_event_type = 'Lock'
      `.execute(database);
    expect(rows).toHaveLength(1);
  });
}

/** Resolves when no command is connected to this database any more. */
export function commandsAreGone(database: Database): Promise<void> {
  return vi.waitFor(async () => {
    const { rows } = await sql`
        select from pg_stat_activity
        where application_name = 'lectern-command' and datname = current_database()
      `.execute(database);
    expect(rows).toEqual([]);
  });
}

/** Resolves when somebody waits for a lock by name (`storage/advisory-lock.ts`). */
export function somebodyWaitsForName(database: Database): Promise<void> {
  return vi.waitFor(async () => {
    const { rows } = await sql`
        select from pg_locks where not granted and locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())
      `.execute(database);
    expect(rows).toHaveLength(1);
  });
}
