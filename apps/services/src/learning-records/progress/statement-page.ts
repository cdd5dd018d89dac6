import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { IssueVersion } from './projection.ts';
import type { RecordedStatement } from './rules.ts';

/** Most statements that are read at a time, each time in a transaction of its own. */
const pageSize = 1_000;
/** Size of a page, in characters of JSON: a statement can name activities for 64 KiB. */
const pageMaximumInCharacters = 2 * 1024 * 1024;

export interface StatementRow extends RecordedStatement {
  readonly subject: string;
  /** When it was stored, to the microsecond. */
  readonly place: string;
  readonly sequence: string;
  readonly is_voided: boolean;
}

export interface StatementPage {
  /** Of one subject after the other, by bytes. */
  readonly recorded: readonly StatementRow[];
  /** Nothing comes after it. */
  readonly isLast: boolean;
}

/** The next statements of subjects, whose locks the transaction holds from then on. */
export async function nextStatements(
  transaction: Database,
  subjects: readonly string[],
  { course_id, issue_id, version }: IssueVersion,
): Promise<StatementPage> {
  const { rows } = await sql<Omit<StatementRow, 'stored'> & { readonly size: number }>`
    select subject, to_json(stored) #>> '{}' as place, sequence, is_voided, dto_id as "dtoId",
      said_within as "saidWithin", statement, length(statement::text) as size
    from lars.next_statements(${subjects}::text[], ${course_id}, ${issue_id}, ${version},
      ${pageSize}, ${pageMaximumInCharacters})
  `.execute(transaction);
  const size = rows.reduce((sum, row) => sum + row.size, 0);
  return {
    recorded: rows.map((row) => ({ ...row, stored: new Date(row.place) })),
    isLast: rows.length < pageSize && size <= pageMaximumInCharacters,
  };
}
