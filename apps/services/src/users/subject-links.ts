import { sql } from 'kysely';
import { announce } from '../authorization/announcements.ts';
import { lockByName, type LockMode } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { dropWaitingMoves, linkUndoInSeconds } from './subject-job-state.ts';

/**
 * Links and erasures are decided one at a time (`exclusive`): where a link leads cannot change between
 * the look and the deed. Whoever makes a user more powerful keeps them out (`shared`). To be taken
 * after the lock of the roles and before any row.
 */
export async function lockSubjectLinks(transaction: Database, mode: LockMode): Promise<void> {
  await lockByName(transaction, 'aua.subject-links', mode);
}

/** From now on the first subject resolves to the second, and so do those that led to the first. */
export async function link(transaction: Database, from: string, to: string): Promise<void> {
  const led = await transaction
    .updateTable('aua.subject_links')
    .set({ to_subject: to })
    .where('to_subject', '=', from)
    .returning('from_subject')
    .execute();
  await transaction
    .insertInto('aua.subject_links')
    .values({
      from_subject: from,
      to_subject: to,
      led_before: led.map(({ from_subject }) => from_subject),
    })
    .onConflict((conflict) => conflict.column('from_subject').doUpdateSet({ to_subject: to }))
    .execute();
  await announce(transaction, { kind: 'subjects', subjects: [from, to] });
}

/**
 * From now on a subject resolves to itself, and subjects that led to it when it was linked lead to it again.
 * A move of its data that has not begun is dropped.
 */
export async function unlink(transaction: Database, from: string): Promise<void> {
  const link = await transaction
    .deleteFrom('aua.subject_links')
    .where('from_subject', '=', from)
    .returning(['to_subject', 'led_before'])
    .executeTakeFirst();
  if (!link) return;
  const fellows = transaction
    .updateTable('aua.subject_links')
    .where('to_subject', '=', link.to_subject);
  // Undoing another link of the chain must not take this subject back; nor is its name kept after an erasure.
  await fellows
    .set({ led_before: sql`array_remove(led_before, ${from})` })
    .where(sql<boolean>`${from} = any(led_before)`)
    .execute();
  await fellows
    .set({ to_subject: from })
    .where('from_subject', '=', sql<string>`any(${link.led_before}::text[])`)
    .execute();
  await dropWaitingMoves(transaction, from);
  // Its tokens are remembered as those of the other one, which it leads to.
  await announce(transaction, { kind: 'subjects', subjects: [from, ...link.led_before] });
}

/** The links to a subject that its owner can still undo, oldest first. */
export async function undoableLinks(database: Database, subject: string) {
  const links = await database
    .selectFrom('aua.subject_links')
    .select(['from_subject', 'linked_at'])
    .where('to_subject', '=', subject)
    .where(isUndoable)
    .orderBy('linked_at')
    .execute();
  return links.map(({ from_subject, linked_at }) => ({
    from_subject,
    linked_at: linked_at.toISOString(),
    undo_until: undoUntil(linked_at),
  }));
}

/** Until when a link can be undone. */
export function undoUntil(linkedAt: Date): string {
  return new Date(linkedAt.getTime() + linkUndoInSeconds * 1000).toISOString();
}

/** True for a row of a link that is young enough to be undone, with nothing moved. */
export const isUndoable = sql<boolean>`(
  linked_at > now() - make_interval(secs => ${sql.lit(linkUndoInSeconds)})
    and not exists (
      select from aua.subject_jobs job
      where job.kind = 'move' and job.subject = subject_links.from_subject
        and job.to_subject = subject_links.to_subject and job.begins_at <= clock_timestamp()
    )
)`;

/** Subjects to whom another account leads, or whose data is just being moved. */
const linkedSubjects = sql`
  select to_subject as subject from aua.subject_links
  union select subject from aua.subject_jobs where swept_at is null and kind = 'move'
  union select to_subject from aua.subject_jobs where swept_at is null and kind = 'move'
`;

/** True where another account leads to a subject, or its data is just being moved or erased. */
export async function isLinked(database: Database, subject: string): Promise<boolean> {
  const { rows } = await sql`
    select from (
      ${linkedSubjects}
      union select subject from aua.subject_jobs where swept_at is null
    ) linked
    where subject = ${subject}
  `.execute(database);
  return rows.length > 0;
}

/**
 * True where somebody to whom another account leads, or whose data is just being moved, holds a role; a person who
 * was never given one is a student. A subject being erased can do nothing with it.
 */
export async function isHeldByLinked(database: Database, role: string): Promise<boolean> {
  const { rows } = await sql`
    select from (${linkedSubjects}) linked
    where exists (
        select from aua.user_roles held
        where held.subject = linked.subject and held.role = ${role}
      )
      or (
        ${role} = 'student'
        and not exists (select from aua.user_roles held where held.subject = linked.subject)
        and not exists (select from aua.applications one where one.subject = linked.subject)
      )
    limit 1
  `.execute(database);
  return rows.length > 0;
}
