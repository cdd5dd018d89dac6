import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { satisfied } from './lms-statements.ts';
import { learner, tell, type Cmi5Dependencies } from './own-statements.ts';
import { satisfiedParts } from './satisfaction.ts';
import { sessionsOf, type Session } from './sessions.ts';

/**
 * Tells which blocks are satisfied, and whether the course is, each once in a registration. What a
 * crash has left untold is told by the next launch, or the next statement of cmi5.
 *
 * @param session in which, or after which, that came about; without an id: in the latest one, or, where
 *   there was none yet, in none
 */
export async function tellSatisfied(
  dependencies: Cmi5Dependencies,
  session: Pick<Session, 'course_key' | 'registration' | 'structure_hash' | 'subject'> &
    Partial<Pick<Session, 'session_id'>>,
): Promise<void> {
  const { database, structures, publicUrl } = dependencies;
  const { subject, course_key, registration, structure_hash } = session;
  const [registered, structure, sessions] = await Promise.all([
    database
      .selectFrom('lars.cmi5_registrations')
      .select(['course_id', 'satisfied'])
      .where('subject', '=', subject)
      .where('course_key', '=', course_key)
      .executeTakeFirst(),
    structures.find(structure_hash),
    sessionsOf(database, subject, registration),
  ]);
  if (!registered || !structure) return;
  const told = new Set(registered.satisfied);
  const untold = satisfiedParts(structure, sessions).filter((part) => !told.has(part));
  if (untold.length === 0) return;
  const from = { structure, courseKey: course_key, publicUrl };
  const actor = learner(dependencies, subject);
  const session_id = session.session_id ?? sessions.at(-1)?.session_id ?? randomUUID();
  for (const part of untold) {
    const telling = satisfied(actor, { registration, session_id }, part, from);
    await tell(dependencies, { subject, course_id: registered.course_id }, telling);
  }
  await database
    .updateTable('lars.cmi5_registrations')
    .set({
      satisfied: sql<string[]>`array(
        select distinct part from unnest(satisfied || ${untold}::text[]) part
      )`,
    })
    .where('subject', '=', subject)
    .where('course_key', '=', course_key)
    .execute();
}
