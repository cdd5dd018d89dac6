import { sql } from 'kysely';
import type { Database } from '../src/index.ts';

/**
 * Tables with a row in which a text stands in any column, as `schema.table`, in order. All are searched
 * but those of PostgreSQL itself, so that a new one is forgotten by nobody (decision 10).
 *
 * @param schema this one alone, where a test is about one service
 */
export async function tablesNaming(
  database: Database,
  text: string,
  schema?: string,
): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
      and (schemaname = ${schema ?? null} or ${schema ?? null}::text is null)
  `.execute(database);
  const searches = tables.map(
    ({ name }) => sql`
      select ${name}::text as name
      where exists (select from ${sql.raw(name)} one where strpos(one::text, ${text}) > 0)
    `,
  );
  const { rows } = await sql<{ name: string }>`
    ${sql.join(searches, sql` union all `)}
  `.execute(database);
  return rows.map(({ name }) => name).toSorted();
}
