import { voidingVerbId, type Statement } from '@lectern/contracts/xapi';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import { attachmentsOf } from '../model/attachments.ts';
import { jsonOf } from '../store/reader.ts';
import { termOf } from '../store/terms.ts';

/** Which statements are exported; all of it has to hold. */
export interface ExportFilter {
  /** Stored after this moment (ISO 8601). */
  readonly since?: string | undefined;
  /** Stored at this moment or before. */
  readonly until?: string | undefined;
  /** `agentKey` of the actor. */
  readonly subject?: string | undefined;
}

interface ExportedRow {
  readonly subject: string;
  readonly json: string;
  readonly stored: string;
  readonly is_voided: boolean;
  readonly dto_id: string | null;
  /** It voids only what is of its own actor. */
  readonly voids_own: boolean;
}

/**
 * Statements as lines of JSON, in the order in which they came in; voided ones, too. With few of them in
 * memory at a time, however many there are.
 *
 * A line is `{"statement":{…},"dto_id":"…","voided":false,"voids":"own","attachments":[{"sha2":"…",
 * "content":"…"}]}`: `dto_id`, `voids` and `attachments` only where there is such a thing, the content as
 * base64. With `statementsOnly` it is the statement alone.
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
    select json_build_object(
      'subject', subject, 'json', statement::text, 'is_voided', is_voided, 'dto_id', dto_id,
      'stored', to_char(stored at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      'voids_own', verb = ${termOf('verb', voidingVerbId)}::bigint and subject <> '' and exists (
        select from lars.voidings
        where voidings.statement_id = refers_to and voidings.subject = statements.subject
      )
    ) as row
    from lars.statements ${where} order by sequence
  `;
}

async function lineOf(transaction: Database, row: ExportedRow): Promise<string> {
  const { dto_id, is_voided, voids_own } = row;
  const attachments = await contentsOf(transaction, row);
  const members = JSON.stringify({
    ...(dto_id !== null && { dto_id }),
    voided: is_voided,
    ...(voids_own && { voids: 'own' }),
    ...(attachments.length > 0 && { attachments }),
  });
  return `{"statement":${jsonOf(row)},${members.slice(1)}`;
}

/** In the order in which the statement names them; what is only at an address of its own is left there. */
async function contentsOf(transaction: Database, { subject, json }: ExportedRow) {
  // Few have any: the others are not read.
  if (!json.includes('"sha2"')) return [];
  const sha2s = hashesIn(JSON.parse(json) as Statement);
  const { rows } = await sql<{ sha2: string; content: Buffer }>`
    select sha2, content from lars.attachments
    where subject = ${subject} and sha2 = any(${sha2s}::text[])
  `.execute(transaction);
  const contents = new Map(rows.map(({ sha2, content }) => [sha2, content]));
  return sha2s.flatMap((sha2) => {
    const content = contents.get(sha2);
    return content ? [{ sha2, content: content.toString('base64') }] : [];
  });
}

/** Each once, in small letters; also those of a statement within. */
function hashesIn(statement: Statement): string[] {
  return [...new Set(attachmentsOf(statement).map(({ sha2 }) => sha2.toLowerCase()))];
}
