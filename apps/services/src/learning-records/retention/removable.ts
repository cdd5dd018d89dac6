import { voidingVerbId } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { batchSize } from '../subject/batches.ts';
import { placesOf, type StatementPlace } from '../store/statement-place.ts';
import { termOf } from '../store/terms.ts';

/** A statement that is due by a policy, or voids one. */
export interface DueStatement extends StatementPlace {
  /** To the microsecond. */
  readonly storedAt: string;
  readonly attached: readonly string[] | null;
  readonly isVoided: boolean;
  /** The statement that it voids, or tries to. */
  readonly voids: string | null;
}

/** Columns of a {@link DueStatement}, of `lars.statements found`. */
export const dueColumns = sql`found.subject, found.sequence, found.statement_id,
  to_json(found.stored) #>> '{}' as "storedAt", found.attached, found.is_voided as "isVoided",
  case found.verb when ${termOf('verb', voidingVerbId)}::bigint then found.refers_to end as voids`;

/**
 * Gives the due statements that may be removed, and with each voided one what voids it. These stay:
 *
 * - what a target of the forwarding has not got yet, because it comes later or was refused;
 * - a statement that voids, while its target is stored or still to come.
 *
 * @param exported of what voids others only these sequences are removed; where another one voids a statement, both stay
 */
export async function removableOf(
  database: Database,
  due: readonly DueStatement[],
  exported?: ReadonlySet<string>,
): Promise<readonly DueStatement[]> {
  const isVoiding = await voidingAmong(database, due);
  const unsent = await unsentAmong(database, due);
  const free = due.filter((statement) => !unsent.has(statement.sequence) && !isVoiding(statement));
  const voidings = await voidingsOf(database, free);
  if (voidings.length === 0) return free;
  const unsentVoidings = await unsentAmong(database, voidings);
  const stays = ({ sequence }: DueStatement) =>
    unsentVoidings.has(sequence) || (exported !== undefined && !exported.has(sequence));
  const blocked = new Set(voidings.filter(stays).map(({ voids }) => voids));
  return [
    ...free.filter(({ statement_id }) => !blocked.has(statement_id)),
    ...voidings.filter(({ voids }) => !blocked.has(voids)),
  ];
}

/** True for a statement whose target is stored, or is voided when it comes. */
async function voidingAmong(
  database: Database,
  due: readonly DueStatement[],
): Promise<(statement: DueStatement) => boolean> {
  const ids = due.flatMap(({ voids }) => voids ?? []);
  if (ids.length === 0) return () => false;
  const stored = await placesOf(database, ids);
  const { rows: awaited } = await sql<{ statement_id: string }>`
    select statement_id from lars.voidings where statement_id = any(${ids}::uuid[])
  `.execute(database);
  const targets = new Set([...stored, ...awaited].map(({ statement_id }) => statement_id));
  return ({ voids }) => voids !== null && targets.has(voids);
}

/** The newest statements that void one of these; earlier ones void nothing any more. */
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

/** Sequences of statements that a target of the forwarding has not got yet. */
async function unsentAmong(
  database: Database,
  due: readonly DueStatement[],
): Promise<ReadonlySet<string>> {
  const subjects = due.map(({ subject }) => subject);
  const sequences = due.map(({ sequence }) => sequence);
  // Also of targets that are not in the settings now: named again, they go on where they were.
  const { rows } = await sql<{ sequence: string }>`
    select given.sequence from unnest(${subjects}::text[], ${sequences}::bigint[])
      given (subject, sequence)
    where given.sequence > (select min(position) from lars.forwardings)
      or exists (
        select from lars.forwarding_failures failure
        where failure.subject = given.subject and failure.sequence = given.sequence
      )
  `.execute(database);
  return new Set(rows.map(({ sequence }) => sequence));
}
