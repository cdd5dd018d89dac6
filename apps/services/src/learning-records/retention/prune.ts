import type { Statement } from '@lectern/contracts/xapi';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { linesAt } from '../moving/export.ts';
import { lockProgress } from '../progress/catch-up.ts';
import { forgetProgress } from '../progress/projection.ts';
import { batchSize, committed, lockStatements } from '../subject/batches.ts';
import { lastSequence } from '../subject/naming.ts';
import { Essentials } from './essentials.ts';
import { isDue, type RetentionAction, type RetentionPolicy } from './policy.ts';
import { dueColumns, removableOf, type DueStatement } from './removable.ts';
import { beginOfSchoolYear, schoolYearOf } from './school-year.ts';

/** Most attachments that go at a time: each can have 32 MiB. */
const attachmentsAtOnce = 20;
/** Most statements that are known as needed, before those so far are thinned: a tool can be at a million places. */
const neededMaximum = 100_000;

export interface Pruning {
  readonly policy: RetentionPolicy;
  /** Nothing goes, it is only counted. */
  readonly isDry?: boolean;
  /** Ends it between two transactions. */
  readonly signal?: AbortSignal;
  /** Gets statements as lines of an export before they go; they are kept when it returns. */
  readonly keep?: (lines: AsyncIterable<string>) => Promise<void>;
  /** How many statements are known as needed at a time; default: 100,000. */
  readonly neededMaximum?: number;
  /** In the first transaction that removes something. */
  readonly onBegin?: (transaction: Database) => Promise<void>;
}

/** How many statements and attachments have gone, or would go. */
export interface PruneCounts {
  deleted: number;
  thinned: number;
  attachments: number;
  /** Statements that are due and stay, because others need them ({@link removableOf}). */
  held: number;
}

/**
 * Deletes and thins statements as a policy says, subject after subject and {@link batchSize} at a time, so that nobody
 * waits for long. It keeps nothing of how far it is: where it was done, nothing is left to do.
 *
 * - Deleted statements count in no progress any more.
 * - Thinned ones leave what progress needs of each school year ({@link Essentials}); what was read stays as it is.
 *
 * @param counts are added up here, also where it ends early
 */
export async function pruneStatements(
  database: Database,
  pruning: Pruning,
  counts: PruneCounts = { deleted: 0, thinned: 0, attachments: 0, held: 0 },
): Promise<PruneCounts> {
  const deletable = isDue(pruning.policy, 'delete');
  const thinnable = isDue(pruning.policy, 'thin');
  const toThin =
    thinnable && deletable ? sql<boolean>`${thinnable} and not (${deletable})` : thinnable;
  // What is imported meanwhile, with an old time, is for the next run.
  const until = await lastSequence(database);
  const isKnown = sql<boolean>`found.sequence <= ${until}::bigint`;
  const run = new Run(database, pruning, counts);
  for await (const subject of subjectsOf(database)) {
    pruning.signal?.throwIfAborted();
    if (deletable) await run.delete(subject, sql`${deletable} and ${isKnown}`);
    if (toThin) await run.thin(subject, sql`${toThin} and ${isKnown}`);
  }
  return counts;
}

/** By one look each: a subject can have more statements than a query may read. */
async function* subjectsOf(database: Database): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ subject: string }>`
      select subject from lars.statements where subject > ${after} order by subject limit 1
    `.execute(database);
    if (!rows[0]) return;
    after = rows[0].subject;
    yield after;
  }
}

class Run {
  readonly #database: Database;
  readonly #pruning: Pruning;
  readonly #counts: PruneCounts;
  /** What voids others, and was counted with them in a dry run. */
  readonly #counted = new Set<string>();
  #hasBegun = false;

  constructor(database: Database, pruning: Pruning, counts: PruneCounts) {
    this.#database = database;
    this.#pruning = pruning;
    this.#counts = counts;
  }

  async delete(subject: string, isDeletable: RawBuilder<boolean>): Promise<void> {
    for await (const due of pagesOf<DueStatement>(this.#database, subject, isDeletable)) {
      await this.#remove(subject, due, 'delete');
    }
  }

  /** By school years, and by parts of one where there is much: what progress needs of a part, it needs of the whole. */
  async thin(subject: string, isThinnable: RawBuilder<boolean>): Promise<void> {
    let isNext = isThinnable;
    for (;;) {
      const { rows } = await sql<{ stored: Date }>`
        select stored from lars.statements found where subject = ${subject} and ${isNext}
        order by subject, stored, sequence limit 1
      `.execute(this.#database);
      if (!rows[0]) return;
      const end = beginOfSchoolYear(schoolYearOf(rows[0].stored) + 1).toISOString();
      const isOfYear = sql<boolean>`${isNext} and stored < ${end}::timestamptz`;
      const { needed, count, last } = await this.#neededOf(subject, isOfYear);
      if (!last) return;
      // Where it was thinned before, all are needed.
      if (count > needed.size) {
        const isOfPart = sql<boolean>`${isOfYear} and (stored, sequence) <= ${positionOf(last)}`;
        for await (const page of pagesOf<DueStatement>(this.#database, subject, isOfPart)) {
          const due = page.filter(({ sequence }) => !needed.has(sequence));
          await this.#remove(subject, due, 'thin');
        }
      }
      isNext = sql<boolean>`${isThinnable} and (stored, sequence) > ${positionOf(last)}`;
    }
  }

  /** Sequences of what progress needs, how many statements were looked at, and the last of them. */
  async #neededOf(subject: string, isWanted: RawBuilder<boolean>) {
    const essentials = new Essentials();
    let count = 0;
    let last: DueStatement | undefined;
    const columns = sql`, dto_id as "dtoId", said_within as "saidWithin", statement::text as json`;
    const pages = pagesOf<ReadStatement>(this.#database, subject, isWanted, columns);
    for await (const page of pages) {
      for (const { isVoided, json, place, ...one } of page) {
        if (isVoided) continue;
        // One by one: parsed, JSON takes sixteen times as much memory.
        const statement = JSON.parse(json) as Statement;
        essentials.add({ ...one, statement, stored: new Date(place) });
      }
      count += page.length;
      last = page.at(-1);
      if (essentials.size >= (this.#pruning.neededMaximum ?? neededMaximum)) break;
    }
    return { needed: essentials.sequences(), count, last };
  }

  async #remove(
    subject: string,
    page: readonly DueStatement[],
    action: RetentionAction,
  ): Promise<void> {
    for (const part of partsOf(page)) {
      this.#pruning.signal?.throwIfAborted();
      const due = part.filter(({ sequence }) => !this.#counted.has(sequence));
      const going = await removableOf(this.#database, due);
      const own = new Set(due.map(({ sequence }) => sequence));
      this.#counts.held += own.size - going.filter(({ sequence }) => own.has(sequence)).length;
      if (going.length === 0) continue;
      const gone = this.#pruning.isDry
        ? this.#count(going)
        : await this.#removeKept(subject, due, going, action);
      this.#counts[action === 'delete' ? 'deleted' : 'thinned'] += gone.statements;
      this.#counts.attachments += gone.attachments;
    }
  }

  #count(going: readonly DueStatement[]) {
    for (const { sequence, voids } of going) if (voids !== null) this.#counted.add(sequence);
    return { statements: going.length, attachments: 0 };
  }

  async #removeKept(
    subject: string,
    due: readonly DueStatement[],
    going: readonly DueStatement[],
    action: RetentionAction,
  ) {
    await this.#pruning.keep?.(linesAt(this.#database, going));
    const kept = new Set(going.map(({ sequence }) => sequence));
    const own = due.filter(({ sequence }) => kept.has(sequence));
    const gone = await committed(this.#database).run(async (transaction) => {
      await lockProgress(transaction, [subject]);
      await lockStatements(transaction);
      // Others may have voided one meanwhile, or launched a unit.
      const still = await dueAt(transaction, subject, own);
      const gone = await removeStatements(transaction, await removableOf(transaction, still, kept));
      if (gone.statements > 0) {
        if (action === 'delete') await forgetProgress(transaction, [subject]);
        else await forgetVoided(transaction, subject, gone.voided);
        if (!this.#hasBegun) await this.#pruning.onBegin?.(transaction);
      }
      return gone;
    });
    if (gone.statements > 0) this.#hasBegun = true;
    return gone;
  }
}

/** Statements of a subject in the order of storing; those of a page may go before the next one is asked for. */
async function* pagesOf<Row extends DueStatement>(
  database: Database,
  subject: string,
  isWanted: RawBuilder<boolean>,
  columns: RawBuilder<unknown> = sql``,
): AsyncGenerator<readonly Row[]> {
  let after = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${dueColumns}${columns} from lars.statements found
      where subject = ${subject} and ${isWanted} and ${after}
      order by subject, stored, sequence limit ${batchSize}
    `.execute(database);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < batchSize) return;
    after = sql`(stored, sequence) > ${positionOf(last)}`;
  }
}

/** The same statements as they are now. */
async function dueAt(
  transaction: Database,
  subject: string,
  due: readonly DueStatement[],
): Promise<readonly DueStatement[]> {
  const { rows } = await sql<DueStatement>`
    select ${dueColumns} from lars.statements found
    where subject = ${subject}
      and sequence = any(${due.map(({ sequence }) => sequence)}::bigint[])
  `.execute(transaction);
  return rows;
}

function positionOf({ place, sequence }: DueStatement): RawBuilder<unknown> {
  return sql`(${place}::timestamptz, ${sequence}::bigint)`;
}

type ReadStatement = DueStatement & {
  readonly dtoId: string | null;
  readonly saidWithin: readonly string[] | null;
  readonly json: string;
};

/** A few at a time, where much is attached. */
function* partsOf(page: readonly DueStatement[]): Generator<readonly DueStatement[]> {
  let part: DueStatement[] = [];
  let attachments = 0;
  for (const one of page) {
    const own = one.attached?.length ?? 0;
    if (part.length > 0 && attachments + own > attachmentsAtOnce) {
      yield part;
      [part, attachments] = [[], 0];
    }
    part.push(one);
    attachments += own;
  }
  if (part.length > 0) yield part;
}

/** Removes statements with all that belongs to them. The transaction keeps others from storing some. */
async function removeStatements(transaction: Database, going: readonly DueStatement[]) {
  const gone: DueStatement[] = [];
  let attachments = 0;
  for (const [subject, own] of Map.groupBy(going, (one) => one.subject)) {
    const { rows } = await sql<{ sequence: string }>`
      delete from lars.statements
      where subject = ${subject} and sequence = any(${own.map(({ sequence }) => sequence)}::bigint[])
      returning sequence
    `.execute(transaction);
    const removed = new Set(rows.map(({ sequence }) => sequence));
    const some = own.filter(({ sequence }) => removed.has(sequence));
    attachments += await dropUnreferenced(transaction, subject, some);
    gone.push(...some);
  }
  const ids = gone.map(({ statement_id }) => statement_id);
  await sql`
    delete from lars.statement_ids where statement_id = any(${ids}::uuid[])
  `.execute(transaction);
  await sql`delete from lars.voidings where statement_id = any(${ids}::uuid[])`.execute(
    transaction,
  );
  return { statements: gone.length, attachments, voided: gone.filter((one) => one.isVoided) };
}

/** Attachments of statements that have gone, but for those that others of the subject have, too. */
async function dropUnreferenced(
  transaction: Database,
  subject: string,
  gone: readonly DueStatement[],
): Promise<number> {
  const hashes = new Set(gone.flatMap(({ attached }) => attached ?? []));
  if (hashes.size === 0) return 0;
  const { rows } = await sql<{ attached: readonly string[] }>`
    select distinct attached from lars.statements
    where subject = ${subject} and attached && ${[...hashes]}::text[]
  `.execute(transaction);
  for (const { attached } of rows) for (const sha2 of attached) hashes.delete(sha2);
  const { numAffectedRows } = await sql`
    delete from lars.attachments where subject = ${subject} and sha2 = any(${[...hashes]}::text[])
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Progress that was read before would be read anew where it knows another number of voided statements. */
async function forgetVoided(
  transaction: Database,
  subject: string,
  voided: readonly DueStatement[],
): Promise<void> {
  const own = voided.filter((one) => one.subject === subject);
  if (own.length === 0) return;
  await sql`
    update lars.progress_readings known set voided_count = voided_count - (
      select count(*)::integer from unnest(
        ${own.map(({ place }) => place)}::timestamptz[],
        ${own.map(({ sequence }) => sequence)}::bigint[]
      ) gone (stored, sequence)
      where (gone.stored, gone.sequence) <= (known.stored, known.sequence)
    )
    where known.subject = ${subject}
  `.execute(transaction);
}
