import { sql } from 'kysely';
import { rememberErased } from '../authorization/erased-subjects.ts';
import type { Database } from '../storage/database.ts';
import { namesOf } from '../authorization/person-names.ts';
import type { Round, SubjectJob } from './subject-job-state.ts';
import { link } from './subject-links.ts';

/** Ends a job when the last service has done its step, in that step's transaction. */
export async function finishSubjectJob(
  transaction: Database,
  job: SubjectJob,
  round: Round,
): Promise<void> {
  // A move that was begun by a version before: its link did not hold at once.
  if (round === 'first' && job.kind === 'move') {
    await link(transaction, job.subject, job.to_subject!);
  }
  if (job.kind === 'erase') await forget(transaction, job, round);
  if (round === 'sweep' && job.kind === 'erase') {
    // Until now the job said whom to erase; now nothing does.
    await transaction.deleteFrom('aua.subject_jobs').where('job_id', '=', job.job_id).execute();
    await transaction
      .deleteFrom('aua.subject_job_steps')
      .where('job_id', '=', job.job_id)
      .execute();
    return;
  }
  await transaction
    .updateTable('aua.subject_jobs')
    .set(round === 'first' ? { finished_at: new Date() } : { swept_at: new Date() })
    .where('subject', '=', job.subject)
    .where('job_id', '=', job.job_id)
    .execute();
}

/** Takes the name of an erased subject out of what stays: the audit log and others' jobs. */
async function forget(
  transaction: Database,
  { subject, job_id }: SubjectJob,
  round: Round,
): Promise<void> {
  const names = await namesOf(transaction, subject);
  if (round === 'sweep') {
    // Not before: the sweep, too, has to find the subjects that led to this one.
    await transaction
      .deleteFrom('aua.subject_links')
      .where((where) =>
        where.or([where('to_subject', '=', subject), where('from_subject', '=', subject)]),
      )
      .execute();
  }
  const marker = `erased-${job_id}`;
  await rememberErased(transaction, names);
  for (const name of names) {
    await sql`select set_config('lectern.erased_subject', ${name}, true)`.execute(transaction);
    await sql`
      update aua.audit_log set
        subject = case when subject = ${name} then ${marker} else subject end,
        token_subject = case when token_subject = ${name} then ${marker} else token_subject end,
        login_subject = case when login_subject = ${name} then ${marker} else login_subject end,
        change = replace(change::text, to_json(${name}::text)::text, to_json(${marker}::text)::text)::jsonb
      where subject = ${name} or token_subject = ${name} or login_subject = ${name}
        or change ->> 'to_subject' = ${name}
    `.execute(transaction);
    await transaction
      .updateTable('aua.subject_jobs')
      .set({ requested_by: marker })
      .where('requested_by', '=', name)
      .execute();
    await transaction
      .deleteFrom('aua.subject_job_steps')
      .where('job_id', 'in', (jobs) =>
        jobs
          .selectFrom('aua.subject_jobs')
          .select('job_id')
          .where('job_id', '<>', job_id)
          .where((where) =>
            where.or([where('to_subject', '=', name), where('subject', '=', name)]),
          ),
      )
      .execute();
    await transaction
      .deleteFrom('aua.subject_jobs')
      .where('job_id', '<>', job_id)
      .where((where) => where.or([where('to_subject', '=', name), where('subject', '=', name)]))
      .execute();
  }
  await sql`select set_config('lectern.erased_subject', '', true)`.execute(transaction);
}
