import type { userLifecycleCalls } from '@lectern/contracts/calls/users/user-lifecycle';
import type { Handlers } from '../http/routes.ts';
import type { UsersParts } from './calls.ts';
import { requireAdministratorRemains } from './last-administrator.ts';
import { dropWaitingMoves, findSubjectJob, isBusy, readSubjectJob } from './subject-job-state.ts';
import { linkedTo, lockSubjectLinks } from './subject-links.ts';

type Erasing = Parameters<Handlers<Pick<typeof userLifecycleCalls, 'userDelete'>>['userDelete']>[0];

/**
 * Erases a subject in every service, with those that were linked to it, as far as this process can at once; the
 * rest follows from the queue. Where that was begun before, it goes on.
 *
 * @throws {CallError} SUBJECT_BUSY, LAST_ADMINISTRATOR
 */
export async function eraseAccount(
  { database, subjectJobs }: Pick<UsersParts, 'database' | 'subjectJobs'>,
  named: string,
  {
    caller,
    correlationId,
    refusal,
    record,
  }: Pick<Erasing, 'caller' | 'correlationId' | 'refusal' | 'record'>,
) {
  const started = await database.transaction().execute(async (transaction) => {
    await lockSubjectLinks(transaction, 'exclusive');
    // It may have been linked since the request was looked at.
    const subject = await linkedTo(transaction, named);
    // What was to be moved is erased where it is: with every subject that leads here.
    await dropWaitingMoves(transaction, subject);
    const job = await findSubjectJob(transaction, subject);
    if (job?.kind === 'erase') return { subject, jobId: job.job_id, isNew: false };
    if (job || (await isBusy(transaction, subject))) throw refusal('SUBJECT_BUSY');
    await requireAdministratorRemains(transaction, refusal, subject);
    await record(transaction, { subject });
    const requestedBy = caller.tokenSubject;
    const order = { kind: 'erase', subject, requestedBy, correlationId } as const;
    return { subject, jobId: await subjectJobs.start(transaction, order), isNew: true };
  });
  const { subject, jobId, isNew } = started;
  await subjectJobs.run(jobId);
  return { subject, erasure: (await readSubjectJob(database, jobId, 'erased'))!, isNew };
}
