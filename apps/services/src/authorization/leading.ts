import { sql, type RawBuilder } from 'kysely';

/**
 * True for a subject that may lead groups now: one of its roles leads, it is linked to no other subject, and it is not
 * being erased.
 *
 * @param subject Column; it is read several times.
 */
export function mayLeadNow(subject: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (
      select from aua.role_permissions given
      where given.permission = 'group.lead' and (
        exists (
          select from aua.user_roles held
          where held.subject = ${subject} and held.role = given.role
        )
        -- A person without roles is a student.
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

/**
 * True for a subject with a permission that teachers do not have.
 *
 * @param subject Column; it is read once.
 */
export function mayMoreThanTeachers(subject: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from aua.user_roles held join aua.role_permissions given using (role)
    where held.subject = ${subject}
      and given.permission not in (select permission from aua.role_permissions where role = 'teacher')
  )`;
}
