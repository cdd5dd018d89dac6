import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from '../../authorization/audit-log.ts';
import type { JobDefinition, Jobs } from '../../jobs/jobs.ts';
import { whileLocked } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import { publishedIds, unknownAmong, unpublishedAmong } from './courses.ts';
import { policyIn, type RetentionOptions, type RetentionPolicy } from './policy.ts';
import { PruningProblem } from './problem.ts';
import { noCounts, pruneStatements, type PruneCounts, type Pruning } from './prune.ts';
import { runningSchoolYear } from './school-year.ts';

/** Lock of the one run of the installation, by the job or by an operator. */
const retentionLock = 'lars.retention';
/** How long one look-up may take: a subject can have millions of statements. */
const lookUpTimeInMinutes = 10;

export const retentionJob: JobDefinition<Record<string, never>> = {
  name: 'record-retention',
  policy: { isOfEachNight: true, longestRunInSeconds: 4 * 3_600 },
};

export interface RetentionDependencies {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'define' | 'unschedule'>;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'info' | 'warn'>;
}

/**
 * Prunes statements each night. What a run leaves, because it fails or its process stops, is for the next night.
 *
 * @param options absent: ends the schedule that another start has left
 */
export async function startRetention(
  options: RetentionOptions | undefined,
  { database, jobs, log }: RetentionDependencies,
): Promise<void> {
  if (!options) return jobs.unschedule(retentionJob);
  const courses = await unpublishedAmong(database, Object.keys(options.courses ?? {}));
  if (courses.length > 0) {
    log.warn(
      { courses },
      'LECTERN_RETENTION names courses that are not published. Nothing is pruned unless learning records have them.',
    );
  }
  const queue = await jobs.define(retentionJob);
  await queue.work(
    async (_, signal) => {
      const counts = await pruneByOptions(database, options, signal);
      if (counts) log.info(counts, 'Learning records were pruned.');
    },
    (error) => log.error({ err: error }, 'Learning records were not pruned, or not all of them.'),
  );
}

async function pruneByOptions(
  database: Database,
  options: RetentionOptions,
  signal: AbortSignal,
): Promise<PruneCounts | undefined> {
  return pruneLocked(
    database,
    { policy: await currentPolicy(database, options), signal },
    { call: 'record-retention', change: { policy: options } },
  );
}

/** The options, read for the running school year. */
export async function currentPolicy(
  database: Database,
  options: RetentionOptions,
): Promise<RetentionPolicy> {
  return policyIn(await runningSchoolYear(database), options, await publishedIds(database));
}

/** A run, as the entries of the audit log record it. */
export interface AuditedRun {
  readonly call: string;
  readonly change: Readonly<Record<string, unknown>>;
}

/**
 * Prunes where no other run is under way. Writes to the audit log together with the first removal, and how much was
 * removed at the end.
 *
 * @returns `undefined` where another run is under way
 * @throws {PruningProblem} also for a course that a policy misspells: its statements would be pruned by another rule
 */
export function pruneLocked(
  database: Database,
  pruning: Omit<Pruning, 'onBegin'>,
  { call, change }: AuditedRun,
): Promise<PruneCounts | undefined> {
  return whileLocked(database, retentionLock, async (connection) => {
    const correlationId = randomUUID();
    const counts = noCounts();
    const record = (database: Database, outcome: object) =>
      recordAudit(database, {
        kind: 'change',
        call,
        correlationId,
        change: { ...change, ...outcome },
      });
    const recordEnd = async () => {
      if (counts.deleted + counts.thinned > 0 && !pruning.isDry)
        await record(connection, { pruned: counts });
    };
    // Connections have theirs from a setting after the start, which `reset` does not know.
    const { rows } = await sql<{ timeout: string }>`
      select current_setting('statement_timeout') as timeout
    `.execute(connection);
    const resetTimeout = () => limitStatements(connection, rows[0]!.timeout);
    await limitStatements(connection, `${lookUpTimeInMinutes}min`);
    try {
      const unknown = await unknownAmong(connection, [...pruning.policy.courses.keys()]);
      if (unknown.length > 0) throw PruningProblem.ofCourses(unknown);
      const onBegin = (transaction: Database) => record(transaction, {});
      await pruneStatements(connection, { ...pruning, onBegin }, counts);
    } catch (error) {
      // Where the connection is lost, this fails as well, and the first error says why.
      await recordEnd().catch(() => {});
      await resetTimeout().catch(() => {});
      throw error;
    }
    await recordEnd();
    await resetTimeout();
    return counts;
  });
}

async function limitStatements(connection: Database, timeout: string): Promise<void> {
  await sql`select set_config('statement_timeout', ${timeout}, false)`.execute(connection);
}
