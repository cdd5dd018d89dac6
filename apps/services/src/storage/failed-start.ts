import pg from 'pg';
import { isDatabaseReadOnly, isDatabaseUnavailable, lockedSqlState } from './database-errors.ts';
import { DatabaseUnusable } from './usable-database.ts';

/** SQLSTATE of what the role has no right to (insufficient_privilege). */
const forbiddenSqlState = '42501';

/** @returns the sentence for an error of the start, where it is of the database */
export function unusableDatabaseOf(error: unknown): DatabaseUnusable | undefined {
  const code = error instanceof pg.DatabaseError ? error.code : undefined;
  if (code !== forbiddenSqlState && !isDatabaseUnavailable(error)) return undefined;
  const { message } = error as Error;
  if (code === forbiddenSqlState) {
    const needs = 'It needs create on the database, and to own what Lectern made.';
    const sentence = `The role of DATABASE_URL may not change the schema: ${message}. ${needs}`;
    return new DatabaseUnusable(sentence, false, { cause: error });
  }
  const state =
    code === lockedSqlState
      ? 'is locked by another session, such as a copy'
      : isDatabaseReadOnly(error)
        ? 'takes no changes, as a standby before it is promoted'
        : 'does not answer any more';
  return new DatabaseUnusable(`The database ${state}: ${message}.`, true, { cause: error });
}
