import { sql } from 'kysely';
import { lockByName } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import { lockOf } from './round.ts';

/** How a target is, as those who operate the platform see it. */
export interface ForwardingState {
  readonly target: string;
  /** `sequence` of the last statement that it has. */
  readonly position: string;
  /** How many statements came after that, whether it wants them or not. */
  readonly behind: number;
  /** Statements that it has refused. */
  readonly failures: number;
  /** Attempts in vain since something arrived. */
  readonly attempts: number;
  readonly last_failure: string | null;
  readonly last_failure_at: Date | null;
  readonly next_attempt_at: Date | null;
}

/** All targets that there ever were, by name. */
export async function forwardingStates(database: Database): Promise<readonly ForwardingState[]> {
  const { rows } = await sql<Omit<ForwardingState, 'behind'>>`
    select target, position, attempts, last_failure, last_failure_at, next_attempt_at,
      (select count(*)::int from lars.forwarding_failures failure
        where failure.target = forwarding.target) as failures
    from lars.forwardings forwarding order by target
  `.execute(database);
  const states: ForwardingState[] = [];
  for (const row of rows) states.push({ ...row, behind: await countAfter(database, row.position) });
  return states;
}

async function countAfter(database: Database, position: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lars.statements where sequence > ${position}::bigint
  `.execute(database);
  return rows[0]!.count;
}

/** A statement that another store has refused. */
export interface ForwardingFailure {
  readonly statement_id: string;
  readonly status: number;
  /** The other store's words, on one line. */
  readonly answer: string;
  readonly failed_at: Date;
  readonly is_waiting: boolean;
}

/** The oldest ones. */
export async function forwardingFailures(
  database: Database,
  target: string,
  maximum: number,
): Promise<readonly ForwardingFailure[]> {
  return database
    .selectFrom('lars.forwarding_failures')
    .select(['statement_id', 'status', 'answer', 'failed_at', 'is_waiting'])
    .where('target', '=', target)
    .orderBy('sequence')
    .limit(maximum)
    .execute();
}

/** Has what was refused sent again, and a target that is left alone for a while asked at once. */
export async function sendFailuresAgain(transaction: Database, target: string): Promise<number> {
  // A process that sends now would write the outcome over it.
  await lockByName(transaction, lockOf(target));
  await transaction
    .updateTable('lars.forwardings')
    .set({ next_attempt_at: null })
    .where('target', '=', target)
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable('lars.forwarding_failures')
    .set({ is_waiting: true })
    .where('target', '=', target)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Drops all that waits for a target: what it has not got, and what it has refused. */
export async function forgetTarget(transaction: Database, target: string): Promise<void> {
  // A process that sends now would write the outcome over it.
  await lockByName(transaction, lockOf(target));
  await transaction.deleteFrom('lars.forwardings').where('target', '=', target).execute();
  await transaction.deleteFrom('lars.forwarding_failures').where('target', '=', target).execute();
}
