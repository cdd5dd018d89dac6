import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { Connections } from './connections.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Most connections of one process, for its requests. */
const poolSizeMaximum = 20;
/** How long a request waits for a connection, in milliseconds. */
const connectionTimeoutInMs = 5_000;
/** How long one statement may run, in milliseconds. */
export const statementTimeoutInMs = 10_000;

/** Opens a pool of connections; nothing connects before the first query. */
export function openPool(url: string, maximum = poolSizeMaximum): Connections {
  const pool = new Connections({
    connectionString: url,
    max: maximum,
    connectionTimeoutMillis: connectionTimeoutInMs,
    statement_timeout: statementTimeoutInMs,
    application_name: 'lectern-services',
  });
  // A connection that the server closes is replaced at the next query, and a transaction that was on
  // it fails there; without listeners, for idle and for used ones, it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The tables, over connections that close with it. */
export function databaseOn(pool: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The tables, over a pool of its own. */
export function openDatabase(url: string): Database {
  return databaseOn(openPool(url));
}

/**
 * SQLSTATE of a statement that took longer than {@link statementTimeoutInMs}, or that somebody ended by
 * hand (query_canceled).
 */
const canceledSqlState = '57014';
/** SQLSTATE where somebody else has a lock for longer than one waits for it (lock_not_available). */
const lockedSqlState = '55P03';
/**
 * SQLSTATE classes that mean that the database cannot answer now: connection exceptions (08),
 * insufficient resources (53), operator intervention such as a restart (57).
 */
const passingSqlStates = /^(08|53|57)/;
const passingSystemErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

/** Whether an error says that the database cannot be reached now, and that trying again may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === canceledSqlState) return false;
  return (
    passingSqlStates.test(code) ||
    code === lockedSqlState ||
    passingSystemErrors.has(code) ||
    // What `pg` says without a code when a connection ends under a query, or none is free in time.
    /^(Connection terminated|timeout exceeded when trying to connect|timeout expired)/.test(
      error.message,
    )
  );
}

/**
 * Whether an error says that a statement was given up. The database is there and answers others;
 * repeating the statement would only add to what made it slow.
 */
export function isStatementCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === canceledSqlState;
}
