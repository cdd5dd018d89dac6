import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Connections } from './connections.ts';
import { databaseOn } from './database.ts';

/** A statement that is planned once a connection: hot calls cost more to plan than to run. */
export interface Prepared<Row extends pg.QueryResultRow> {
  /** Runs it on a connection, or on any of a pool. */
  run(on: pg.Pool | pg.PoolClient, values: readonly unknown[]): Promise<Row[]>;
}

/** Parameter of a prepared statement, from 1; the type says how PostgreSQL reads it. */
export function parameter<Value>(place: number, type: string): RawBuilder<Value> {
  return sql.raw<Value>(`$${place}::${type}`);
}

/**
 * @param name Names this text and no other, in all of the platform.
 * @param statement With {@link parameter}s and without values.
 */
export function prepare<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  name: string,
  statement: RawBuilder<unknown>,
): Prepared<Row> {
  const { sql: text } = statement.compile(databaseOn(pool));
  return {
    async run(on, values) {
      const { rows } = await on.query<Row>({ name, text, values: [...values] });
      return rows;
    },
  };
}

/** A prepared statement that stands alone: see `Connections.queryShort`. */
export function prepareShort<Row extends pg.QueryResultRow>(
  pool: Connections,
  name: string,
  statement: RawBuilder<unknown>,
): (values: readonly unknown[]) => Promise<Row[]> {
  const { sql: text } = statement.compile(databaseOn(pool));
  return async (values) => (await pool.queryShort<Row>({ name, text, values: [...values] })).rows;
}

/** Work on one connection that is kept as a whole, or, where it throws, not at all. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    const result = await work(connection);
    await connection.query('commit');
    connection.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is none to give to the next request.
    await connection.query('rollback').then(
      () => connection.release(),
      (failure: Error) => connection.release(failure),
    );
    throw error;
  }
}
