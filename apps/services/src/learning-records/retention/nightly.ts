import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { recordAudit } from '../../authorization/audit-log.ts';
import type { JobDefinition, Jobs } from '../../jobs/jobs.ts';
import { whileLocked } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import { policyOn, type RetentionOptions } from './policy.ts';
import { pruneStatements, type PruneCounts } from './prune.ts';
import { unpublishedAmong } from './report.ts';

/** Lock of the one run of the installation, by the job or by an operator. */
export const retentionLock = 'lars.retention';

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
  const queue = await jobs.define(retentionJob);
  await queue.work(
    async (_, signal) => {
      const courses = await unpublishedAmong(database, Object.keys(options.courses ?? {}));
      if (courses.length > 0)
        log.warn({ courses }, 'LECTERN_RETENTION names courses that nobody has published.');
      const counts = await pruneByOptions(database, options, signal);
      if (counts) log.info(counts, 'Learning records were pruned.');
    },
    (error) => log.error({ err: error }, 'Learning records were not pruned.'),
  );
}

/** @returns `undefined` where another run is under way */
export function pruneByOptions(
  database: Database,
  options: RetentionOptions,
  signal: AbortSignal,
): Promise<PruneCounts | undefined> {
  return whileLocked(database, retentionLock, (connection) =>
    pruneAudited(connection, 'record-retention', { policy: options }, (onBegin, counts) =>
      pruneStatements(
        connection,
        { policy: policyOn(new Date(), options), signal, onBegin },
        counts,
      ),
    ),
  );
}

/**
 * Prunes, and writes to the audit log when something begins to go, with that, and at the end how much has gone.
 *
 * @param change what the entries say beside
 */
export async function pruneAudited(
  database: Database,
  call: string,
  change: Readonly<Record<string, unknown>>,
  prune: (
    onBegin: (transaction: Database) => Promise<void>,
    counts: PruneCounts,
  ) => Promise<PruneCounts>,
): Promise<PruneCounts> {
  const correlationId = randomUUID();
  const counts = { deleted: 0, thinned: 0, attachments: 0, held: 0 };
  const record = (database: Database, outcome: object) =>
    recordAudit(database, {
      kind: 'change',
      call,
      correlationId,
      change: { ...change, ...outcome },
    });
  try {
    return await prune((transaction) => record(transaction, {}), counts);
  } finally {
    if (counts.deleted + counts.thinned > 0) await record(database, { pruned: counts });
  }
}
