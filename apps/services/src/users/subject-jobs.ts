import { announce } from '../authorization/announcements.ts';
import { randomUUID } from 'node:crypto';
import type { ServiceCode } from '@lectern/contracts';
import { sql } from 'kysely';
import { verificationCacheInMs } from '../authorization/verified-tokens.ts';
import { defaultLimits } from '../http/limits.ts';
import { retryLimit, type JobQueue, type Jobs, type SendOptions } from '../jobs/jobs.ts';
import { statementTimeoutInMs, type Database } from '../storage/database.ts';
import { namesOf } from '../authorization/person-names.ts';
import {
  sumOf,
  type OnPart,
  type RowCounts,
  type RowsByTable,
  type SubjectData,
} from '../storage/subject-data.ts';
import { finishSubjectJob } from './subject-job-end.ts';
import { type SubjectJob, linkUndoInSeconds, type Round } from './subject-job-state.ts';

/** The functions that every service registers, by its code. */
export type SubjectDataByService = Partial<Record<ServiceCode, SubjectData>>;

/** Work on a subject in every service. */
export type SubjectJobOrder = {
  readonly subject: string;
  readonly requestedBy: string;
  readonly correlationId: string;
} & ({ readonly kind: 'erase' } | { readonly kind: 'move'; readonly toSubject: string });

/** For the steps between those that are counted, and for clocks and timers that are late. */
const marginInMs = 20_000;
/**
 * How long after the end of a job its services go through the subject once more, in seconds: by then
 * the last request has written whose token was verified before, its body read, its statement run.
 */
const sweepAfterInSeconds =
  (verificationCacheInMs + defaultLimits.bodyTimeoutInMs + statementTimeoutInMs + marginInMs) /
  1000;

/** How long one statement of a step may run, in minutes: a subject can have years of data. */
const stepStatementTimeInMinutes = 10;

/** Jobs over all services: each step is one transaction of one service, done exactly once. */
export interface SubjectJobs {
  /**
   * Records the job with its steps in the caller's transaction; gives its id. A move begins once its link
   * cannot be undone any more.
   */
  start(transaction: Database, order: SubjectJobOrder): Promise<string>;
  /**
   * Does the open steps of this process' services at once, so that the caller can be told what came of
   * them. Those of other processes follow from the queue, as all do when this process dies; what was
   * given up there is taken up again.
   */
  run(jobId: string): Promise<void>;
}

const waitOf = ({ kind }: SubjectJobOrder) => (kind === 'move' ? linkUndoInSeconds : 0);

/** A round of one service in a job. */
interface StepJob {
  readonly jobId: string;
  readonly service: string;
  readonly round: Round;
}

/**
 * @param registered What every service registers.
 * @param served The services of this process; it works their queues.
 */
export async function startSubjectJobs(
  database: Database,
  jobs: Pick<Jobs, 'define'>,
  registered: SubjectDataByService,
  served: readonly ServiceCode[],
): Promise<SubjectJobs> {
  const codes = Object.keys(registered) as ServiceCode[];
  const own = codes.filter((service) => served.includes(service));
  const queues = new Map<string, JobQueue<StepJob>>();
  for (const service of codes) {
    queues.set(service, await jobs.define({ name: `subject-data-${service}` }));
  }
  const enqueue = async (
    transaction: Database,
    jobId: string,
    services: readonly string[],
    round: Round,
    options: SendOptions = {},
  ) => {
    for (const service of services) {
      await queues.get(service)!.send(transaction, { jobId, service, round }, options);
    }
  };

  const step = async ({ jobId, service, round }: StepJob): Promise<void> => {
    try {
      await goAhead(database, registered, jobId, service, round);
      await database.transaction().execute(async (transaction) => {
        await sql`
          select set_config('statement_timeout', ${`${stepStatementTimeInMinutes}min`}, true)
        `.execute(transaction);
        const job = await claimStep(transaction, jobId, service, round);
        if (!job) return;
        const data = registered[service as ServiceCode]!;
        if (job.kind === 'erase') {
          const erased = await eraseSubjects(transaction, data, job.subject);
          await addCounts(transaction, jobId, service, erased);
          await markStep(transaction, jobId, service, round, {});
        } else {
          const { moved, kept } = await data.move(transaction, job.subject, job.to_subject!);
          await addCounts(transaction, jobId, service, moved);
          await markStep(transaction, jobId, service, round, kept);
        }
        if (!(await isRoundDone(transaction, jobId, round))) return;
        await finishSubjectJob(transaction, job, round);
        if (round === 'sweep') return;
        const options = { startAfterInSeconds: sweepAfterInSeconds };
        await enqueue(transaction, jobId, codes, 'sweep', options);
      });
    } catch (error) {
      await recordFailure(database, jobId, service, error);
      throw error;
    }
  };

  for (const service of own) await queues.get(service)!.work(step);

  return {
    async start(transaction, order) {
      const jobId = randomUUID();
      const { subject, kind, requestedBy, correlationId } = order;
      const waitInSeconds = waitOf(order);
      await transaction
        .insertInto('aua.subject_jobs')
        .values({
          subject,
          job_id: jobId,
          kind,
          to_subject: order.kind === 'move' ? order.toSubject : null,
          requested_by: requestedBy,
          correlation_id: correlationId,
          begins_at: sql`now() + make_interval(secs => ${waitInSeconds})`,
        })
        .execute();
      await transaction
        .insertInto('aua.subject_job_steps')
        .values(codes.map((service) => ({ subject, job_id: jobId, service })))
        .execute();
      await enqueue(transaction, jobId, codes, 'first', { startAfterInSeconds: waitInSeconds });
      await announce(transaction, { kind: 'subjects', subjects: [subject] });
      return jobId;
    },

    async run(jobId) {
      for (const service of own) {
        // A step that fails here is tried again from the queue; its failure stands in the job.
        await step({ jobId, service, round: 'first' }).catch(() => {});
      }
      await database.transaction().execute(async (transaction) => {
        const job = await transaction
          .selectFrom('aua.subject_jobs')
          .select('finished_at')
          .where('job_id', '=', jobId)
          .executeTakeFirst();
        // The second round exists only once the first one is over in all services.
        const round = job?.finished_at ? 'sweep' : 'first';
        const givenUp = await transaction
          .updateTable('aua.subject_job_steps')
          .set({ failures: 0 })
          .where('job_id', '=', jobId)
          .where(doneColumn[round], 'is', null)
          .where('failures', '>', retryLimit)
          .returning('service')
          .execute();
        const services = givenUp.map(({ service }) => service);
        await enqueue(transaction, jobId, services, round);
      });
    },
  };
}

const doneColumn = { first: 'done_at', sweep: 'swept_at' } as const;

/**
 * Work of a service before its step, while others go on: whoever does it at the same time finds it done. Its
 * counts are kept with each part, because the other one may end the step, or this process die.
 */
async function goAhead(
  database: Database,
  registered: SubjectDataByService,
  jobId: string,
  service: string,
  round: Round,
): Promise<void> {
  const { ahead } = registered[service as ServiceCode]!;
  const job = ahead && (await findStep(database, jobId, service, round));
  if (!ahead || !job) return;
  const onPart: OnPart = (transaction, counts) => addCounts(transaction, jobId, service, counts);
  if (job.kind === 'move') {
    await ahead.move(database, job.subject, job.to_subject!, onPart);
    return;
  }
  for (const name of await namesOf(database, job.subject)) {
    await ahead.erase(database, name, onPart);
  }
}

/** The job of a step that is still to be done, which nobody else does meanwhile. */
async function claimStep(
  transaction: Database,
  jobId: string,
  service: string,
  round: Round,
): Promise<SubjectJob | undefined> {
  // One step of a job at a time: the last one ends the job.
  await transaction
    .selectFrom('aua.subject_jobs')
    .select('job_id')
    .where('job_id', '=', jobId)
    .forUpdate()
    .execute();
  return findStep(transaction, jobId, service, round);
}

async function findStep(
  transaction: Database,
  jobId: string,
  service: string,
  round: Round,
): Promise<SubjectJob | undefined> {
  const job = await transaction
    .selectFrom('aua.subject_jobs')
    .select(['subject', 'job_id', 'kind', 'to_subject', 'correlation_id'])
    .where('job_id', '=', jobId)
    .where('begins_at', '<=', sql<Date>`now()`)
    .executeTakeFirst();
  if (!job) return undefined;
  const step = await transaction
    .selectFrom('aua.subject_job_steps')
    .select('service')
    .where('subject', '=', job.subject)
    .where('job_id', '=', jobId)
    .where('service', '=', service)
    .where(doneColumn[round], 'is', null)
    .executeTakeFirst();
  return step && job;
}

/** A person may have been several subjects before they were linked. */
async function eraseSubjects(transaction: Database, data: SubjectData, subject: string) {
  const person = await namesOf(transaction, subject);
  if (data.erasePerson) return data.erasePerson(transaction, person);
  const erased = [];
  for (const name of person) erased.push(await data.erase(transaction, name));
  return sumOf(erased);
}

/** Counts of the parts of a step, and of both rounds, add up. */
async function addCounts(
  transaction: Database,
  jobId: string,
  service: string,
  counts: RowCounts,
): Promise<void> {
  await sql`
    update aua.subject_job_steps set result = (
      select coalesce(jsonb_object_agg(key, value), '{}') from (
        select key, sum(value::bigint) as value from (
          select * from jsonb_each_text(coalesce(result, '{}'))
          union all select * from jsonb_each_text(${JSON.stringify(counts)}::jsonb)
        ) parts group by key
      ) sums
    )
    where job_id = ${jobId}::uuid and service = ${service}
  `.execute(transaction);
}

async function markStep(
  transaction: Database,
  jobId: string,
  service: string,
  round: Round,
  kept: RowsByTable,
): Promise<void> {
  await sql`
    update aua.subject_job_steps set
      ${sql.id(doneColumn[round])} = now(),
      -- Each round has all its attempts.
      failures = 0,
      failure = null,
      kept = (
        select jsonb_object_agg(key, value) from (
          select key, jsonb_agg(row) as value from (
            select * from jsonb_each(coalesce(kept, '{}'))
            union all select * from jsonb_each(${JSON.stringify(kept)}::jsonb)
          ) both_rounds cross join lateral jsonb_array_elements(value) row group by key
        ) tables
      )
    where job_id = ${jobId}::uuid and service = ${service}
  `.execute(transaction);
}

async function isRoundDone(transaction: Database, jobId: string, round: Round): Promise<boolean> {
  const open = await transaction
    .selectFrom('aua.subject_job_steps')
    .select('service')
    .where('job_id', '=', jobId)
    .where(doneColumn[round], 'is', null)
    .executeTakeFirst();
  return !open;
}

/** The kind of a failure, never its text: that can hold data. */
async function recordFailure(
  database: Database,
  jobId: string,
  service: string,
  error: unknown,
): Promise<void> {
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : '';
  const failure = `${error instanceof Error ? error.name : 'Error'}${code}`.slice(0, 500);
  await database
    .updateTable('aua.subject_job_steps')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1), failure }))
    .where('job_id', '=', jobId)
    .where('service', '=', service)
    .execute()
    // The database itself may be what failed; the queue tries again anyway.
    .catch(() => {});
}
