import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { foundColumns, type FoundStatement } from './found-statement.ts';

/** The place of a statement: ids and statements have different keys, so that no statement of SQL reads both. */
export interface StatementPlace {
  readonly statement_id: string;
  readonly subject: string;
  readonly sequence: string;
}

/** @returns those that are there, in any order */
export async function placesOf(
  database: Database,
  ids: readonly string[],
): Promise<readonly StatementPlace[]> {
  const { rows } = await sql<StatementPlace>`
    select statement_id, subject, sequence from lars.statement_ids
    where statement_id = any(${ids}::uuid[])
  `.execute(database);
  return rows;
}

/**
 * Reads statements by their ids. Looks again for those that have got another subject between the two looks.
 *
 * @param columns of `lars.statements found`; one of them is `id`
 * @returns those that are there, in any order
 */
export async function statementsAt<Row extends { readonly id: string }>(
  database: Database,
  ids: readonly string[],
  columns: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  /** The subject under which each was looked for. */
  const asked = new Map<string, string>();
  for (let missing = ids; missing.length > 0;) {
    const places = (await placesOf(database, missing)).filter(
      ({ statement_id, subject }) => asked.get(statement_id) !== subject,
    );
    if (places.length === 0) break;
    for (const { statement_id, subject } of places) asked.set(statement_id, subject);
    const { rows } = await sql<Row>`
      select ${columns} from lars.statements found
      where subject = any(${places.map(({ subject }) => subject)}::text[])
        and sequence = any(${places.map(({ sequence }) => sequence)}::bigint[])
    `.execute(database);
    found.push(...rows);
    const there = new Set(rows.map(({ id }) => id));
    missing = places.map(({ statement_id }) => statement_id).filter((id) => !there.has(id));
  }
  return found;
}

export async function findById(
  database: Database,
  id: string,
): Promise<(FoundStatement & { readonly isVoided: boolean }) | undefined> {
  const [found] = await statementsAt<FoundStatement & { readonly isVoided: boolean }>(
    database,
    [id],
    sql`${foundColumns}, found.is_voided as "isVoided"`,
  );
  return found;
}
