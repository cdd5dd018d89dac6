import { voidingVerbId, type Statement } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { storedAttachments } from '../store/attachments.ts';
import type { FoundStatement } from '../store/reader.ts';
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

/** What comes next for a target. */
export interface Batch {
  /** Those that it wants; they can be more than were looked at, by what voided them before they came. */
  readonly statements: readonly Forwarded[];
  /** How many were looked at. */
  readonly size: number;
  /** Where the target is once it has them; absent: nothing has come. */
  readonly end: string | undefined;
}

/** Most bytes of one request, unless one statement alone has more. */
const sizeMaximumInBytes = 4 * 1024 * 1024;

const columns = sql`statement_id as id, found.subject, found.sequence, statement::text as json,
  to_char(found.stored at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as stored`;

/**
 * Reads what comes after a position, voided statements, too. Writers hold one lock (migration 0019), so
 * that nothing can come before what was read.
 */
export async function readBatch(
  database: Database,
  position: string,
  maximum: number,
  filter: Filter,
): Promise<Batch> {
  const { rows } = await sql<FoundStatement & { readonly is_voided: boolean }>`
    select ${columns}, is_voided from lars.statements found
    where sequence > ${position}::bigint order by sequence limit ${maximum}
  `.execute(database);
  // As JSON alone first: parsed, it takes sixteen times as much memory.
  const fitting = await firstThatFit(database, rows, (one) => [one]);
  const read = fitting.map(parsed);
  const wanted = await wantedOf(database, read, filter);
  if (wanted === read) return batchOf(read, read);
  const pairs = await withVoidings(database, wanted);
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
  const { rows } = await sql<FoundStatement>`
    select ${columns} from lars.statements found
    where (subject, stored, sequence) = (
      select subject, stored, sequence from lars.statement_ids where statement_id = ${statementId}
    )
  `.execute(database);
  const [found] = rows;
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
  const sizeOf = (one: One) =>
    foundIn(one).reduce(
      (sum, found) => sum + Buffer.byteLength(found.json) + (sizes.get(found) ?? 0),
      0,
    );
  const short = firstsWithin(all, sizeOf);
  const found = short.flatMap(foundIn);
  const attached = await storedAttachments(database, found);
  for (const [place, one] of found.entries()) {
    sizes.set(
      one,
      attached[place]!.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0),
    );
  }
  return firstsWithin(short, sizeOf);
}

function firstsWithin<One>(all: readonly One[], sizeOf: (one: One) => number): readonly One[] {
  let total = 0;
  const end = all.findIndex((one, place) => {
    total += sizeOf(one);
    return place > 0 && total > sizeMaximumInBytes;
  });
  return end < 0 ? all : all.slice(0, end);
}

/** Those that a target wants, and those that void what it wants. */
async function wantedOf(
  database: Database,
  read: readonly Read[],
  filter: Filter,
): Promise<readonly Read[]> {
  if (!filter.verbs && !filter.activities) return read;
  const voided = read.map(({ statement }) => voidedBy(statement)).filter((id) => id !== undefined);
  const wantedIds = voided.length > 0 ? await wantedAmong(database, voided, filter) : new Set();
  return read.filter(
    ({ statement }) => isWanted(statement, filter) || wantedIds.has(voidedBy(statement)),
  );
}

async function wantedAmong(
  database: Database,
  ids: readonly string[],
  filter: Filter,
): Promise<ReadonlySet<unknown>> {
  const { rows } = await sql<{ id: string; json: string }>`
    select found.statement_id as id, found.statement::text as json
    from lars.statement_ids known join lars.statements found using (subject, stored, sequence)
    where known.statement_id = any(${ids}::uuid[])
  `.execute(database);
  const wanted = rows.filter(({ json }) => isWanted(JSON.parse(json) as Statement, filter));
  return new Set(wanted.map(({ id }) => id));
}

/** What is wanted, and what goes after it. */
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
    select distinct on (refers_to) ${columns}, refers_to as voids
    from unnest(
      ${voided.map(({ id }) => id)}::uuid[], ${voided.map(({ sequence }) => sequence)}::bigint[]
    ) voided (id, place) join lars.statements found
      on refers_to = voided.id and sequence < voided.place
    where verb = lars.term('verb', ${voidingVerbId})
      and not statement_id = any(${wanted.map(({ found }) => found.id)}::uuid[])
    order by refers_to, sequence
  `.execute(database);
  const voidings = new Map(rows.map(({ voids, ...found }) => [voids, found]));
  return wanted.map((one) => ({ one, voiding: voidings.get(one.found.id) }));
}
