import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { GivenStatement, Keeper, Kept } from '../store/records.ts';
import { refusal } from '../xapi/refusals.ts';
import type { Cmi5Parts } from './parts.ts';
import { judge } from './rules.ts';
import { changeSession, findSession, sessionsOf, type Session } from './sessions.ts';
import { tellSatisfied } from './tell-satisfied.ts';

/** How often it begins anew where others change the session at the same time. */
const attemptsMaximum = 10;

/**
 * Keeps statements of an assignable unit, all of them or none. What they change is written to the
 * session first: of two who tell the same at the same time only one goes on.
 *
 * @throws {CallError} where the rules of cmi5 do not allow one of them
 */
export async function keepOfSession(
  parts: Cmi5Parts,
  { subject, session_id }: Pick<Session, 'session_id' | 'subject'>,
  given: readonly GivenStatement[],
  keeper: Keeper,
): Promise<Kept> {
  const { database, records } = parts;
  const statements = given.map(({ statement }) => statement);
  for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
    const session = await findSession(database, subject, session_id);
    if (!session || session.ended_by === 'abandoned') throw refusal('SESSION_REFUSED');
    const { registration, au_id } = session;
    const others = (await sessionsOf(database, subject, registration)).filter(
      (one) => one.au_id === au_id && one.session_id !== session_id,
    );
    const kept = session.ended_at ? await keptOf(database, subject, given) : undefined;
    const judged = judge(
      session,
      others.map(({ told }) => told),
      statements,
      (id) => kept?.has(id) ?? false,
    );
    if (judged.fault !== undefined) throw refusal('STATEMENT_REFUSED', judged.fault);
    const { told, latest, isTerminated } = judged;
    const changed = await changeSession(database, session, {
      told,
      latest,
      ...(isTerminated
        ? { ended_at: session.ended_at ?? new Date(), ended_by: 'terminated' }
        : { ended_at: null, ended_by: null }),
    });
    if (!changed) continue;
    const result = await records.keep(given, keeper);
    if (result.conflict !== undefined) await changeSession(database, changed, session);
    else if (told.completed !== session.told.completed || told.passed !== session.told.passed) {
      await tellSatisfied(parts, changed);
    }
    return result;
  }
  throw refusal('SESSION_BUSY');
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
