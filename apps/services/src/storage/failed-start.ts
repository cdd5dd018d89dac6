import pg from 'pg';
import { isDatabaseReadOnly, isDatabaseUnavailable, lockedSqlState } from './database-errors.ts';
import { DatabaseUnusable } from './usable-database.ts';

interface Refusal {
  readonly sentence: string;
  readonly advice?: string;
  readonly isPassing: boolean;
}

/** By SQLSTATE. */
const refusals: Readonly<Record<string, Refusal>> = {
  // insufficient_privilege
  42501: {
    sentence: 'The role of DATABASE_URL may not change the schema',
    advice: ' It needs create on the database, and to own what Lectern made.',
    isPassing: false,
  },
  // duplicate_schema: of another program, or of a dump that was not restored to its end
  '42P06': {
    sentence: 'The database has what Lectern would make',
    advice: ' Lectern needs an empty one of its own.',
    isPassing: false,
  },
  // raise_exception: of an event trigger that guards the schema
  P0001: { sentence: 'The database lets nobody change its schema', isPassing: true },
};

/** @returns the sentence for an error of the start, where it is of the database */
export function unusableDatabaseOf(error: unknown): DatabaseUnusable | undefined {
  const code = (error instanceof pg.DatabaseError && error.code) || '';
  const { message } = error as Error;
  const refusal = refusals[code];
  if (refusal) {
    const { sentence, advice = '', isPassing } = refusal;
    return new DatabaseUnusable(`${sentence}: ${message}.${advice}`, isPassing, { cause: error });
  }
  if (!isDatabaseUnavailable(error)) return undefined;
  const state =
    code === lockedSqlState
      ? 'is locked by another session, such as a copy'
      : isDatabaseReadOnly(error)
        ? 'takes no changes, as a standby before it is promoted'
        : 'does not answer any more';
  return new DatabaseUnusable(`The database ${state}: ${message}.`, true, { cause: error });
}
