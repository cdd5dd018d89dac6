import type { Statement } from '@lectern/contracts/xapi';
import { sql, type RawBuilder } from 'kysely';
import { statementTimeoutInMs, type Database } from '../../storage/database.ts';
import { isDatabaseUnavailable } from '../../storage/database-errors.ts';
import { linesAt } from '../moving/export.ts';
import { lockProgress } from '../progress/catch-up.ts';
import { forgetProgress } from '../progress/projection.ts';
import { batchSize, committed, lockStatements } from '../subject/batches.ts';
import { lastSequence } from '../subject/naming.ts';
import { Essentials } from './essentials.ts';
import { isDue, type RetentionAction, type RetentionPolicy } from './policy.ts';
import { PruningProblem } from './problem.ts';
import { dueColumns, removableOf, type DueStatement } from './removable.ts';

/** Most attachments that are exported and removed at a time: each can have 32 MiB. */
const attachmentsAtOnce = 20;
/** Default of {@link Pruning.neededMaximum}: a tool can record in a million contexts. */
const neededMaximum = 100_000;

export interface Pruning {
  readonly policy: RetentionPolicy;
  /** Counts, and removes nothing. */
  readonly isDry?: boolean;
  /** Ends the run between two transactions. */
  readonly signal?: AbortSignal;
  /** Writes statements as lines of an export; they are removed once it returns. */
  readonly exportLines?: (lines: AsyncIterable<string>) => Promise<void>;
  /** From so many needed statements on, those so far are thinned; default: 100,000. */
  readonly neededMaximum?: number;
  /** Runs in the first transaction that removes something. */
  readonly onBegin?: (transaction: Database) => Promise<void>;
}

/** How many statements and attachments were removed, or would be. */
export interface PruneCounts {
  deleted: number;
  thinned: number;
  attachments: number;
  /** Statements that are due and stay ({@link removableOf}), not counting those that void others. */
  held: number;
}

export function noCounts(): PruneCounts {
  return { deleted: 0, thinned: 0, attachments: 0, held: 0 };
}

/**
 * Deletes and thins statements as a policy says, subject after subject and {@link batchSize} at a time, so that requests
 * wait for a short time only. It stores no position: a repeated run finds nothing due where it was before.
 *
 * - Deleted statements no longer count in progress.
 * - Thinned ones leave what progress needs of each school year ({@link Essentials}); progress that was read stays.
 *
 * @param counts are added up here, also where the run ends early
 * @throws {PruningProblem} at the end, where statements of some subjects could not be pruned
 */
export async function pruneStatements(
  database: Database,
  pruning: Pruning,
  counts = noCounts(),
): Promise<PruneCounts> {
  const deletable = isDue(pruning.policy, 'delete');
  const thinnable = isDue(pruning.policy, 'thin');
  const toThin =
    thinnable && deletable ? sql<boolean>`${thinnable} and not (${deletable})` : thinnable;
  // Statements imported meanwhile, with an old time, are for the next run.
  const until = await lastSequence(database);
  const isOfRun = sql<boolean>`found.sequence <= ${until}::bigint`;
  const run = new Run(database, pruning, counts);
  let failedCount = 0;
  let firstError: unknown;
  for await (const subject of subjectsOf(database)) {
    pruning.signal?.throwIfAborted();
    try {
      if (deletable) await run.delete(subject, sql`${deletable} and ${isOfRun}`);
      if (toThin) await run.thin(subject, sql`${toThin} and ${isOfRun}`);
    } catch (error) {
      if (run.isEndedBy(error)) throw error;
      if (failedCount++ === 0) firstError = error;
    }
  }
  if (failedCount > 0) throw PruningProblem.ofSubjects(failedCount, firstError);
  return counts;
}

/** By one query each: a subject can have more statements than one query may read. */
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
  #hasBegun = false;
  #hasExportFailed = false;

  constructor(database: Database, pruning: Pruning, counts: PruneCounts) {
    this.#database = database;
    this.#pruning = pruning;
    this.#counts = counts;
  }

  /** False for an error that the next subject need not have. */
  isEndedBy(error: unknown): boolean {
    return (
      this.#hasExportFailed ||
      this.#pruning.signal?.aborted === true ||
      isDatabaseUnavailable(error)
    );
  }

  async delete(subject: string, isDeletable: RawBuilder<boolean>): Promise<void> {
    for await (const due of pagesOf<DueStatement>(this.#database, subject, isDeletable)) {
      await this.#remove(subject, due, 'delete');
    }
  }

  /** By parts where much is needed: what progress needs of all, it needs of a part. */
  async thin(subject: string, isThinnable: RawBuilder<boolean>): Promise<void> {
    for (let isNext = isThinnable; ;) {
      const { needed, count, last } = await this.#neededOf(subject, isNext);
      if (!last) return;
      // Where it was thinned before, all are needed.
      if (count > needed.size) {
        const isOfPart = sql<boolean>`${isNext} and (stored, sequence) <= ${positionOf(last)}`;
        for await (const page of pagesOf<DueStatement>(this.#database, subject, isOfPart)) {
          const due = page.filter(
            (statement) => !needed.has(statement.sequence) && !isOfVoiding(statement),
          );
          await this.#remove(subject, due, 'thin');
        }
      }
      isNext = sql<boolean>`${isThinnable} and (stored, sequence) > ${positionOf(last)}`;
    }
  }

  /** Sequences of what progress needs, how many statements were read for it, and the last of them. */
  async #neededOf(subject: string, isWanted: RawBuilder<boolean>) {
    const essentials = new Essentials();
    let count = 0;
    let last: DueStatement | undefined;
    const columns = sql`, dto_id as "dtoId", said_within as "saidWithin", statement::text as json`;
    const pages = pagesOf<ReadStatement>(this.#database, subject, isWanted, columns);
    for await (const page of pages) {
      const read = page.filter((statement) => !isOfVoiding(statement));
      for (const { json, storedAt, ...recorded } of read) {
        // One by one: parsed, JSON takes sixteen times as much memory.
        const statement = JSON.parse(json) as Statement;
        essentials.add({ ...recorded, statement, stored: new Date(storedAt) });
      }
      count += read.length;
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
    for (const due of partsOf(page)) {
      this.#pruning.signal?.throwIfAborted();
      const removable = await removableOf(this.#database, due);
      const sequences = new Set(sequencesOf(removable));
      // A voiding statement is removed, and counted, together with its target.
      this.#counts.held += due.filter(
        ({ sequence, voids }) => voids === null && !sequences.has(sequence),
      ).length;
      if (removable.length === 0) continue;
      if (!this.#pruning.isDry) await this.#export(removable);
      const removed = this.#pruning.isDry
        ? { statements: removable.length, attachments: 0 }
        : await this.#removeExported(subject, due, removable, action);
      this.#counts[action === 'delete' ? 'deleted' : 'thinned'] += removed.statements;
      this.#counts.attachments += removed.attachments;
    }
  }

  async #export(removable: readonly DueStatement[]): Promise<void> {
    try {
      await this.#pruning.exportLines?.(linesAt(this.#database, removable));
    } catch (error) {
      this.#hasExportFailed = true;
      throw error;
    }
  }

  async #removeExported(
    subject: string,
    due: readonly DueStatement[],
    exported: readonly DueStatement[],
    action: RetentionAction,
  ) {
    const exportedSequences = new Set(sequencesOf(exported));
    const exportedDue = due.filter(({ sequence }) => exportedSequences.has(sequence));
    const removed = await committed(this.#database).run(async (transaction) => {
      // Of all whose attachments are looked for: no statement is moved to them from now on.
      await lockProgress(transaction, [...new Set(exported.map((statement) => statement.subject))]);
      const attachments = await unnamedAttachments(transaction, exported);
      await limitStatements(transaction);
      await lockStatements(transaction);
      // A statement may have been voided meanwhile.
      const current = await dueAt(transaction, subject, exportedDue);
      const removable = await removableOf(transaction, current, exportedSequences);
      const statements = await removeStatements(transaction, removable);
      if (statements === 0) return { statements, attachments: 0 };
      if (action === 'delete') await forgetProgress(transaction, [subject]);
      if (!this.#hasBegun) await this.#pruning.onBegin?.(transaction);
      return { statements, attachments: await attachments.drop() };
    });
    if (removed.statements > 0) this.#hasBegun = true;
    return removed;
  }
}

/** Thinning leaves both, so that progress needs not be read anew: it knows how many statements are voided. */
function isOfVoiding({ isVoided, voids }: DueStatement): boolean {
  return isVoided || voids !== null;
}

/** Statements of a subject in the order of storing; those of a page may be removed before the next one is asked for. */
async function* pagesOf<Row extends DueStatement>(
  database: Database,
  subject: string,
  isWanted: RawBuilder<boolean>,
  columns: RawBuilder<unknown> = sql``,
): AsyncGenerator<readonly Row[]> {
  let isNext = sql`true`;
  for (;;) {
    const { rows } = await sql<Row>`
      select ${dueColumns}${columns} from lars.statements found
      where subject = ${subject} and ${isWanted} and ${isNext}
      order by subject, stored, sequence limit ${batchSize}
    `.execute(database);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < batchSize) return;
    isNext = sql`(stored, sequence) > ${positionOf(last)}`;
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
    where subject = ${subject} and sequence = any(${sequencesOf(due)}::bigint[])
  `.execute(transaction);
  return rows;
}

function positionOf({ storedAt, sequence }: DueStatement): RawBuilder<unknown> {
  return sql`(${storedAt}::timestamptz, ${sequence}::bigint)`;
}

function sequencesOf(statements: readonly DueStatement[]): readonly string[] {
  return statements.map(({ sequence }) => sequence);
}

type ReadStatement = DueStatement & {
  readonly dtoId: string | null;
  readonly saidWithin: readonly string[] | null;
  readonly json: string;
};

/** Few statements at a time, where much is attached. */
function* partsOf(page: readonly DueStatement[]): Generator<readonly DueStatement[]> {
  let part: DueStatement[] = [];
  let partCount = 0;
  for (const statement of page) {
    const count = statement.attached?.length ?? 0;
    if (part.length > 0 && partCount + count > attachmentsAtOnce) {
      yield part;
      [part, partCount] = [[], 0];
    }
    part.push(statement);
    partCount += count;
  }
  if (part.length > 0) yield part;
}

/** Requests wait for the lock of the writers meanwhile, which none does for longer. */
async function limitStatements(transaction: Database): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${String(statementTimeoutInMs)}, true)
  `.execute(transaction);
}

/** Removes statements with their ids. @returns how many */
async function removeStatements(
  transaction: Database,
  removable: readonly DueStatement[],
): Promise<number> {
  const removed = new Set<string>();
  for (const [subject, statements] of Map.groupBy(removable, (statement) => statement.subject)) {
    const { rows } = await sql<{ sequence: string }>`
      delete from lars.statements
      where subject = ${subject} and sequence = any(${sequencesOf(statements)}::bigint[])
      returning sequence
    `.execute(transaction);
    for (const { sequence } of rows) removed.add(sequence);
  }
  const ids = removable
    .filter(({ sequence }) => removed.has(sequence))
    .map(({ statement_id }) => statement_id);
  await sql`
    delete from lars.statement_ids where statement_id = any(${ids}::uuid[])
  `.execute(transaction);
  await sql`
    delete from lars.voidings where statement_id = any(${ids}::uuid[])
  `.execute(transaction);
  return ids.length;
}

/**
 * Finds attachments that no other statement of their subject names. All statements of a subject are read, so before
 * writers have to wait.
 *
 * @returns `drop` removes them, once statements were removed: but for those that statements name which stay after all,
 *   or have come meanwhile
 */
async function unnamedAttachments(transaction: Database, statements: readonly DueStatement[]) {
  const sequences = sequencesOf(statements);
  const hashes = new Map<string, readonly string[]>();
  for (const [subject, group] of Map.groupBy(statements, (statement) => statement.subject)) {
    const attached = group.flatMap((statement) => statement.attached ?? []);
    if (attached.length > 0) hashes.set(subject, [...new Set(attached)]);
  }
  const isOther = sql<boolean>`sequence <> all(${sequences}::bigint[])`;
  const until = hashes.size > 0 ? await lastSequence(transaction) : 0;
  for (const subject of hashes.keys()) await removeNamed(transaction, hashes, subject, isOther);
  return {
    async drop(): Promise<number> {
      let count = 0;
      for (const [subject, { length }] of hashes) {
        if (length === 0) continue;
        const stays = sql<boolean>`sequence = any(${sequences}::bigint[])`;
        await removeNamed(transaction, hashes, subject, stays);
        await removeNamed(transaction, hashes, subject, sql`sequence > ${until}::bigint`);
        const { numAffectedRows } = await sql`
          delete from lars.attachments
          where subject = ${subject} and sha2 = any(${hashes.get(subject)}::text[])
        `.execute(transaction);
        count += Number(numAffectedRows ?? 0);
      }
      return count;
    },
  };
}

/** Leaves out hashes that some statements of a subject name. */
async function removeNamed(
  transaction: Database,
  hashes: Map<string, readonly string[]>,
  subject: string,
  isWanted: RawBuilder<boolean>,
): Promise<void> {
  const { rows } = await sql<{ attached: readonly string[] }>`
    select distinct attached from lars.statements
    where subject = ${subject} and attached && ${hashes.get(subject)}::text[] and ${isWanted}
  `.execute(transaction);
  const named = new Set(rows.flatMap(({ attached }) => attached));
  hashes.set(
    subject,
    hashes.get(subject)!.filter((sha2) => !named.has(sha2)),
  );
}
