import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../src/index.ts';
import { startedDatabase } from './databases.ts';
import { typedTables } from './table-types.ts';

/* The types of `storage/tables` against the catalogue of a database. */

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly is_nullable: boolean;
  readonly has_default: boolean;
  /** Texts of a check constraint. */
  readonly values: readonly string[];
}

const typed = typedTables();
let database: Database;
let columns: readonly Column[];
beforeAll(async () => {
  database = openDatabase(await startedDatabase());
  const { rows } = await sql<Column>`
    select attrelid::regclass::text as table, attname as name,
      format_type(atttypid, null) as type, not attnotnull as is_nullable,
      atthasdef or attidentity <> '' as has_default,
      array(
        select (regexp_matches(pg_get_constraintdef(pg_constraint.oid), '''([^'']+)''::text', 'g'))[1]
        from pg_constraint
        where contype = 'c' and conrelid = attrelid and conkey = array[attnum]
          and pg_get_constraintdef(pg_constraint.oid) like '%ANY (ARRAY[%'
      ) as values
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and attnum > 0 and not attisdropped
      and relnamespace::regnamespace::text in ('aua', 'gres', 'lima', 'osc', 'atma', 'clag', 'lars')
  `.execute(database);
  columns = rows;
});
afterAll(() => database.destroy());

/** As the driver reads them. */
const types: Readonly<Record<string, string>> = {
  text: 'string',
  uuid: 'string',
  integer: 'number',
  bigint: 'string',
  'double precision': 'number',
  boolean: 'boolean',
  date: 'Date',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  'text[]': 'string[]',
  'integer[]': 'number[]',
  'bigint[]': 'string[]',
};

const nameOf = ({ table, name }: Column) => `${table}.${name}`;
const typeOf = ({ table, name }: Column) => typed.get(table)?.get(name);

test('all columns of all tables have a type, and no others', () => {
  const names = [...typed].flatMap(([table, of]) =>
    [...of.keys()].map((name) => `${table}.${name}`),
  );
  expect(names.toSorted()).toEqual(columns.map(nameOf).toSorted());
});

test('columns are read as their types say', () => {
  const read = columns.map((column) => {
    const { type, isNullable } = typeOf(column)!;
    return [nameOf(column), type, isNullable];
  });
  expect(read).toEqual(
    columns.map((column) => [nameOf(column), types[column.type], column.is_nullable]),
  );
});

test('a row without a column that has no default is not a row of its type', () => {
  const needed = columns.filter(({ is_nullable, has_default }) => !is_nullable && !has_default);
  expect(needed.length).toBeGreaterThan(300);
  expect(needed.filter((column) => typeOf(column)!.isOptional).map(nameOf)).toEqual([]);
});

test('types list the texts of check constraints', () => {
  const checked = columns.filter(({ values }) => values.length > 0);
  expect(checked.length).toBeGreaterThan(15);
  expect(checked.map((column) => [nameOf(column), typeOf(column)!.values])).toEqual(
    checked.map((column) => [nameOf(column), column.values.toSorted()]),
  );
});
