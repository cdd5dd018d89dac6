import type { ServiceCode } from '@lectern/contracts';
import { linkUndoDays } from '@lectern/contracts/calls/users/user-lifecycle';
import { sql } from 'kysely';
import { retryLimit } from '../jobs/jobs.ts';
import type { Database } from '../storage/database.ts';

/** A job over all services. */
export interface SubjectJob {
  readonly subject: string;
  readonly job_id: string;
  readonly kind: 'erase' | 'move';
  readonly to_subject: string | null;
  readonly correlation_id: string;
}

export type Round = 'first' | 'sweep';

/** How long a link can be undone, and a move of data waits for that, in seconds. */
export const linkUndoInSeconds = linkUndoDays * 24 * 60 * 60;

type JobState = 'PENDING' | 'RUNNING' | 'DONE' | 'FAILED';

/** The job of a subject that is not over, or whose services have not looked a second time. */
export async function findSubjectJob(
  database: Database,
  subject: string,
): Promise<SubjectJob | undefined> {
  return database
    .selectFrom('aua.subject_jobs')
    .select(['subject', 'job_id', 'kind', 'to_subject', 'correlation_id'])
    .where('subject', '=', subject)
    .where('swept_at', 'is', null)
    .executeTakeFirst();
}

/** True where a move that waits for the days of undoing will bring data to a subject. */
export async function isMoveAwaited(transaction: Database, subject: string): Promise<boolean> {
  const job = await transaction
    .selectFrom('aua.subject_jobs')
    .select('job_id')
    .where('to_subject', '=', subject)
    .where('begins_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return job !== undefined;
}

/** Drops moves from or to a subject that wait for the days of undoing. Nothing has been moved by them. */
export async function dropWaitingMoves(transaction: Database, subject: string): Promise<void> {
  const dropped = await transaction
    .deleteFrom('aua.subject_jobs')
    .where((where) => where.or([where('subject', '=', subject), where('to_subject', '=', subject)]))
    .where('begins_at', '>', sql<Date>`now()`)
    .returning('job_id')
    .execute();
  if (dropped.length === 0) return;
  const jobIds = dropped.map(({ job_id }) => job_id);
  await transaction.deleteFrom('aua.subject_job_steps').where('job_id', 'in', jobIds).execute();
}

/**
 * True where a job that is not over brings data to one of the subjects, or takes it from the target. A move that
 * waits for the days of undoing does not: it can be dropped.
 */
export async function isBusy(
  transaction: Database,
  subject: string,
  target: string = subject,
): Promise<boolean> {
  const job = await transaction
    .selectFrom('aua.subject_jobs')
    .select('job_id')
    .where('swept_at', 'is', null)
    .where('begins_at', '<=', sql<Date>`now()`)
    .where((where) => where.or([where('to_subject', '=', subject), where('subject', '=', target)]))
    .executeTakeFirst();
  return job !== undefined;
}

/** A job as the contract shows it; `counts` names the field that says what a step did. */
export async function readSubjectJob<Counts extends 'moved' | 'erased'>(
  database: Database,
  jobId: string,
  counts: Counts,
) {
  const steps = await database
    .selectFrom('aua.subject_job_steps')
    .select(['service', 'done_at', 'result', 'failures', 'failure'])
    .where('job_id', '=', jobId)
    .orderBy('service')
    .execute();
  if (steps.length === 0) return undefined;
  const shown = steps.map((step) => ({
    service: step.service as ServiceCode,
    state: stateOf(step),
    [counts]: step.result ?? {},
    ...(step.failure && { failure: step.failure }),
  }));
  return {
    job_id: jobId,
    state: stateOfAll(shown.map(({ state }) => state)),
    steps: shown as ((typeof shown)[number] & Record<Counts, Record<string, number>>)[],
  };
}

function stateOf(step: { readonly done_at: Date | null; readonly failures: number }): JobState {
  if (step.done_at) return 'DONE';
  if (step.failures > retryLimit) return 'FAILED';
  return step.failures > 0 ? 'RUNNING' : 'PENDING';
}

function stateOfAll(states: readonly JobState[]): JobState {
  if (states.includes('FAILED')) return 'FAILED';
  if (states.every((state) => state === 'DONE')) return 'DONE';
  return states.every((state) => state === 'PENDING') ? 'PENDING' : 'RUNNING';
}
