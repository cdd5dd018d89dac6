import { sql } from 'kysely';
import { getConstructionPlans } from 'pg-boss';
import type { Database } from '../../src/index.ts';
import { schema } from '../../src/storage/schema.ts';

/**
 * A database of the services as SQL that any driver can run on an empty one which has the migrations of its release:
 * functions, the tables of the job library, and a row a line. What the identity provider keeps is left out.
 */
export async function dumpOf(database: Database): Promise<string> {
  const { rows: tables } = await sql<{ name: string; columns: string; values: string }>`
    select pg_class.oid::regclass::text as name,
      string_agg(quote_ident(attname), ', ' order by attnum) as columns,
      string_agg(format('quote_nullable(%I::text)', attname), ', ' order by attnum) as values
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
      and attgenerated = '' and relnamespace::regnamespace::text
        not in ('pg_catalog', 'information_schema', 'identity_provider')
    group by pg_class.oid order by name
  `.execute(database);
  const inserts: string[] = [];
  for (const { name, columns, values } of tables) {
    const { rows } = await sql<{ row: string }>`
      select concat_ws(', ', ${sql.raw(values)}) as row from ${sql.raw(name)} order by row
    `.execute(database);
    if (rows.length === 0) continue;
    const lines = rows.map(({ row }) => `  (${row})`).join(',\n');
    inserts.push(
      `insert into ${name} (${columns}) overriding system value values\n${lines}\non conflict do nothing;`,
    );
  }
  const { rows: sequences } = await sql<{ setting: string }>`
    select format('select setval(%L, %s);', schemaname || '.' || sequencename, last_value) as setting
    from pg_sequences where last_value is not null order by setting
  `.execute(database);
  return [
    ...schema.functions.values(),
    getConstructionPlans('jobs').replaceAll(/^ *(begin|commit);$/gim, ''),
    ...inserts,
    ...sequences.map(({ setting }) => setting),
    '',
  ].join('\n\n');
}

/** Tables without a row. */
export async function emptyTablesOf(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text
      not in ('pg_catalog', 'information_schema', 'identity_provider', 'jobs')
      and (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %s', oid::regclass), false, true, '')))[1]::text = '0'
    order by name
  `.execute(database);
  return rows.map(({ name }) => name);
}
