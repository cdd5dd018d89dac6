import type { InsertObject, Selectable, UpdateObject } from 'kysely';
import type { Database } from '../src/index.ts';
import type { Tables } from '../src/storage/tables.ts';

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Rows of a table, read and changed without a call. */
interface Rows<Table extends keyof Tables> {
  /** @param columns default: all */
  get<Column extends keyof Row<Table>>(
    ...columns: readonly Column[]
  ): Promise<Pick<Row<Table>, Column>[]>;
  /** The only one. @throws where there is none, or another */
  one<Column extends keyof Row<Table>>(
    ...columns: readonly Column[]
  ): Promise<Pick<Row<Table>, Column>>;
  set(change: UpdateObject<Tables, Table>): Promise<void>;
  delete(): Promise<void>;
}

/**
 * @param having values in some columns: a list stands for any of its values, null for none
 * @param order column that they are sorted by
 */
export function rowsOf<Table extends keyof Tables>(
  database: Database,
  table: Table,
  having: {
    readonly [Column in keyof Row<Table>]?: Row<Table>[Column] | readonly Row<Table>[Column][];
  } = {},
  order?: keyof Row<Table>,
): Rows<Table> {
  // The compiler knows the columns of one table, not those of any.
  const name = table as 'aua.users';
  const get = async (...columns: readonly never[]) => {
    const from = database.selectFrom(name);
    const selected = columns.length > 0 ? from.select(columns) : from.selectAll();
    const query = narrowed(selected, having);
    return (await (order ? query.orderBy(order as 'subject') : query).execute()) as never[];
  };
  return {
    get,
    async one(...columns) {
      const [row, ...others] = await get(...(columns as readonly never[]));
      if (!row || others.length > 0) throw new Error(`There is not one such row in ${table}.`);
      return row;
    },
    async set(change) {
      await narrowed(database.updateTable(name).set(change as object), having).execute();
    },
    async delete() {
      await narrowed(database.deleteFrom(name), having).execute();
    },
  };
}

interface Narrowed {
  where(column: string, operator: '=' | 'in' | 'is', value: unknown): this;
}

function narrowed<Statement>(statement: Statement, having: object): Statement {
  let left = statement as unknown as Narrowed;
  for (const [column, value] of Object.entries(having)) {
    const operator = value === null ? 'is' : Array.isArray(value) ? 'in' : '=';
    left = left.where(column, operator, value);
  }
  return left as unknown as Statement;
}

/** Writes rows without a call. */
export async function insertRows<Table extends keyof Tables>(
  database: Database,
  table: Table,
  values: InsertObject<Tables, Table> | readonly InsertObject<Tables, Table>[],
): Promise<void> {
  await database.insertInto(table).values(values).execute();
}
