import { voidingVerbId, type Statement } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { attachmentsOf } from '../model/attachments.ts';
import { storedAttachments, type StoredAttachment } from '../store/attachments.ts';
import { foundColumns, type FoundStatement } from '../store/found-statement.ts';
import { findById, statementsAt } from '../store/statement-place.ts';
import { termOf } from '../store/terms.ts';
import { isWanted, voidedBy, type Filter } from './target.ts';

/** A statement on its way. */
export interface Forwarded {
  readonly found: FoundStatement;
  readonly statement: Statement;
}

/** One that was read in its turn. */
interface Read extends Forwarded {
  readonly found: FoundStatement & { readonly is_voided: boolean };
}

/** The next statements for a target. */
export interface Batch {
  /** Wanted statements; they can be more than were looked at, by voidings that came before their targets. */
  readonly statements: readonly Forwarded[];
  /** How many were looked at. */
  readonly size: number;
  /** Where the target is once it has them; absent: nothing has come. */
  readonly end: string | undefined;
}

/** Most bytes of one request, unless one statement alone has more. */
const sizeMaximumInBytes = 4 * 1024 * 1024;

/**
 * Reads what comes after a position, voided statements, too. Writers hold one lock
 * (`lars.store_statements`), so that nothing can come before what was read.
 */
export async function readBatch(
  database: Database,
  position: string,
  maximum: number,
  filter: Filter,
): Promise<Batch> {
  const { rows } = await sql<FoundStatement & { readonly is_voided: boolean }>`
    select ${foundColumns}, is_voided from lars.statements found
    where sequence > ${position}::bigint order by sequence limit ${maximum}
  `.execute(database);
  // As JSON alone first: parsed, it takes sixteen times as much memory.
  const fitting = await firstThatFit(database, rows, (one) => [one]);
  const read = fitting.map(parsed);
  const wanted = await wantedOf(database, read, filter);
  const pairs = await withVoidings(database, wanted);
  if (pairs.every(({ voiding }) => voiding === undefined)) return batchOf(wanted, read);
  const fittingPairs = await firstThatFit(database, pairs, ({ one, voiding }) =>
    voiding ? [one.found, voiding] : [one.found],
  );
  const statements = fittingPairs.flatMap(({ one, voiding }) =>
    voiding ? [one, parsed(voiding)] : [one],
  );
  const next = pairs[fittingPairs.length]?.one;
  return batchOf(statements, next ? read.slice(0, read.indexOf(next)) : read);
}

function batchOf(statements: readonly Forwarded[], read: readonly Read[]): Batch {
  return { statements, size: read.length, end: read.at(-1)?.found.sequence };
}

/** @returns `undefined` where it was erased meanwhile. */
export async function readOne(
  database: Database,
  statementId: string,
): Promise<Forwarded | undefined> {
  const found = await findById(database, statementId);
  return found && parsed(found);
}

function parsed<Found extends FoundStatement>(found: Found) {
  return { found, statement: JSON.parse(found.json) as Statement };
}

/**
 * As many of the first ones as one request holds, one at least, with what is attached to them. What need
 * not go along counts, too: a statement that names much of it goes alone.
 */
async function firstThatFit<One>(
  database: Database,
  all: readonly One[],
  foundIn: (one: One) => readonly FoundStatement[],
): Promise<readonly One[]> {
  const sizes = new Map<FoundStatement, number>();
  const lacking = new Set<FoundStatement>();
  const sizeOf = (one: One) =>
    foundIn(one).reduce(
      (sum, found) => sum + Buffer.byteLength(found.json) + (sizes.get(found) ?? 0),
      0,
    );
  const short = firstsWithin(all, sizeOf);
  const found = short.flatMap(foundIn);
  const attached = await storedAttachments(database, found);
  const brought = new Set(attached.flat().map(({ sha2 }) => sha2));
  for (const [place, one] of found.entries()) {
    const there = attached[place]!;
    sizes.set(
      one,
      there.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0),
    );
    if (lacksAttachment(one, there, brought)) lacking.add(one);
  }
  return firstsWithin(short, sizeOf, (one) => foundIn(one).some((found) => lacking.has(found)));
}

/** True where it names contents that others bring and its own person has not: they must not come with it. */
function lacksAttachment(
  { json }: FoundStatement,
  there: readonly StoredAttachment[],
  brought: ReadonlySet<string>,
): boolean {
  if (brought.size === 0 || !json.includes('"sha2"')) return false;
  const own = new Set(there.map(({ sha2 }) => sha2));
  return attachmentsOf(JSON.parse(json) as Statement)
    .map(({ sha2 }) => sha2.toLowerCase())
    .some((sha2) => brought.has(sha2) && !own.has(sha2));
}

function firstsWithin<One>(
  all: readonly One[],
  sizeOf: (one: One) => number,
  goesAlone: (one: One) => boolean = () => false,
): readonly One[] {
  let total = 0;
  const end = all.findIndex((one, place) => {
    total += sizeOf(one);
    if (place === 0) return false;
    return total > sizeMaximumInBytes || goesAlone(one) || goesAlone(all[place - 1]!);
  });
  return end < 0 ? all : all.slice(0, end);
}

/**
 * Statements that a target wants, and those that void them. A statement that voids nothing here is left out: where
 * a target takes all from one key it would void there what its sender may not.
 */
async function wantedOf(
  database: Database,
  read: readonly Read[],
  filter: Filter,
): Promise<readonly Read[]> {
  const voidings = read.filter(({ statement }) => voidedBy(statement) !== undefined);
  const voided = voidings.length > 0 ? await voidedByAny(database, voidings) : new Map();
  return read.filter(({ found, statement }) => {
    if (voidedBy(statement) === undefined) return isWanted(statement, filter);
    const target = voided.get(found.id);
    return target !== undefined && (isWanted(statement, filter) || isWanted(target, filter));
  });
}

/** @returns the voided statement that each of some statements names, by its id */
async function voidedByAny(
  database: Database,
  voidings: readonly Read[],
): Promise<ReadonlyMap<string, Statement>> {
  const voids = new Map(voidings.map(({ found, statement }) => [found.id, voidedBy(statement)!]));
  // The voiding can be anybody's: what is voided here may be voided there. Whose they are may just be changing.
  const rows = await statementsAt<{ id: string; json: string | null }>(
    database,
    [...new Set(voids.values())],
    sql`found.statement_id as id, case when found.is_voided then found.statement::text end as json`,
  );
  const targets = new Map(
    rows.flatMap(({ id, json }) => (json === null ? [] : [[id, JSON.parse(json) as Statement]])),
  );
  return new Map(
    [...voids].flatMap(([id, voided]) => {
      const target = targets.get(voided);
      return target ? [[id, target] as const] : [];
    }),
  );
}

/** A wanted statement, and its voiding. */
interface Pair {
  readonly one: Read;
  readonly voiding: FoundStatement | undefined;
}

/**
 * Each that was voided before it came with what voided it after it: in its own turn nobody could tell
 * whether the target would want what it voids.
 */
async function withVoidings(database: Database, wanted: readonly Read[]): Promise<readonly Pair[]> {
  const voided = wanted.filter(({ found }) => found.is_voided).map(({ found }) => found);
  if (voided.length === 0) return wanted.map((one) => ({ one, voiding: undefined }));
  const { rows } = await sql<FoundStatement & { readonly voids: string }>`
    select distinct on (refers_to) ${foundColumns}, refers_to as voids
    from unnest(
      ${voided.map(({ id }) => id)}::uuid[], ${voided.map(({ subject }) => subject)}::text[],
      ${voided.map(({ sequence }) => sequence)}::bigint[]
    ) target (statement_id, subject, place) join lars.statements found
      on found.refers_to = target.statement_id and found.sequence < target.place
    where found.verb = ${termOf('verb', voidingVerbId)}::bigint
      and not found.statement_id = any(${wanted.map(({ found }) => found.id)}::uuid[])
    order by refers_to, found.subject = target.subject desc, found.sequence
  `.execute(database);
  const voidings = new Map(rows.map(({ voids, ...found }) => [voids, found]));
  return wanted.map((one) => ({ one, voiding: voidings.get(one.found.id) }));
}
