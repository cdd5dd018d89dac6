import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { streamRows, type RowStream } from './row-stream.ts';
import type { Tables } from './tables.ts';

export type RowCounts = Readonly<Record<string, number>>;
/** Rows themselves by table, without the subject. */
export type RowsByTable = Readonly<Record<string, readonly unknown[]>>;

/** Keeps with a transaction how many rows it has erased or moved. */
export type OnPart = (transaction: Database, counts: RowCounts) => Promise<void>;

/**
 * The functions that every service registers for the data of one subject. Each can be repeated: finished parts are
 * found done.
 */
export interface SubjectData {
  /** Erases or anonymizes all of it. */
  erase(transaction: Database, subject: string): Promise<RowCounts>;
  /**
   * The same of all subjects that a person has been; absent: one after the other. For who keeps others
   * waiting while it erases, and has to look around before.
   */
  erasePerson?(transaction: Database, person: readonly string[]): Promise<RowCounts>;
  /**
   * Gives it to another subject. Where both have something under the same name one of them is the
   * other's from now on, and the other one is `kept`: nothing is lost.
   */
  move(
    transaction: Database,
    from: string,
    to: string,
  ): Promise<{ readonly moved: RowCounts; readonly kept: RowsByTable }>;
  /**
   * Does ahead, in many short transactions, what would keep others waiting for too long within one: then
   * little is left to be done. Can be repeated, like the others. Gives the rows that it has erased or moved.
   *
   * @param onPart told of the rows of each transaction, within it
   */
  readonly ahead?: {
    erase(database: Database, subject: string, onPart?: OnPart): Promise<RowCounts>;
    move(database: Database, from: string, to: string, onPart?: OnPart): Promise<RowCounts>;
  };
  /**
   * Gives all of it, for a person who asks what is stored, by table. A table is read when its rows are
   * asked for: one after the other, before the transaction ends.
   */
  export(transaction: Database, subject: string): Readonly<Record<string, RowStream>>;
}

/** Of several subjects, or of several times. */
export function sumOf(all: readonly RowCounts[]): RowCounts {
  const sum: Record<string, number> = {};
  for (const counts of all) {
    for (const [table, rows] of Object.entries(counts)) sum[table] = (sum[table] ?? 0) + rows;
  }
  return sum;
}

/** A table that holds data of subjects in its column `subject`. */
export interface SubjectTable {
  readonly table: keyof Tables;
  /** Columns that name a row beside its subject. */
  readonly key: readonly string[];
  /** Columns that say nothing about the content: two rows that differ in them alone are the same. */
  readonly incidental?: readonly string[];
  /**
   * Where both subjects have a row of the same name, the one that was updated last goes into these
   * columns. Absent: the target's own row stays.
   */
  readonly newerWins?: readonly string[];
  /** How many rows are exported or moved at a time at most, where they are large. */
  readonly rowsAtOnce?: number;
  /** Has a column `version`, which grows when the row of the target is replaced. */
  readonly versioned?: true;
}

/** {@link SubjectData} of tables alone. */
export interface TableData extends SubjectData {
  count(database: Database, subject: string): Promise<RowCounts>;
}

/** The functions for tables that need nothing special. */
export function subjectDataOf(tables: readonly SubjectTable[]): TableData {
  return {
    async count(database, subject) {
      const counts: Record<string, number> = {};
      for (const { table } of tables) counts[table] = await countRows(database, table, subject);
      return counts;
    },
    async erase(transaction, subject) {
      const counts: Record<string, number> = {};
      for (const { table } of tables) counts[table] = await deleteRows(transaction, table, subject);
      return counts;
    },
    async move(transaction, from, to) {
      const moved: Record<string, number> = {};
      const kept: Record<string, readonly unknown[]> = {};
      for (const one of tables) {
        const losing = await copyRows(transaction, one, from, to);
        if (losing.length > 0) kept[one.table] = losing;
        moved[one.table] = await deleteRows(transaction, one.table, from);
      }
      return { moved, kept };
    },
    export: (transaction, subject) =>
      Object.fromEntries(
        tables.map(({ table, rowsAtOnce }) => [
          table,
          streamRows(
            transaction,
            sql`select to_jsonb(t) - 'subject' as row from ${sql.table(table)} t where subject = ${subject}`,
            rowsAtOnce,
          ),
        ]),
      ),
  };
}

async function countRows(
  database: Database,
  table: keyof Tables,
  subject: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from ${sql.table(table)} where subject = ${subject}
  `.execute(database);
  return rows[0]!.count;
}

async function deleteRows(
  transaction: Database,
  table: keyof Tables,
  subject: string,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where subject = ${subject}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/**
 * Writes the rows of a subject under another one: a key cannot be updated, and two subjects may lie on two machines, so
 * the rows pass through here.
 *
 * @returns of each two rows of the same name and other content the one that gives way
 */
async function copyRows(
  transaction: Database,
  one: SubjectTable,
  from: string,
  to: string,
): Promise<readonly unknown[]> {
  const columns = await columnsOf(transaction, one.table);
  const query = sql<{ row: string }>`
    select row_to_json(moved)::text as row from (
      select ${asText(columns)} from ${sql.table(one.table)} where subject = ${from}
    ) moved
  `;
  const losing: unknown[] = [];
  for await (const rows of streamRows(transaction, query, one.rowsAtOnce)) {
    const moved = rowsOf(columns, `[${rows.join(',')}]`);
    losing.push(...(await losingRows(transaction, one, moved, to)));
    await insertRows(transaction, one, columns, moved, to);
  }
  return losing;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** JSON goes as text, so that it stays as it is written. */
const typeOnItsWay = ({ type }: Column) => (type === 'json' ? 'text' : type);

function asText(columns: readonly Column[]): RawBuilder<unknown> {
  return sql.join(
    columns.map((column) => sql`${sql.id(column.name)}::${sql.raw(typeOnItsWay(column))}`),
  );
}

function rowsOf(columns: readonly Column[], json: string): RawBuilder<unknown> {
  const names = columns.map(({ name, type }) => sql`${sql.id(name)}::${sql.raw(type)}`);
  const declared = columns.map(
    (column) => sql`${sql.id(column.name)} ${sql.raw(typeOnItsWay(column))}`,
  );
  return sql`(
    select ${sql.join(names)} from json_to_recordset(${json}::json) row (${sql.join(declared)})
  )`;
}

async function losingRows(
  transaction: Database,
  { table, key, incidental = [], newerWins }: SubjectTable,
  moved: RawBuilder<unknown>,
  to: string,
): Promise<readonly unknown[]> {
  const ignored = ['subject', 'updated_at', ...incidental];
  const sameName = sql.join(
    [
      sql`b.subject = ${to}`,
      ...key.map((column) => sql`a.${sql.id(column)} = b.${sql.id(column)}`),
    ],
    sql` and `,
  );
  const loser = newerWins
    ? sql`case when b.updated_at < a.updated_at then to_jsonb(b) else to_jsonb(a) end`
    : sql`to_jsonb(a)`;
  const { rows } = await sql<{ row: unknown }>`
    select ${loser} - 'subject' as row
    from ${moved} a join ${sql.table(table)} b on ${sameName}
    where to_jsonb(a) - ${ignored}::text[] <> to_jsonb(b) - ${ignored}::text[]
  `.execute(transaction);
  return rows.map(({ row }) => row);
}

async function insertRows(
  transaction: Database,
  { table, key, newerWins, versioned }: SubjectTable,
  columns: readonly Column[],
  moved: RawBuilder<unknown>,
  to: string,
): Promise<void> {
  const name = sql.join(['subject', ...key].map((column) => sql.id(column)));
  const replacements = (newerWins ?? []).map(
    (column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`,
  );
  // Clients that know the target's version must not take the new content for it.
  if (versioned) replacements.push(sql`version = greatest(target.version, excluded.version) + 1`);
  const onConflict = newerWins
    ? sql`update set ${sql.join(replacements)} where target.updated_at < excluded.updated_at`
    : sql`nothing`;
  const values = columns.map((column) =>
    column.name === 'subject' ? sql`${to}` : sql.id('moved', column.name),
  );
  await sql`
    insert into ${sql.table(table)} as target (${sql.join(columns.map((column) => sql.id(column.name)))})
    select ${sql.join(values)} from ${moved} moved
    on conflict (${name}) do ${onConflict}
  `.execute(transaction);
}

/** Without identity columns, which give the copies numbers of their own. */
async function columnsOf(transaction: Database, table: keyof Tables): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attidentity = ''
    order by attnum
  `.execute(transaction);
  return rows;
}
