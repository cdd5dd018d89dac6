import { isConnectFailure, readOnlySqlState } from './connection-monitor.ts';

/** SQLSTATE of a statement that took longer than the pool allows, or that somebody ended by hand (query_canceled). */
const canceledSqlState = '57014';
/** SQLSTATE where somebody else has a lock for longer than one waits for it (lock_not_available). */
export const lockedSqlState = '55P03';
/**
 * SQLSTATE classes that mean that the database cannot answer now: connection exceptions (08),
 * insufficient resources such as a full disk (53), operator intervention such as a restart (57), faults of its
 * machine such as a disk that is not read (58); and a standby that takes no changes (25006), a read that it gave up for
 * changes that came to it (40001), and a transaction that waited or lasted for too long (25P03, 25P04).
 */
const passingSqlStates = /^(08|53|57|58|25006|25P0[34]|40001)/;
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
