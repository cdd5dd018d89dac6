import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { streamRows, type RowStream } from '../../storage/row-stream.ts';
import type { RowCounts } from '../../storage/subject-data.ts';

/*
 * Definitions that a person was the first to tell, or has told anew. The activities belong to everybody until
 * then; the next statement about them defines them again.
 */

export async function eraseDefinitions(database: Database, subject: string): Promise<RowCounts> {
  const { numAffectedRows } = await sql`
    delete from lars.activities where subject = ${subject}
  `.execute(database);
  return { 'lars.activities': Number(numAffectedRows) };
}

export async function moveDefinitions(
  database: Database,
  from: string,
  to: string,
): Promise<RowCounts> {
  const { numAffectedRows } = await sql`
    update lars.activities set subject = ${to} where subject = ${from}
  `.execute(database);
  return { 'lars.activities': Number(numAffectedRows) };
}

export async function countDefinitions(database: Database, subject: string): Promise<RowCounts> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from lars.activities where subject = ${subject}
  `.execute(database);
  return { 'lars.activities': rows[0]!.count };
}

export function exportDefinitions(database: Database, subject: string): Record<string, RowStream> {
  return {
    'lars.activities': streamRows(
      database,
      sql`
        select json_build_object('activity_id', activity_id, 'definition', definition,
          'updated_at', updated_at) as row
        from lars.activities where subject = ${subject}
      `,
    ),
  };
}
