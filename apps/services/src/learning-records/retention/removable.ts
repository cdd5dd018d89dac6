import { voidingVerbId } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { batchSize } from '../subject/batches.ts';
import { placesOf, type StatementPlace } from '../store/statement-place.ts';
import { termOf } from '../store/terms.ts';

/** A statement that a policy names. */
export interface DueStatement extends StatementPlace {
  /** When it was stored, to the microsecond. */
  readonly place: string;
  readonly registration: string | null;
  readonly attached: readonly string[] | null;
  readonly isVoided: boolean;
  /** The statement that it voids, or tries to. */
  readonly voids: string | null;
}

/** Columns of a {@link DueStatement}, of `lars.statements found`. */
export const dueColumns = sql`found.subject, found.sequence, found.statement_id,
  to_json(found.stored) #>> '{}' as place, found.registration, found.attached,
  found.is_voided as "isVoided",
  case found.verb when ${termOf('verb', voidingVerbId)}::bigint then found.refers_to end as voids`;

/**
 * Gives those of some statements that may go, and with each voided one what voids it. These stay:
 *
 * - what a target of the forwarding has not got yet, because it comes later or was refused;
 * - statements of a registration that has a session of cmi5 open;
 * - a statement that voids, while what it voids is there or still to come.
 *
 * @param only of what voids others, nothing but these sequences; where another one voids a statement, both stay
 */
export async function removableOf(
  database: Database,
  due: readonly DueStatement[],
  only?: ReadonlySet<string>,
): Promise<readonly DueStatement[]> {
  const isVoiding = await voidingSomething(database, due);
  const waiting = await waitingFor(database, due);
  const free = due.filter((one) => !waiting.has(one.sequence) && !isVoiding(one));
  const voidings = await voidingsOf(database, free);
  if (voidings.length === 0) return free;
  const waitingVoidings = await waitingFor(database, voidings);
  const stays = ({ sequence }: DueStatement) =>
    waitingVoidings.has(sequence) || (only !== undefined && !only.has(sequence));
  const blocked = new Set(voidings.filter(stays).map(({ voids }) => voids));
  const going = new Map(
    [
      ...free.filter(({ statement_id }) => !blocked.has(statement_id)),
      ...voidings.filter(({ voids }) => !blocked.has(voids)),
    ].map((one) => [one.sequence, one]),
  );
  return [...going.values()];
}

/** True for a statement that voids what is there, or is to void what comes. */
async function voidingSomething(
  database: Database,
  due: readonly DueStatement[],
): Promise<(one: DueStatement) => boolean> {
  const ids = due.flatMap(({ voids }) => voids ?? []);
  if (ids.length === 0) return () => false;
  const there = await placesOf(database, ids);
  const { rows: awaited } = await sql<{ statement_id: string }>`
    select statement_id from lars.voidings where statement_id = any(${ids}::uuid[])
  `.execute(database);
  const targets = new Set([...there, ...awaited].map(({ statement_id }) => statement_id));
  return ({ voids }) => voids !== null && targets.has(voids);
}

/** Statements that void one of some voided ones, the newest ones; those before void nothing any more. */
async function voidingsOf(
  database: Database,
  free: readonly DueStatement[],
): Promise<readonly DueStatement[]> {
  const ids = free.filter(({ isVoided }) => isVoided).map(({ statement_id }) => statement_id);
  if (ids.length === 0) return [];
  const { rows } = await sql<DueStatement>`
    select ${dueColumns} from lars.statements found
    where refers_to = any(${ids}::uuid[]) and verb = ${termOf('verb', voidingVerbId)}::bigint
    order by sequence desc limit ${batchSize}
  `.execute(database);
  return rows;
}

/** Sequences of those that others still need. */
async function waitingFor(
  database: Database,
  due: readonly DueStatement[],
): Promise<ReadonlySet<string>> {
  const subjects = due.map(({ subject }) => subject);
  const sequences = due.map(({ sequence }) => sequence);
  // Also of targets that are not in the settings now: named again, they go on where they were.
  const { rows: unsent } = await sql<{ sequence: string }>`
    select given.sequence from unnest(${subjects}::text[], ${sequences}::bigint[])
      given (subject, sequence)
    where given.sequence > (select min(position) from lars.forwardings)
      or exists (
        select from lars.forwarding_failures failure
        where failure.subject = given.subject and failure.sequence = given.sequence
      )
  `.execute(database);
  return new Set([
    ...unsent.map(({ sequence }) => sequence),
    ...(await inOpenSessions(database, due)),
  ]);
}

async function inOpenSessions(
  database: Database,
  due: readonly DueStatement[],
): Promise<readonly string[]> {
  const registered = due.filter(({ registration }) => registration !== null);
  if (registered.length === 0) return [];
  const { rows } = await sql<{ subject: string; registration: string }>`
    select subject, registration from lars.cmi5_sessions
    where (subject, registration) in (
      select * from unnest(
        ${registered.map(({ subject }) => subject)}::text[],
        ${registered.map(({ registration }) => registration)}::uuid[]
      )
    ) and ended_at is null and expires_at > now()
  `.execute(database);
  const open = new Set(rows.map(({ subject, registration }) => `${registration} ${subject}`));
  return registered
    .filter(({ subject, registration }) => open.has(`${registration} ${subject}`))
    .map(({ sequence }) => sequence);
}
