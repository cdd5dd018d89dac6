import { backOffInMs, type GrowingPauses } from '@lectern/contracts/calls/back-off';
import { sql } from 'kysely';
import { whileLocked } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import { lockStatements } from '../subject/batches.ts';
import { readBatch, readOne, type Forwarded } from './batch.ts';
import { sendStatements, type Outcome, type SendLimits } from './send.ts';
import type { ForwardingTarget } from './target.ts';

/** Result of a round: `later` until something new comes, or a pause is over. */
export type Round =
  | { readonly next: 'later' }
  | { readonly next: 'now'; readonly sizeMaximum: number };

export interface RoundLimits extends SendLimits {
  /** How many statements are read at most. */
  readonly sizeMaximum: number;
  /** After failures. */
  readonly pauses: GrowingPauses;
  /** Hears of a statement that is set aside. */
  onRefused(target: string, status: number): void;
}

/** Most statements of a request. */
export const batchMaximum = 100;
/** Retry-After is honoured up to one hour, so that a faulty store cannot stop forwarding for days. */
const retryAfterMaximumInMs = 3_600_000;

interface Position {
  readonly position: string;
  readonly attempts: number;
}

/** Lock of the one process that sends to a target. */
export function lockOf(target: string): string {
  return `lars.forwardings:${target}`;
}

/**
 * Sends a target what comes next, in one request, while no other process of the installation does. Where the
 * process dies, the lock goes with its connection, and the next one sends the same again. A batch that is refused
 * is halved until the statement that is not taken stands alone.
 */
export async function runRound(
  database: Database,
  target: ForwardingTarget,
  limits: RoundLimits,
): Promise<Round> {
  const round = await whileLocked(database, lockOf(target.name), (connection) =>
    sendNext(connection, target, limits),
  );
  return round ?? { next: 'later' };
}

async function sendNext(
  connection: Database,
  target: ForwardingTarget,
  limits: RoundLimits,
): Promise<Round> {
  const state = await findDue(connection, target);
  if (!state) return { next: 'later' };
  // After a failure what is new goes first: it may have been the statement alone that failed.
  const again = () => sendAgain(connection, target, state, limits);
  const isFailing = state.attempts > 0;
  const before = isFailing ? undefined : await again();
  if (before) return before;
  const { sizeMaximum } = limits;
  const { statements, size, end } = await readBatch(
    connection,
    state.position,
    sizeMaximum,
    target,
  );
  if (end === undefined) return (isFailing && (await again())) || { next: 'later' };
  let outcomes: readonly Outcome[] =
    statements.length === 0 ? [] : [await sendStatements(connection, target, statements, limits)];
  if (outcomes[0]?.kind === 'refused' && statements.length > 1) {
    if (size > 1) return { next: 'now', sizeMaximum: Math.ceil(size / 2) };
    outcomes = await sendEach(connection, target, statements, limits);
  }
  const last = outcomes.at(-1);
  if (last?.kind === 'unavailable') {
    // The round records nothing else, so that all of it is sent again.
    await recordUnavailable(connection, target, state, last, limits);
    return { next: 'later' };
  }
  await connection.transaction().execute(async (transaction) => {
    // As older processes do, which take the row before they send.
    await lockRow(transaction, target);
    // Locks writers out first: one order everywhere, so no deadlock with an erasure.
    if (outcomes.length > 1) await lockStatements(transaction);
    for (const [place, outcome] of outcomes.entries()) {
      if (outcome.kind !== 'refused') continue;
      await recordRefusal(transaction, target, statements[place]!, outcome);
    }
    if (outcomes.some(({ kind }) => kind === 'arrived')) await recordArrival(transaction, target);
    await moveOn(transaction, target, end);
  });
  for (const outcome of outcomes) {
    if (outcome.kind === 'refused') limits.onRefused(target.name, outcome.status);
  }
  return { next: 'now', sizeMaximum: Math.min(batchMaximum, sizeMaximum * 2) };
}

/**
 * Sends each by itself what is refused and cannot be halved: a statement with what voided it before it came.
 *
 * @returns their outcomes; the last one is `unavailable` where the target cannot be used any more
 */
async function sendEach(
  connection: Database,
  target: ForwardingTarget,
  statements: readonly Forwarded[],
  limits: RoundLimits,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const forwarded of statements) {
    const outcome = await sendStatements(connection, target, [forwarded], limits);
    outcomes.push(outcome);
    if (outcome.kind === 'unavailable') break;
    // The connection of the lock ends where it says nothing for long, and a slow target takes its time for each.
    await sql`select`.execute(connection);
  }
  return outcomes;
}

/** State of a target whose pause is over. An older process locks the row while it sends, and is left alone. */
async function findDue(
  connection: Database,
  { name }: ForwardingTarget,
): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select position, attempts from lars.forwardings
    where target = ${name} and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
    for update skip locked
  `.execute(connection);
  return rows[0];
}

/** A statement that was refused, and that somebody wants sent again. */
async function nextAgain(
  connection: Database,
  { name }: ForwardingTarget,
): Promise<string | undefined> {
  const failure = await connection
    .selectFrom('lars.forwarding_failures')
    .select('statement_id')
    .where('target', '=', name)
    .where('is_waiting', '=', true)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  return failure?.statement_id;
}

/**
 * Sends the first that was refused and is waiting, once: where nothing can be sent it waits no longer, so that
 * it holds up nothing else.
 *
 * @returns `undefined` where none is waiting
 */
async function sendAgain(
  connection: Database,
  target: ForwardingTarget,
  state: Position,
  limits: RoundLimits,
): Promise<Round | undefined> {
  const statementId = await nextAgain(connection, target);
  if (statementId === undefined) return undefined;
  const forwarded = await readOne(connection, statementId);
  const outcome: Outcome = forwarded
    ? await sendStatements(connection, target, [forwarded], limits)
    : { kind: 'arrived' };
  await connection.transaction().execute(async (transaction) => {
    if (outcome.kind === 'refused') {
      return recordRefusal(transaction, target, forwarded!, outcome);
    }
    if (outcome.kind === 'unavailable') {
      await transaction
        .updateTable('lars.forwarding_failures')
        .set({ is_waiting: false, answer: outcome.reason })
        .where('target', '=', target.name)
        .where('statement_id', '=', statementId)
        .execute();
      return recordUnavailable(transaction, target, state, outcome, limits);
    }
    await transaction
      .deleteFrom('lars.forwarding_failures')
      .where('target', '=', target.name)
      .where('statement_id', '=', statementId)
      .execute();
    return recordArrival(transaction, target);
  });
  return outcome.kind === 'unavailable'
    ? { next: 'later' }
    : { next: 'now', sizeMaximum: limits.sizeMaximum };
}

/** Of a statement that was erased meanwhile nothing is left, not even this: the erasure waits for it. */
async function recordRefusal(
  transaction: Database,
  { name }: ForwardingTarget,
  { found: { id } }: Forwarded,
  { status, answer }: Extract<Outcome, { kind: 'refused' }>,
): Promise<void> {
  const { rows } = await sql<{ subject: string; sequence: string }>`
    select subject, sequence from lars.statement_ids where statement_id = ${id} for share
  `.execute(transaction);
  const [found] = rows;
  if (!found) return;
  await sql`
    insert into lars.forwarding_failures (
      subject, target, sequence, statement_id, status, answer, failed_at
    )
    values (
      ${found.subject}, ${name}, ${found.sequence}, ${id}, ${status}, ${answer}, clock_timestamp()
    )
    on conflict (subject, target, sequence) do update set
      status = excluded.status, answer = excluded.answer, failed_at = excluded.failed_at,
      is_waiting = false
  `.execute(transaction);
}

async function recordUnavailable(
  transaction: Database,
  { name }: ForwardingTarget,
  { attempts }: Position,
  { reason, pauseInMs = 0 }: Extract<Outcome, { kind: 'unavailable' }>,
  limits: RoundLimits,
): Promise<void> {
  const growing = backOffInMs(limits.pauses, attempts + 1);
  const pause = Math.max(growing, Math.min(pauseInMs, retryAfterMaximumInMs));
  await transaction
    .updateTable('lars.forwardings')
    .set({
      attempts: attempts + 1,
      next_attempt_at: sql<Date>`clock_timestamp() + ${pause} * interval '1 millisecond'`,
      last_failure: reason,
      last_failure_at: sql<Date>`clock_timestamp()`,
    })
    .where('target', '=', name)
    .execute();
}

async function recordArrival(transaction: Database, { name }: ForwardingTarget): Promise<void> {
  await transaction
    .updateTable('lars.forwardings')
    .set({ attempts: 0, next_attempt_at: null })
    .where('target', '=', name)
    .execute();
}

async function lockRow(transaction: Database, { name }: ForwardingTarget): Promise<void> {
  await sql`select from lars.forwardings where target = ${name} for update`.execute(transaction);
}

/** Never back: an older process may have sent the same, and more. */
async function moveOn(
  transaction: Database,
  { name }: ForwardingTarget,
  position: string,
): Promise<void> {
  await transaction
    .updateTable('lars.forwardings')
    .set({ position })
    .where('target', '=', name)
    .where('position', '<', position)
    .execute();
}
