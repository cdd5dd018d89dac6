import type pg from 'pg';
import { schemasOfServices } from '../../storage/schema.ts';

/*
 * A database as a stream of tables: a snapshot of a running one, or the one in a backup. Both a backup and a move
 * write it into an empty database.
 */

export interface CopiedTable {
  /** With its schema, quoted where SQL needs it. */
  readonly name: string;
  /** In the order of the values, quoted where SQL needs it. */
  readonly columns: readonly string[];
  readonly rows: string;
  /** Sum of hashes of the rows, whatever their order. */
  readonly digest: string;
}

export interface CopiedSequence {
  readonly name: string;
  /** The last one that was given out. */
  readonly value: string;
}

export interface DatabaseDescription {
  /** Names of the migrations that made the tables, in order. */
  readonly migrations: readonly string[];
  /** In an order in which no row refers to a table that comes later. */
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly CopiedSequence[];
}

export interface DatabaseCopy extends DatabaseDescription {
  /** The rows in the text format of COPY. One table after the other, in the order of {@link tables}. */
  rows(table: CopiedTable): AsyncIterable<Uint8Array>;
}

export const jobsSchema = 'jobs';
export const providerSchema = 'identity_provider';
/** Schemas whose rows are copied: of the services, of the job library and of the embedded identity provider. */
const copiedSchemas = [...schemasOfServices, jobsSchema, providerSchema];
/** All that Lectern keeps in a database. `platform` is made by migrations, and has nothing else. */
const ownSchemas = [...copiedSchemas, 'platform'];
/** Tables by which the job library notes what it has made of its own schema. */
const libraryTables = ['jobs.version', 'jobs.bam'];

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Tables that its rows refer to. */
  readonly refersTo: readonly string[];
}

/** The tables of Lectern, each after those that it refers to. */
export async function tablesOf(client: pg.Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', nspname, relname) as name,
      array(
        select quote_ident(attname) from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select distinct format('%I.%I', others.nspname, other.relname) from pg_constraint
        join pg_class other on other.oid = confrelid join pg_namespace others on others.oid = other.relnamespace
        where contype = 'f' and confrelid <> tables.oid
          and (conrelid = tables.oid or conrelid in (select relid from pg_partition_tree(tables.oid)))
      ) as "refersTo"
    from pg_class tables join pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and not relispartition and nspname = any ($1)
      and format('%I.%I', nspname, relname) <> all ($2)
    order by name`,
    [copiedSchemas, libraryTables],
  );
  return inOrder(rows);
}

function inOrder(tables: readonly Table[]): readonly Table[] {
  const ordered = new Set<Table>();
  const add = (table: Table, above: readonly Table[]) => {
    if (ordered.has(table)) return;
    if (above.includes(table)) throw new Error(`Tables refer to each other: ${table.name}`);
    for (const name of table.refersTo) {
      const other = tables.find((one) => one.name === name);
      if (other) add(other, [...above, table]);
    }
    ordered.add(table);
  };
  for (const table of tables) add(table, []);
  return [...ordered];
}

/** Sequences of Lectern. They know no snapshot: they are at least as far as its rows. */
export async function sequencesOf(
  client: pg.Client,
): Promise<readonly { readonly name: string; readonly value: string | null }[]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname = any ($1) order by name`,
    [copiedSchemas],
  );
  return rows;
}

/** Schemas of Lectern that the database has. */
export async function ownSchemasOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ nspname: string }>(
    'select nspname from pg_namespace where nspname = any ($1) order by nspname',
    [ownSchemas],
  );
  return rows.map(({ nspname }) => nspname);
}

/** Counts and hashes the rows of a table. The sum does not depend on their order, nor on the version of PostgreSQL. */
export async function digestOf(
  client: pg.Client,
  { name, columns }: Pick<CopiedTable, 'name' | 'columns'>,
): Promise<Pick<CopiedTable, 'rows' | 'digest'>> {
  const { rows } = await client.query<Pick<CopiedTable, 'rows' | 'digest'>>(
    `select count(*)::text as rows, coalesce(sum(
      ('x' || encode(substr(sha256(convert_to(row(${columns.join(', ')})::text, 'UTF8')), 1, 8), 'hex'))
        ::bit(64)::bigint::numeric
    ), 0)::text as digest from ${name}`,
  );
  return rows[0]!;
}
