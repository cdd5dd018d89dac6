import { sql, type RawBuilder } from 'kysely';

/**
 * True for a subject that is a user, or was one before it was linked.
 *
 * @param subject Column; it is read twice.
 */
export function isStoredSubject(subject: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from aua.users stored where stored.subject = ${subject})
    or exists (select from aua.subject_links link where link.from_subject = ${subject})
  )`;
}
