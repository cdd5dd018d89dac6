import type { Agent } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import { CallError } from '../../http/errors.ts';
import { type Database } from '../../storage/database.ts';
import { isStatementCanceled } from '../../storage/database-errors.ts';
import { lockProgress } from '../progress/catch-up.ts';
import { forgetProgress } from '../progress/projection.ts';
import { everyActivity, noActivity } from '../store/definitions.ts';
import type { Records } from '../store/records.ts';
import { placesOf } from '../store/statement-place.ts';
import { readImportedLine, type ImportedStatement } from './imported-line.ts';
import { readLines } from './lines.ts';

export interface ImportDependencies {
  readonly database: Database;
  readonly records: Records;
  /** Authority of lines that name none (xAPI 1.0.3, Data 2.4.9). */
  readonly authority: Agent;
  /**
   * Hears what is wrong with a line, in their order.
   *
   * @returns whether to go on
   */
  onFault(line: number, reason: string): boolean;
}

/** How many lines came to what. */
export interface ImportCounts {
  readonly stored: number;
  /** They were there before, as they are. */
  readonly known: number;
  readonly refused: number;
}

interface Waiting extends ImportedStatement {
  readonly line: number;
}

/** A statement, and 32 MiB of attachments as base64. */
const lineMaximumInBytes = 64 * 1024 * 1024;
/** How much is stored at once: others who write wait for as long. */
const batchMaximum = 200;
const batchMaximumInBytes = 4 * 1024 * 1024;

/**
 * Stores the statements of a file, as if they had come by requests, but with the times of storing that
 * the file says. What is there already is found so: after an interruption, the same file goes on where
 * it was.
 *
 * @throws what the database throws where that is not about a line: it cannot be reached, or takes too long
 */
export async function importLines(
  bytes: AsyncIterable<Uint8Array>,
  dependencies: ImportDependencies,
): Promise<ImportCounts> {
  const batch = new ImportBatch(dependencies);
  for await (const { number, bytes: line } of readLines(bytes, lineMaximumInBytes)) {
    const { imported, fault } = line
      ? await readImportedLine(line)
      : { fault: `longer than ${lineMaximumInBytes} bytes` };
    if (imported && line) {
      await batch.add({ ...imported, line: number }, line.length);
    } else {
      await batch.store();
      batch.refuse(number, fault ?? 'malformed');
    }
    if (batch.isStopped) return batch.counts;
  }
  await batch.store();
  return batch.counts;
}

/** Statements that are stored at once, in the order of their lines. */
class ImportBatch {
  readonly #dependencies: ImportDependencies;
  readonly #counts = { stored: 0, known: 0, refused: 0 };
  #waiting: Waiting[] = [];
  #ids = new Set<string>();
  #sizeInBytes = 0;
  isStopped = false;

  constructor(dependencies: ImportDependencies) {
    this.#dependencies = dependencies;
  }

  get counts(): ImportCounts {
    return this.#counts;
  }

  async add(one: Waiting, sizeInBytes: number): Promise<void> {
    const { id } = one.given.statement;
    const isFull =
      this.#waiting.length === batchMaximum ||
      this.#sizeInBytes + sizeInBytes > batchMaximumInBytes;
    if (isFull || this.#ids.has(id)) await this.store();
    if (this.isStopped) return;
    this.#waiting.push(one);
    this.#ids.add(id);
    this.#sizeInBytes += sizeInBytes;
  }

  refuse(line: number, reason: string): void {
    if (this.isStopped) return;
    this.#counts.refused++;
    this.isStopped = !this.#dependencies.onFault(line, reason);
  }

  async store(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#ids = new Set();
    this.#sizeInBytes = 0;
    if (waiting.length === 0 || this.isStopped) return;
    const { known, now } = await lookUp(this.#dependencies.database, waiting);
    const isFuture = ({ given }: Waiting) => Date.parse(given.stored) > now.getTime();
    if (!waiting.some(isFuture) && (await this.#keep(waiting, known)) === undefined) return;
    for (const one of waiting) {
      if (this.isStopped) return;
      const fault = isFuture(one)
        ? `statement.stored: ${one.given.stored} lies in the future`
        : await this.#keep([one], known);
      if (fault !== undefined) this.refuse(one.line, fault);
    }
  }

  /** @returns why nothing was counted, though some of them may be stored */
  async #keep(some: readonly Waiting[], known: ReadonlySet<string>): Promise<string | undefined> {
    const { records, database, authority } = this.#dependencies;
    const isKnown = ({ given }: Waiting) => known.has(given.statement.id);
    const [there, fresh] = [some.filter(isKnown), some.filter((one) => !isKnown(one))];
    try {
      for (const [part, mayRedefine] of [
        // Definitions in older statements may have been replaced since.
        [there, noActivity],
        [fresh, everyActivity],
      ] as const) {
        if (part.length === 0) continue;
        const kept = await records.keep(
          part.map(({ given }) => given),
          { version: '1.0.3', mayRedefine, unnamedAuthority: authority },
        );
        if (kept.conflicts !== undefined)
          return `another statement has the id ${kept.conflicts[0]}`;
      }
      await markVoided(database, some);
      await readAnew(database, some);
    } catch (error) {
      if (error instanceof CallError) return error.messages[0]!.text;
      const fault = faultOf(error);
      // A batch that took too long is tried one by one before it ends the import: no line is at fault.
      const isTooMuch = isStatementCanceled(error) && some.length > 1;
      if (fault === undefined && !isTooMuch) throw error;
      return `the database does not take it (${fault ?? 'too slow'})`;
    }
    this.#counts.known += there.length;
    this.#counts.stored += fresh.length;
    return undefined;
  }
}

async function lookUp(database: Database, waiting: readonly Waiting[]) {
  const ids = waiting.map(({ given }) => given.statement.id);
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  const known = await placesOf(database, ids);
  return { now: rows[0]!.now, known: new Set(known.map(({ statement_id }) => statement_id)) };
}

/** Also where the statement that voids is in another file. One call: nobody waits for this process. */
async function markVoided(database: Database, some: readonly Waiting[]): Promise<void> {
  const ids = some.filter(({ isVoided }) => isVoided).map(({ given }) => given.statement.id);
  if (ids.length === 0) return;
  await sql`select lars.mark_voided(${ids}::uuid[])`.execute(database);
}

/** Readers of progress have passed the old time of an imported statement already. */
async function readAnew(database: Database, some: readonly Waiting[]): Promise<void> {
  const ids = some.map(({ given }) => given.statement.id);
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ subject: string }>`
      select distinct subject from lars.statement_ids where statement_id = any(${ids}::uuid[])
    `.execute(transaction);
    const subjects = rows.map(({ subject }) => subject);
    await lockProgress(transaction, subjects);
    await forgetProgress(transaction, subjects);
  });
}

/** SQLSTATE classes of what is in a statement: data exceptions, violated constraints, limits. */
const statesOfStatements = /^(22|23|54)/;

/** @returns the SQLSTATE of what the database has against a statement, not against the moment. */
function faultOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return statesOfStatements.test(code) ? code : undefined;
}
