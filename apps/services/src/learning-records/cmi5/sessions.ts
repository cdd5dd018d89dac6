import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import type { AuVerb } from './vocabulary.ts';

/** A statement of cmi5 that a unit has told of its session. */
export interface ToldStatement {
  readonly id: string;
  /** When it happened (RFC 3339). */
  readonly timestamp: string;
  readonly scaled?: number;
}

export type Told = { readonly [Verb in AuVerb]?: ToldStatement };

/** The time in which one learner has one assignable unit open. */
export interface Session extends Omit<Selectable<Tables['lars.cmi5_sessions']>, 'told'> {
  readonly told: Told;
}

/** What statements change in a session. */
export type SessionChange = Pick<Session, 'told' | 'latest' | 'ended_at' | 'ended_by'>;

export async function findSession(
  database: Database,
  subject: string,
  sessionId: string,
): Promise<Session | undefined> {
  const found = await database
    .selectFrom('lars.cmi5_sessions')
    .selectAll()
    .where('subject', '=', subject)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return found;
}

/** All sessions of a registration, the earliest first. */
export async function sessionsOf(
  database: Database,
  subject: string,
  registration: string,
): Promise<readonly Session[]> {
  const found = await database
    .selectFrom('lars.cmi5_sessions')
    .selectAll()
    .where('subject', '=', subject)
    .where('registration', '=', registration)
    .orderBy('launched_at')
    .orderBy('session_id')
    .execute();
  return found;
}

/**
 * Changes a session that nobody has changed in the meantime.
 *
 * @returns the session as it is now; `undefined`: somebody has
 */
export async function changeSession(
  database: Database,
  { subject, session_id, revision }: Session,
  { told, latest, ended_at, ended_by }: SessionChange,
): Promise<Session | undefined> {
  const changed = await database
    .updateTable('lars.cmi5_sessions')
    .set({
      told: JSON.stringify(told),
      latest,
      ended_at,
      ended_by,
      heard_at: sql<Date>`clock_timestamp()`,
      revision: revision + 1,
    })
    .where('subject', '=', subject)
    .where('session_id', '=', session_id)
    .where('revision', '=', revision)
    .returningAll()
    .executeTakeFirst();
  return changed;
}

/** Ends all sessions of a registration that are still open. @returns those */
export async function abandonSessions(
  database: Database,
  subject: string,
  registration: string,
): Promise<readonly Session[]> {
  const abandoned = await database
    .updateTable('lars.cmi5_sessions')
    .set(({ eb }) => ({
      ended_at: sql<Date>`clock_timestamp()`,
      ended_by: 'abandoned' as const,
      revision: eb('revision', '+', 1),
    }))
    .where('subject', '=', subject)
    .where('registration', '=', registration)
    .where('ended_at', 'is', null)
    .returningAll()
    .execute();
  return abandoned;
}
