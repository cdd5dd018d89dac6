import { sql, type Selectable } from 'kysely';
import type { Ended } from '../../authorization/sign-out.ts';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';
import type { Issue } from './structure-access.ts';
import type { AuVerb } from './vocabulary.ts';

/** A statement of cmi5 that a unit has told of its session. */
export interface SentStatement {
  readonly id: string;
  /** When it happened (RFC 3339). */
  readonly timestamp: string;
  readonly scaled?: number;
}

export type SentStatements = { readonly [Verb in AuVerb]?: SentStatement };

/** The time in which one learner has one assignable unit open. */
export interface Session extends Omit<Selectable<Tables['lars.cmi5_sessions']>, 'told'> {
  readonly told: SentStatements;
}

export type SessionChange = Pick<Session, 'told' | 'latest' | 'heard_at' | 'ended_at' | 'ended_by'>;

export type NewSession = Omit<Session, 'token_hash' | 'revision' | keyof SessionChange>;

/**
 * A session with the issue that it has launched a unit of.
 *
 * @param subjects where it is looked for, the first one first
 */
export async function findSession(
  database: Database,
  subjects: readonly string[],
  sessionId: string,
): Promise<(Session & Issue) | undefined> {
  const found = await database
    .selectFrom('lars.cmi5_sessions as session')
    .innerJoin('lars.cmi5_registrations as registered', (join) =>
      join
        .onRef('registered.subject', '=', 'session.subject')
        .onRef('registered.course_key', '=', 'session.course_key'),
    )
    .selectAll('session')
    .select(['registered.course_id', 'registered.issue_id'])
    .where('session.subject', '=', sql<string>`any(${subjects}::text[])`)
    .where('session_id', '=', sessionId)
    .orderBy(sql`array_position(${subjects}::text[], session.subject)`)
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

/** Has what opens sessions open nothing any more. They are told to be abandoned with the next launch. */
export async function endSessionsOf(database: Database, ended: Ended): Promise<void> {
  const now = new Date();
  await database
    .updateTable('lars.cmi5_sessions')
    .set({ expires_at: now })
    .where('expires_at', '>', now)
    .where(({ eb }) =>
      'subjects' in ended
        ? eb('subject', '=', sql<string>`any(${ended.subjects}::text[])`)
        : eb('sign_in', '=', sql<string>`any(${ended.signIns}::text[])`),
    )
    .execute();
}

/** A session as it is to be with the statements that say so, unless others change it before. */
export function changed(
  { subject, session_id, revision }: Session,
  { told, latest, heard_at, ended_at, ended_by }: SessionChange,
): string {
  const change = { told, latest, heard_at, ended_at, ended_by };
  return JSON.stringify({ subject, session_id, ...change, revision: revision + 1 });
}

/** A session as it is to begin with the statement that says so, where no other is open. */
export function begun({ fetch_hash, ...session }: NewSession): string {
  // As the database reads bytes.
  const fetchHash = `\\x${fetch_hash.toString('hex')}`;
  return JSON.stringify({ ...session, fetch_hash: fetchHash, told: {}, revision: 0 });
}

/** True where nothing was stored because others have changed the session, or begun another one. */
export function isChangedByOthers(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === serializationFailure;
}

/** SQLSTATE; see `lars.put_session`. */
const serializationFailure = '40001';
