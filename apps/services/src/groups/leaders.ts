import { sql, type RawBuilder } from 'kysely';

/**
 * A row of memberships is that of a leader of now where a role of the subject leads, the subject is linked to no other
 * one, and it is not being erased.
 *
 * @param row What the statement calls the row of `gres.members` or `gres.subject_groups`.
 */
export function isLeadingNow(row: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const subject = column('subject');
  return sql<boolean>`(
    ${column('group_role')} = 'leader' and ${column('membership_state')} = 'accepted'
      and exists (
        select from aua.role_permissions given
        where given.permission = 'group.lead' and (
          exists (
            select from aua.user_roles held
            where held.subject = ${subject} and held.role = given.role
          )
          -- A person who was never given a role is a student.
          or given.role = 'student'
            and not exists (select from aua.user_roles held where held.subject = ${subject})
            and not exists (select from aua.applications named where named.subject = ${subject})
        )
      )
      -- Looked up for each leader: as "exists" all links and jobs could be read at once.
      and (select link.from_subject from aua.subject_links link where link.from_subject = ${subject}) is null
      and (
        select job.subject from aua.subject_jobs job
        where job.subject = ${subject} and job.kind = 'erase' and job.swept_at is null limit 1
      ) is null
  )`;
}
