import type { userLifecycleCalls } from '@lectern/contracts/calls/users/user-lifecycle';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { linkedTo } from '../authorization/person-names.ts';
import type { SubjectJobs } from './subject-jobs.ts';
import { requireAdministratorRemains } from './last-administrator.ts';
import { dropWaitingMoves, findSubjectJob, isBusy } from './subject-job-state.ts';
import { lockSubjectLinks } from './subject-links.ts';

type Erasing = Parameters<Handlers<Pick<typeof userLifecycleCalls, 'userDelete'>>['userDelete']>[0];

/** An erasure that goes on in the queue. */
export interface BegunErasure {
  /** The named subject, or the one that it was linked to. */
  readonly subject: string;
  readonly jobId: string;
  /** False where it was begun before. */
  readonly isNew: boolean;
}

/**
 * Begins to erase a subject in every service, with those that were linked to it.
 *
 * @param require May refuse, in the transaction that begins it.
 * @throws {CallError} SUBJECT_BUSY, LAST_ADMINISTRATOR
 */
export function beginErasure(
  { database, subjectJobs }: { readonly database: Database; readonly subjectJobs: SubjectJobs },
  named: string,
  {
    caller,
    correlationId,
    refusal,
    record,
  }: Pick<Erasing, 'caller' | 'correlationId' | 'refusal' | 'record'>,
  require: (transaction: Database, subject: string) => Promise<void> = async () => {},
): Promise<BegunErasure> {
  return database.transaction().execute(async (transaction) => {
    await lockSubjectLinks(transaction, 'exclusive');
    // It may have been linked since the request was looked at.
    const subject = await linkedTo(transaction, named);
    await require(transaction, subject);
    // A move that waits is dropped: its data is erased with the subject that has it.
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
}
