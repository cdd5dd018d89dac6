import { setTimeout } from 'node:timers/promises';
import { fromKysely, PgBoss, type JobWithMetadata, type QueueResult } from 'pg-boss';
import { ConnectionMonitor } from './connection-monitor.ts';
import type { Database } from './database.ts';

/** Schema of the job tables, which the library makes and migrates itself. */
const schema = 'jobs';
/** Connections beside the pool of the requests. */
const connectionsMaximum = 2;
/** How often a failed job is tried again, and how long the pauses become at most, in seconds. */
export const retryLimit = 12;
const longestRetryDelayInSeconds = 300;
/** After how long without a sign of life a job of a process that died goes to another, in seconds. */
const heartbeatInSeconds = 20;
/** How long a running job may take to end once the process stops, in milliseconds. */
const stopTimeoutInMs = 5_000;

/** How often a process looks at its queues. */
export interface JobTimes {
  /** For new jobs. Default 2, at least 0.5. */
  readonly pollingIntervalInSeconds?: number;
  /** For jobs of processes that died. Default 10, at least 1. */
  readonly supervisionIntervalInSeconds?: number;
}

/** How a job differs from others. */
export interface JobOptions {
  readonly startAfterInSeconds?: number;
  /** After how long it counts as failed, though its process lives; default: a quarter of an hour. */
  readonly longestRunInSeconds?: number;
  /** Higher ones come first; default: 0. */
  readonly priority?: number;
}

/** Work that is done after its request, at least once, by any process that works its queue. */
export interface Jobs {
  /**
   * Puts a job into a queue, in the transaction that makes it necessary: neither is without the other.
   *
   * @param data Names of things, never personal data: done jobs stay in the tables for days.
   */
  send(
    transaction: Database,
    queue: string,
    data: Readonly<Record<string, string>>,
    options?: JobOptions,
  ): Promise<void>;
  /** Makes the queues where they are missing. */
  prepare(queues: readonly string[]): Promise<void>;
  /**
   * Works a queue, one job after the other, without a pause while jobs wait. A handler that throws is
   * called again, with growing pauses.
   *
   * @param onGivenUp Learns why the last attempt at a job failed; nobody learns it where the process died.
   */
  work(
    queue: string,
    handler: (data: Readonly<Record<string, string>>) => Promise<void>,
    onGivenUp?: (error: unknown) => void,
  ): Promise<void>;
  /** How many jobs wait, run and failed, by queue. */
  figures(): Promise<readonly QueueResult[]>;
  stop(): Promise<void>;
}

/** Starts the job queue on the platform's own database. */
export async function startJobs(
  over: string | ConnectionMonitor,
  onError: (error: unknown) => void,
  { pollingIntervalInSeconds = 2, supervisionIntervalInSeconds = 10 }: JobTimes = {},
): Promise<Jobs> {
  const monitor = typeof over === 'string' ? new ConnectionMonitor(over) : over;
  const boss = new PgBoss({
    ...monitor.config({ name: 'lectern-jobs' }),
    schema,
    max: connectionsMaximum,
    superviseIntervalSeconds: supervisionIntervalInSeconds,
    monitorIntervalSeconds: supervisionIntervalInSeconds,
  });
  boss.on('error', onError);
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    if (monitor !== over) await monitor.close();
    throw error;
  }
  const worked: string[] = [];
  return {
    async send(transaction, queue, data, options = {}) {
      await boss.send(queue, data, {
        db: fromKysely(transaction),
        retryLimit,
        retryBackoff: true,
        heartbeatSeconds: heartbeatInSeconds,
        priority: options.priority ?? 0,
        retryDelayMax: longestRetryDelayInSeconds,
        ...(options.startAfterInSeconds ? { startAfter: options.startAfterInSeconds } : {}),
        ...(options.longestRunInSeconds ? { expireInSeconds: options.longestRunInSeconds } : {}),
      });
    },
    async prepare(queues) {
      for (const queue of queues) await boss.createQueue(queue);
    },
    async work(queue, handler, onGivenUp) {
      worked.push(queue);
      const worker = await boss.work(
        queue,
        { includeMetadata: true, pollingIntervalSeconds: pollingIntervalInSeconds },
        async ([job]: JobWithMetadata<Record<string, string>>[]) => {
          const { data } = job!;
          // Where there was a job there may be another: the next look follows at once. No batches: when
          // a process dies, all jobs of its batch would be done again.
          boss.notifyWorker(worker);
          try {
            await handler(data);
          } catch (error) {
            if (job!.retryCount >= job!.retryLimit) onGivenUp?.(error);
            throw error;
          }
        },
      );
    },
    figures: () => boss.getQueues(),
    async stop() {
      const ended = Promise.all(worked.map((queue) => boss.offWork(queue)));
      const limit = new AbortController();
      await Promise.race([ended, setTimeout(stopTimeoutInMs, undefined, { signal: limit.signal })]);
      limit.abort();
      // Its own wait looks each half second whether its workers have ended. Jobs that still run fail, for another process.
      await boss.stop({ graceful: false });
      if (monitor !== over) await monitor.close();
    },
  };
}
