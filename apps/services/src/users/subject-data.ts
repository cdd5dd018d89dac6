import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { streamRows, type RowStream } from '../storage/row-stream.ts';
import { subjectDataOf, type SubjectData } from '../storage/subject-data.ts';

const users = subjectDataOf([
  { table: 'aua.users', key: [], incidental: ['created_at', 'user_info_at'] },
  { table: 'aua.identities', key: ['identity_provider_identifier', 'external_id'] },
  { table: 'aua.properties', key: ['key'] },
  // Of two keys that of the target stays, and the other one is kept nowhere.
  { table: 'aua.outbox_keys', key: [], incidental: ['key'] },
  { table: 'aua.user_roles', key: ['role'] },
  { table: 'aua.cloud_migrations', key: [] },
]);

/** Holders of an export could read what waits on the user's devices, were the key in it. */
function exported(transaction: Database, subject: string): Readonly<Record<string, RowStream>> {
  const { 'aua.outbox_keys': _secret, ...tables } = users.export(transaction, subject);
  return tables;
}

/**
 * Erasing, moving and exporting what the user service itself keeps of a subject.
 *
 * Links, jobs with what gave way in a move, and the audit log are no data that moves or goes with the
 * steps of a job (`subject-job-end.ts`), but a person who asks is told of them.
 */
export const usersSubjectData: SubjectData = {
  ...users,
  export: (transaction, subject) => ({
    ...exported(transaction, subject),
    'aua.subject_links': streamRows(
      transaction,
      sql`
        select to_jsonb(link) as row from aua.subject_links link
        where ${subject} in (from_subject, to_subject) order by linked_at
      `,
    ),
    'aua.subject_jobs': streamRows(
      transaction,
      sql`
        select to_jsonb(job) - 'requested_by' as row from aua.subject_jobs job
        where ${subject} in (subject, to_subject) order by created_at
      `,
    ),
    'aua.subject_job_steps': streamRows(
      transaction,
      sql`
        select to_jsonb(step) as row from aua.subject_job_steps step
        where job_id in (
          select job_id from aua.subject_jobs job where ${subject} in (job.subject, job.to_subject)
        )
        order by job_id, service
      `,
    ),
    // Acts of others on the subject, and acts of the subject; only the subject is named.
    'aua.audit_log': streamRows(
      transaction,
      sql`
        select jsonb_strip_nulls(jsonb_build_object(
          'at', at, 'kind', kind, 'call', call, 'code', code, 'client_id', client_id,
          'correlation_id', correlation_id,
          'made_by_subject', coalesce(${subject} in (token_subject, login_subject), false),
          'change', case when subject = ${subject} or change ->> 'to_subject' = ${subject}
            then change - 'operator' end
        )) as row
        from aua.audit_log
        where subject = ${subject} or token_subject = ${subject} or login_subject = ${subject}
          or change ->> 'to_subject' = ${subject}
        order by at
      `,
    ),
  }),
};
