import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import type { IssueVersion } from './projection.ts';
import type { RecordedStatement } from './rules.ts';

/** Most statements that are read at a time, each time in a transaction of its own. */
export const pageSize = 1_000;
/** Size of a page, in characters of JSON: a statement can name activities for 64 KiB. */
const pageMaximumInCharacters = 2 * 1024 * 1024;

/** How many of them are fetched at a time: 6 MiB, where each is as large as can be. */
const fetchedAtOnce = 100;

/** Statements that come next. */
export interface StatementPage {
  readonly recorded: readonly StatementRow[];
  /** Nothing comes after it. */
  readonly isLast: boolean;
}

export interface StatementRow extends RecordedStatement {
  /** When it was stored, to the microsecond. */
  readonly place: string;
  readonly sequence: string;
  readonly is_voided: boolean;
}

type GivenRow = Omit<StatementRow, 'stored'>;

/** The activities of a kind of the context that have an id, each with nothing but that. */
const named = (kind: 'parent' | 'grouping') => sql`(
  select json_agg(json_build_object('id', one ->> 'id'))
  from (select said.context #> ${sql.lit(`{contextActivities,${kind}}`)}) kind (list)
    cross join lateral json_array_elements(case json_typeof(list)
      when 'array' then list when 'object' then json_build_array(list) else '[]' end) one
  where json_typeof(one -> 'id') = 'string'
)`;

/**
 * The members that the rules read, in the statement's own shape: extensions, parsed, take up to sixteen times as
 * much memory as their text. Older statements can have any form.
 */
const outline = sql`json_strip_nulls(json_build_object(
  'verb', json_build_object('id', said.verb ->> 'id'),
  'object', json_build_object(
    'objectType', said.object ->> 'objectType', 'id', said.object ->> 'id'
  ),
  'result', json_build_object(
    'success', said.result -> 'success', 'completion', said.result -> 'completion',
    'score', json_build_object(
      'scaled', said.result #> '{score,scaled}', 'raw', said.result #> '{score,raw}',
      'min', said.result #> '{score,min}', 'max', said.result #> '{score,max}'
    )
  ),
  'context', json_build_object('contextActivities', json_build_object(
    'parent', ${named('parent')}, 'grouping', ${named('grouping')}
  )),
  'timestamp', said.timestamp
))`;

/** The next statements, by the primary key: no other one is touched. */
export async function statementsAfter(
  transaction: Database,
  subject: string,
  { course_id, issue_id }: IssueVersion,
): Promise<StatementPage> {
  const reading = await transaction
    .selectFrom('lars.progress_readings')
    .select([sql<string>`stored::text`.as('place'), 'sequence'])
    .where('subject', '=', subject)
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .executeTakeFirst();
  const { place, sequence } = reading ?? { place: '-infinity', sequence: '0' };
  const recorded: StatementRow[] = [];
  let size = 0;
  const next = sql<{ row: string }>`
    select json_build_object(
      'place', stored, 'sequence', sequence::text, 'is_voided', is_voided, 'dtoId', dto_id,
      'saidWithin', said_within, 'statement', ${outline}
    )::text as row
    from lars.statements
      cross join lateral json_to_record(statement)
        said (verb json, object json, result json, context json, "timestamp" text)
    where subject = ${subject} and (stored, sequence) > (${place}::timestamptz, ${sequence}::bigint)
    order by subject, stored, sequence limit ${pageSize}
  `;
  for await (const rows of streamRows(transaction, next, fetchedAtOnce)) {
    for (const json of rows as readonly string[]) {
      const row = JSON.parse(json) as GivenRow;
      recorded.push({ ...row, stored: new Date(row.place) });
      size += json.length;
    }
    if (size > pageMaximumInCharacters) return { recorded, isLast: false };
  }
  return { recorded, isLast: recorded.length < pageSize };
}
