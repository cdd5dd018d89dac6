import { sql } from 'kysely';
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
  /** The first pause after a failure; each further one is twice as long, up to the longest. */
  readonly pauseInMs: number;
  readonly longestPauseInMs: number;
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

/**
 * Sends a target what comes next, in one request. The row of the target is locked meanwhile, so that one
 * process does so in the whole installation; where it dies, the lock goes with its connection, and the
 * next one sends the same again. A batch that is refused is halved until the statement that is not taken
 * stands alone.
 */
export function runRound(
  database: Database,
  target: ForwardingTarget,
  limits: RoundLimits,
): Promise<Round> {
  return database.transaction().execute(async (transaction) => {
    const state = await lockTarget(transaction, target);
    if (!state) return { next: 'later' };
    // After a failure what is new goes first: it may have been the statement alone that failed.
    const again = () => sendAgain(transaction, target, state, limits);
    const isFailing = state.attempts > 0;
    const before = isFailing ? undefined : await again();
    if (before) return before;
    const { statements, size, end } = await readBatch(
      transaction,
      state.position,
      limits.sizeMaximum,
      target,
    );
    if (end === undefined) return (isFailing && (await again())) || { next: 'later' };
    const outcome =
      statements.length === 0
        ? undefined
        : await sendStatements(transaction, target, statements, limits);
    switch (outcome?.kind) {
      case 'unavailable':
        await recordUnavailable(transaction, target, state, outcome, limits);
        return { next: 'later' };
      case 'refused': {
        if (statements.length > 1 && size > 1) {
          return { next: 'now', sizeMaximum: Math.ceil(size / 2) };
        }
        const unavailable = await setAside(transaction, target, statements, outcome, limits);
        if (!unavailable) break;
        await recordUnavailable(transaction, target, state, unavailable, limits);
        return { next: 'later' };
      }
      case 'arrived':
        await recordArrival(transaction, target);
        break;
      case undefined:
      default:
    }
    await moveOn(transaction, target, end);
    return { next: 'now', sizeMaximum: Math.min(batchMaximum, limits.sizeMaximum * 2) };
  });
}

/**
 * Sets aside what is refused of what cannot be halved: a statement, or one with what voided it before it
 * came, which are then sent each by itself.
 *
 * @returns how the target cannot be used any more; then nothing is recorded, and all of it is sent again
 */
async function setAside(
  transaction: Database,
  target: ForwardingTarget,
  statements: readonly Forwarded[],
  refused: Extract<Outcome, { kind: 'refused' }>,
  limits: RoundLimits,
): Promise<Extract<Outcome, { kind: 'unavailable' }> | undefined> {
  const outcomes: [Forwarded, Exclude<Outcome, { kind: 'unavailable' }>][] = [];
  for (const one of statements) {
    const outcome =
      statements.length === 1 ? refused : await sendStatements(transaction, target, [one], limits);
    if (outcome.kind === 'unavailable') return outcome;
    outcomes.push([one, outcome]);
  }
  // Once all have been sent: what is locked by then keeps nobody waiting for the target. Of two rows each
  // would be held by one of us where somebody erases both, but for the lock that they take first.
  if (outcomes.length > 1) await lockStatements(transaction);
  for (const [one, outcome] of outcomes) {
    if (outcome.kind === 'refused') {
      await recordRefusal(transaction, target, one, outcome);
      limits.onRefused(target.name, outcome.status);
    } else await recordArrival(transaction, target);
  }
  return undefined;
}

async function lockTarget(
  transaction: Database,
  { name }: ForwardingTarget,
): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select position, attempts from lars.forwardings
    where target = ${name} and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
    for update skip locked
  `.execute(transaction);
  return rows[0];
}

/** A statement that was refused, and that somebody wants sent again. */
async function nextAgain(
  transaction: Database,
  { name }: ForwardingTarget,
): Promise<string | undefined> {
  const failure = await transaction
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
  transaction: Database,
  target: ForwardingTarget,
  state: Position,
  limits: RoundLimits,
): Promise<Round | undefined> {
  const statementId = await nextAgain(transaction, target);
  if (statementId === undefined) return undefined;
  const one = await readOne(transaction, statementId);
  const outcome: Outcome = one
    ? await sendStatements(transaction, target, [one], limits)
    : { kind: 'arrived' };
  if (outcome.kind === 'unavailable') {
    await transaction
      .updateTable('lars.forwarding_failures')
      .set({ is_waiting: false, answer: outcome.reason })
      .where('target', '=', target.name)
      .where('statement_id', '=', statementId)
      .execute();
    await recordUnavailable(transaction, target, state, outcome, limits);
    return { next: 'later' };
  }
  if (outcome.kind === 'refused') await recordRefusal(transaction, target, one!, outcome);
  else {
    await transaction
      .deleteFrom('lars.forwarding_failures')
      .where('target', '=', target.name)
      .where('statement_id', '=', statementId)
      .execute();
    await recordArrival(transaction, target);
  }
  return { next: 'now', sizeMaximum: limits.sizeMaximum };
}

/** Of a statement that was erased meanwhile nothing is left, not even this: who erases waits for it. */
async function recordRefusal(
  transaction: Database,
  { name }: ForwardingTarget,
  { found: { id } }: Forwarded,
  { status, answer }: Extract<Outcome, { kind: 'refused' }>,
): Promise<void> {
  await sql`
    insert into lars.forwarding_failures (
      subject, target, sequence, statement_id, status, answer, failed_at
    )
    select subject, ${name}, sequence, statement_id, ${status}, ${answer}, clock_timestamp()
    from lars.statement_ids where statement_id = ${id} for share
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
  const growing = Math.min(limits.longestPauseInMs, limits.pauseInMs * 2 ** Math.min(attempts, 30));
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

async function moveOn(
  transaction: Database,
  { name }: ForwardingTarget,
  position: string,
): Promise<void> {
  await transaction
    .updateTable('lars.forwardings')
    .set({ position })
    .where('target', '=', name)
    .execute();
}
