import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import {
  isConnectFailure,
  readOnlySqlState,
  type ConnectionMonitor,
} from './connection-monitor.ts';
import { Connections } from './connections.ts';
import type { Tables } from './tables.ts';

export type Database = Kysely<Tables>;

/** Most connections of one process, for its requests. */
const poolSizeMaximum = 20;
/** How long one statement may run, in milliseconds. */
export const statementTimeoutInMs = 10_000;
/** How long a transaction, or the holder of a lock, may say nothing, such as while a client reads, in milliseconds. */
export const idleLimitInMs = 90_000;

/**
 * Opens a pool of connections; nothing connects before the first query.
 *
 * @param over Address of the database, or what watches the connections to it.
 */
export function openPool(over: string | ConnectionMonitor, maximum = poolSizeMaximum): Connections {
  return new Connections(over, {
    name: 'lectern-services',
    maximum,
    statementTimeoutInMs,
    idleInTransactionInMs: idleLimitInMs,
  });
}

/** The tables, over connections that close with it. */
export function databaseOn(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * The tables, for reads that are answered within milliseconds: `Connections.queryShort`, where all are planned once. There are
 * no transactions.
 */
export function shortReadsOn(pool: Connections): Database {
  const client = {
    query: (text: string, values: unknown[]) => pool.queryShort({ text, values }),
    release: () => {},
  };
  const shared = { connect: async () => client, end: async () => {} };
  return databaseOn(shared as never);
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
export const lockedSqlState = '55P03';
/**
 * SQLSTATE classes that mean that the database cannot answer now: connection exceptions (08),
 * insufficient resources such as a full disk (53), operator intervention such as a restart (57); and
 * a standby that takes no changes (25006), a read that it gave up for changes that came to it (40001), and a
 * transaction that waited for too long (25P03).
 */
const passingSqlStates = /^(08|53|57|25006|25P03|40001)/;
/** SQLSTATE of a deadlock; a standby has it also for a read in the way of changes that came to it. */
export const deadlockSqlState = '40P01';
/** Function of the server that says so: its messages are in the language of the machine. */
const recoveryRoutine = 'CheckRecoveryConflictDeadlock';
const passingSystemErrors = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** Messages of `pg` without a code, when a connection ends under a query or before it, or none is free in time. */
const connectionMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/;

/** Messages of a coordinator of Citus, without a code of its own, when a machine is lost under a statement. */
const machineMessages =
  /^(server closed the connection|SSL SYSCALL error|could not (receive|send) data)/;
/** SQLSTATE of a failure without a code (internal_error). */
const internalSqlState = 'XX000';

/** True for an error that says that the database cannot be reached now, and that trying again may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === canceledSqlState) return false;
  return (
    isConnectFailure(error) ||
    passingSqlStates.test(code) ||
    code === lockedSqlState ||
    (code === internalSqlState && machineMessages.test(error.message)) ||
    (code === deadlockSqlState && 'routine' in error && error.routine === recoveryRoutine) ||
    passingSystemErrors.has(code) ||
    connectionMessages.test(error.message)
  );
}

/** True for the refusal of a change by a standby or a read-only database. */
export function isDatabaseReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === readOnlySqlState;
}

/**
 * True for an error that says that a statement was given up. The database is there and answers others; repeating
 * the statement would only add to what made it slow.
 */
export function isStatementCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === canceledSqlState;
}
