import { sql } from 'kysely';
import { lockByName } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';

/** How many statements are changed before others may write again. */
export const batchSize = 200;

/** Work on many statements, of which a part is done at a time. */
export interface Batches {
  /** For what is only looked up. */
  readonly database: Database;
  /** One part, in a transaction. */
  run<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>;
  /** Is told what a part has come to, within its transaction. */
  readonly onPart?: (transaction: Database, recorded: Recorded) => Promise<void>;
}

/** How much was erased or moved of what a subject has recorded. */
export interface Recorded {
  readonly statements: number;
  readonly attachments: number;
}

/** How long a process that stands still may keep the lock from others. */
const idleMaximum = '5s';

/** Each part is kept when it is done, and others write between two of them. */
export function committed(database: Database, onPart?: Batches['onPart']): Batches {
  return {
    database,
    ...(onPart && { onPart }),
    run: (work) =>
      database.transaction().execute(async (transaction) => {
        await sql`
          select set_config('idle_in_transaction_session_timeout', ${idleMaximum}, true)
        `.execute(transaction);
        return work(transaction);
      }),
  };
}

/** All parts are kept with what else a transaction does, or none. */
export function within(transaction: Database): Batches {
  return { database: transaction, run: (work) => work(transaction) };
}

/**
 * Nothing is stored from now on until the transaction ends: statements are changed by one at a time
 * (`lars.store_statements`). Whoever stores waits, so it has to end soon. Taken before any row, as writers do.
 */
export async function lockStatements(transaction: Database): Promise<void> {
  await lockByName(transaction, 'lars.statements');
}
