import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { GivenStatement, Keeper, Kept } from '../store/records.ts';
import { refusal, refusalOfBatch } from '../xapi/refusals.ts';
import type { Issue } from './structure-access.ts';
import type { Cmi5Dependencies } from './own-statements.ts';
import { isDefined, judge } from './rules.ts';
import {
  changed,
  isChangedByOthers,
  sessionsOf,
  type Session,
  type SessionChange,
} from './sessions.ts';
import { tellSatisfied } from './tell-satisfied.ts';

/** How often it begins anew where others change the session at the same time. */
const attemptsMaximum = 10;

/**
 * Keeps statements of an assignable unit, all of them or none, and with them what they change in the
 * session: of two who tell the same at the same time only one goes on.
 *
 * @throws {CallError} where the rules of cmi5 do not allow one of them
 */
export async function keepOfSession(
  dependencies: Cmi5Dependencies,
  {
    subject,
    session_id,
    registration,
    course_id,
  }: Pick<Session, 'registration' | 'session_id' | 'subject'> & Pick<Issue, 'course_id'>,
  asked: readonly GivenStatement[],
  keeper: Keeper,
): Promise<Kept> {
  // The id of a unit is its publisher's: it may look like another course, and so may anything that it names.
  const given = asked.map((one) => ({ ...one, saidWithin: [course_id] }));
  for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
    const sessions = await sessionsOf(dependencies.database, subject, registration);
    const session = sessions.find((session) => session.session_id === session_id);
    if (!session || session.ended_by === 'abandoned') throw refusal('SESSION_REFUSED');
    const change = await changeBy(dependencies, session, sessions, given);
    try {
      const kept = await dependencies.records.keep(given, keeper, changed(session, change));
      // Also where they have been told before: the process may have ended just then.
      if (kept.conflicts === undefined && given.some(({ statement }) => isDefined(statement))) {
        await tellSatisfied(dependencies, session);
      }
      return kept;
    } catch (error) {
      if (!isChangedByOthers(error)) throw error;
    }
  }
  throw refusal('SESSION_BUSY');
}

/** @throws {CallError} STATEMENT_REFUSED */
async function changeBy(
  { database }: Cmi5Dependencies,
  session: Session,
  sessions: readonly Session[],
  given: readonly GivenStatement[],
): Promise<SessionChange> {
  const { subject, session_id, au_id, ended_at } = session;
  const others = sessions.filter(
    (session) => session.au_id === au_id && session.session_id !== session_id,
  );
  const kept = ended_at ? await keptOf(database, subject, given) : undefined;
  const judged = judge(
    session,
    others.map(({ told }) => told),
    given.map(({ statement }) => statement),
    (id) => kept?.has(id) ?? false,
  );
  if (judged.faults !== undefined) {
    throw refusalOfBatch(judged.faults.map((text) => ({ code: 'STATEMENT_REFUSED', text })));
  }
  const { told, latest, isTerminated } = judged;
  const now = new Date();
  return {
    told,
    latest,
    heard_at: now,
    ...(isTerminated
      ? { ended_at: ended_at ?? now, ended_by: 'terminated' }
      : { ended_at: null, ended_by: null }),
  };
}

/** Ids of those that are there already, of the learner. */
async function keptOf(
  database: Database,
  subject: string,
  given: readonly GivenStatement[],
): Promise<ReadonlySet<string>> {
  const ids = given.flatMap(({ statement }) => statement.id?.toLowerCase() ?? []);
  const found = await database
    .selectFrom('lars.statement_ids')
    .select('statement_id')
    .where('statement_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('subject', '=', subject)
    .execute();
  return new Set(found.map(({ statement_id }) => statement_id));
}
