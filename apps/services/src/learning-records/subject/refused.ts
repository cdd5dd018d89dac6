import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { renameAccounts } from '../model/rename.ts';
import type { Change } from './statements.ts';

/** How many are in memory at a time. */
const pageSize = 200;

interface RefusedRow {
  readonly subject: string;
  readonly refused_id: string;
  readonly json: string;
}

/**
 * Renames a subject in what was kept aside because it is no statement: nothing finds it by whom it names, so
 * that all of it is looked through. Who stores statements does not wait for that.
 */
export async function renameInRefused(
  transaction: Database,
  { from, to, renaming }: Change,
): Promise<void> {
  await sql`
    update lars.refused_statements set authority = ${to} where authority = ${from}
  `.execute(transaction);
  let last: RefusedRow | undefined;
  do {
    const rows: readonly RefusedRow[] = await pageAfter(transaction, last);
    for (const { json, ...key } of rows) {
      const renamed = renameAccounts(json, renaming);
      if (renamed === json) continue;
      await sql`
        update lars.refused_statements set statement = ${renamed}::json
        where subject = ${key.subject} and refused_id = ${key.refused_id}
      `.execute(transaction);
    }
    last = rows.at(-1);
  } while (last);
}

async function pageAfter(
  transaction: Database,
  last: RefusedRow | undefined,
): Promise<readonly RefusedRow[]> {
  const after = last
    ? sql`(subject, refused_id) > (${last.subject}, ${last.refused_id}::uuid)`
    : sql`true`;
  const { rows } = await sql<RefusedRow>`
    select subject, refused_id, statement::text as json from lars.refused_statements
    where ${after} and (
      strpos(statement::text, '"account"') > 0 or strpos(statement::text, '"homePage"') > 0
    )
    order by subject, refused_id limit ${pageSize}
  `.execute(transaction);
  return rows;
}
