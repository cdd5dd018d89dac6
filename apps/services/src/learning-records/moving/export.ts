import { voidingVerbId } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import { contentsOf, storedAttachments } from '../store/attachments.ts';
import { jsonOf, type FoundStatement } from '../store/found-statement.ts';
import type { StatementPlace } from '../store/statement-place.ts';
import { termOf } from '../store/terms.ts';
import { timeText } from '../../storage/time-text.ts';

/** Which statements are exported; all of it has to hold. */
export interface ExportFilter {
  /** Stored after this moment (ISO 8601). */
  readonly since?: string | undefined;
  /** Stored at this moment or before. */
  readonly until?: string | undefined;
  /** `agentKey` of the actor. */
  readonly subject?: string | undefined;
}

type ExportedRow = Omit<FoundStatement, 'id' | 'sequence'> & {
  readonly is_voided: boolean;
  readonly dto_id: string | null;
  readonly voids: string | null;
};

/**
 * Statements as lines of JSON, in the order in which they came in; voided ones, too. With few of them in
 * memory at a time, however many there are.
 *
 * A line is `{"statement":{…},"dto_id":"…","said_within":["…"],"voided":false,"voids":"own",
 * "attachments":[{"sha2":"…","content":"…"}]}`: `dto_id`, `said_within`, `voids` and `attachments` only where
 * there is such a thing, the content as base64. With `statementsOnly` it is the statement alone.
 *
 * @param transaction Whose snapshot is exported.
 */
export async function* exportLines(
  transaction: Database,
  filter: ExportFilter,
  statementsOnly: boolean,
): AsyncGenerator<string> {
  for await (const rows of streamRows(transaction, queryOf(filter))) {
    for (const row of rows as readonly ExportedRow[]) {
      yield statementsOnly ? `${jsonOf(row)}\n` : `${await lineOf(transaction, row)}\n`;
    }
  }
}

function queryOf({ since, until, subject }: ExportFilter) {
  const conditions = [
    ...(since === undefined ? [] : [sql`stored > ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`stored <= ${until}::timestamptz`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  return sql<{ row: unknown }>`
    select ${exportedRow} as row from lars.statements ${where} order by sequence
  `;
}

/** {@link ExportedRow} of a row of `lars.statements`. */
const exportedRow = sql<ExportedRow>`json_build_object(
  'subject', subject, 'json', statement::text, 'is_voided', is_voided, 'dto_id', dto_id,
  'saidWithin', said_within, 'attached', attached,
  'stored', ${timeText('stored')},
  'voids', case verb when ${termOf('verb', voidingVerbId)}::bigint then refers_to end
)`;

/** The same lines of a few statements, each with its line feed. */
export async function* linesAt(
  database: Database,
  places: readonly Pick<StatementPlace, 'subject' | 'sequence'>[],
): AsyncGenerator<string> {
  const { rows } = await sql<{ row: ExportedRow }>`
    select ${exportedRow} as row from lars.statements
    where subject = any(${places.map(({ subject }) => subject)}::text[])
      and sequence = any(${places.map(({ sequence }) => sequence)}::bigint[])
    order by sequence
  `.execute(database);
  for (const { row } of rows) yield `${await lineOf(database, row)}\n`;
}

async function lineOf(database: Database, row: ExportedRow): Promise<string> {
  const { dto_id, saidWithin, is_voided } = row;
  const attachments = await attachmentsIn(database, row);
  const members = JSON.stringify({
    ...(dto_id !== null && { dto_id }),
    ...(saidWithin !== null && { said_within: saidWithin }),
    voided: is_voided,
    ...((await voidsOwn(database, row)) && { voids: 'own' }),
    ...(attachments.length > 0 && { attachments }),
  });
  return `{"statement":${jsonOf(row)},${members.slice(1)}`;
}

/** True where it voids only what is of its own actor. */
async function voidsOwn(database: Database, { subject, voids }: ExportedRow): Promise<boolean> {
  if (voids === null || subject === '') return false;
  const { rows } = await sql`
    select from lars.voidings where statement_id = ${voids} and subject = ${subject}
  `.execute(database);
  return rows.length > 0;
}

/** In the order in which the statement names them, each once. */
async function attachmentsIn(database: Database, row: ExportedRow) {
  const [attached = []] = await storedAttachments(database, [row]);
  if (attached.length === 0) return [];
  const contents = await contentsOf(database, attached);
  const hashes = new Set(attached.map(({ sha2 }) => sha2));
  return [...hashes].map((sha2) => ({ sha2, content: contents.get(sha2)!.toString('base64') }));
}
