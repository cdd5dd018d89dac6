import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { fromKysely, PgBoss, systemClock, type JobWithMetadata, type QueueResult } from 'pg-boss';
import { ConnectionMonitor } from '../storage/connection-monitor.ts';
import type { Database } from '../storage/database.ts';

/** Schema of the job tables, which the library makes and migrates itself. */
const schema = 'jobs';
/** Connections beside the pool of the requests. */
const connectionsMaximum = 2;
/** How often a failed job runs again. */
export const retryLimit = 12;
const longestRetryDelayInSeconds = 300;
/** After how long without a sign of life a job of a process that died goes to another, in seconds. */
const heartbeatInSeconds = 20;
/** How long a running job may take to end once the process stops, in milliseconds. */
const stopTimeoutInMs = 5_000;
/** How long done jobs of each minute stay in the tables, in seconds; others stay for days. */
const keptOfMinuteInSeconds = 3_600;
/** How often jobs are deleted whose time is over. */
const deletionIntervalInSeconds = 3_600;

/** Older jobs of each night would run by day, such as at the start of a process or in a restored database. */
const nightlyAgeMaximumInMs = 3_600_000;

/** A worker whose clock is set back while it looks for jobs would sleep for that long. */
const clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** How often a process looks at its queues. */
export interface JobTimes {
  /** For new jobs. Default 2, at least 0.5. */
  readonly pollingIntervalInSeconds?: number;
  /** For jobs of processes that died. Default 10, at least 1. */
  readonly supervisionIntervalInSeconds?: number;
  /** For jobs of each minute whose minute has come. Default: as the library has it; 1 to 45. */
  readonly scheduleIntervalInSeconds?: number;
}

export interface JobPolicy<Data extends object> {
  /** After how long a run counts as failed, though its process lives; default: a quarter of an hour. */
  readonly longestRunInSeconds?: number;
  /**
   * A process runs one job of a definition at a time; with lanes, one of each. Jobs with the same key share
   * a lane, so that a slow key holds up few others. Default: one lane.
   */
  readonly lanes?: { readonly count: number; readonly keyOf: (data: Data) => string };
  /**
   * The job also runs each minute, and at most one waits. A run that fails is not repeated, because the next
   * one follows.
   */
  readonly isOfEachMinute?: boolean;
  /**
   * The job also runs at two o'clock (UTC), and at most one waits. A run that fails is not repeated before the next
   * night, and a job that has waited for more than an hour is not run.
   */
  readonly isOfEachNight?: boolean;
}

/**
 * Durable work after a request: done at least once, by any process that runs it. Its data are names of things,
 * never personal data, because done jobs stay in the tables for days.
 */
export interface JobDefinition<Data extends object> {
  /** Name of the queue, and label of its figures. Older processes know the same name and data. */
  readonly name: string;
  readonly policy?: JobPolicy<Data>;
}

export interface JobQueue<Data extends object> {
  /** Sends a job in the transaction that makes it necessary: neither is without the other. */
  send(transaction: Database, data: Data, options?: SendOptions): Promise<void>;
  /**
   * Runs jobs in this process, without a pause while some wait. A run that throws is repeated with growing
   * pauses, unless the jobs are of each minute or night.
   *
   * @param run `stopping` is aborted with {@link Interrupted} when the process stops, and with another reason when
   *   the time of the run is over
   * @param onGivenUp learns why the last run of a job failed, unless its process died
   */
  work(
    run: (data: Data, stopping: AbortSignal) => Promise<void>,
    onGivenUp?: (error: unknown) => void,
  ): Promise<void>;
}

/** Differences of one job from others of its definition. */
export interface SendOptions {
  readonly startAfterInSeconds?: number | undefined;
  /** Higher ones come first; default: 0. */
  readonly priority?: number;
}

export interface Jobs {
  /** Makes the queue of a definition where it is missing. */
  define<Data extends object>(definition: JobDefinition<Data>): Promise<JobQueue<Data>>;
  /** Ends the schedule of a definition, and deletes jobs that wait: the database keeps both when a setting has gone. */
  unschedule(definition: Pick<JobDefinition<object>, 'name'>): Promise<void>;
  /** How many jobs wait, run and failed, by queue. */
  figures(): Promise<readonly QueueResult[]>;
  /** Interrupts what runs, and waits for it for five seconds. */
  stop(): Promise<void>;
}

/** The process stops; another one runs the job anew. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

/** Starts the job queue on the platform's own database. */
export async function startJobs(
  over: string | ConnectionMonitor,
  onError: (error: unknown) => void,
  {
    pollingIntervalInSeconds = 2,
    supervisionIntervalInSeconds = 10,
    scheduleIntervalInSeconds,
  }: JobTimes = {},
): Promise<Jobs> {
  const monitor = typeof over === 'string' ? new ConnectionMonitor(over) : over;
  const boss = new PgBoss({
    ...monitor.config({ name: 'lectern-jobs' }),
    schema,
    clock,
    max: connectionsMaximum,
    superviseIntervalSeconds: supervisionIntervalInSeconds,
    monitorIntervalSeconds: supervisionIntervalInSeconds,
    maintenanceIntervalSeconds: deletionIntervalInSeconds,
    ...(scheduleIntervalInSeconds && {
      cronMonitorIntervalSeconds: scheduleIntervalInSeconds,
      cronWorkerIntervalSeconds: scheduleIntervalInSeconds,
    }),
  });
  // Workers tell of theirs by copies that are no errors.
  boss.on('error', (error: Error) =>
    onError(error instanceof Error ? error : Object.assign(new Error(), error)),
  );
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    if (monitor !== over) await monitor.close();
    throw error;
  }
  const stopping = new AbortController();
  const worked: string[] = [];

  return {
    async define<Data extends object>({
      name,
      policy: { lanes, longestRunInSeconds, isOfEachMinute = false, isOfEachNight = false } = {},
    }: JobDefinition<Data>): Promise<JobQueue<Data>> {
      const queues = lanes
        ? Array.from({ length: lanes.count }, (_, lane) => `${name}-${lane}`)
        : [name];
      const policy = {
        retryLimit: isOfEachMinute || isOfEachNight ? 0 : retryLimit,
        retryBackoff: true,
        retryDelayMax: longestRetryDelayInSeconds,
        heartbeatSeconds: heartbeatInSeconds,
        ...(longestRunInSeconds && { expireInSeconds: longestRunInSeconds }),
        ...(isOfEachMinute && { deleteAfterSeconds: keptOfMinuteInSeconds }),
      };
      for (const queue of queues) {
        await boss.createQueue(queue, {
          policy: isOfEachMinute || isOfEachNight ? 'short' : 'standard',
        });
      }
      return {
        async send(transaction, data, { startAfterInSeconds = 0, priority = 0 } = {}) {
          const queue = lanes ? queues[laneOf(lanes.keyOf(data), lanes.count)]! : name;
          await boss.send(queue, data, {
            ...policy,
            db: fromKysely(transaction),
            priority,
            ...(startAfterInSeconds > 0 && { startAfter: startAfterInSeconds }),
          });
        },
        async work(run, onGivenUp) {
          for (const queue of queues) {
            worked.push(queue);
            const worker = await boss.work(
              queue,
              { includeMetadata: true, pollingIntervalSeconds: pollingIntervalInSeconds },
              async ([job]: JobWithMetadata<Data>[]) => {
                const { data, retryCount, retryLimit: last, signal, createdOn, startedOn } = job!;
                // Where there was a job there may be another: the next look follows at once. No batches:
                // when a process dies, all jobs of its batch would be done again.
                boss.notifyWorker(worker);
                // Both are times of the database.
                const ageInMs = startedOn.getTime() - createdOn.getTime();
                if (isOfEachNight && ageInMs > nightlyAgeMaximumInMs) return;
                try {
                  await run(data, AbortSignal.any([stopping.signal, signal]));
                } catch (error) {
                  if (retryCount >= last) onGivenUp?.(error);
                  throw error;
                }
              },
            );
          }
          if (isOfEachMinute) await boss.schedule(name, '* * * * *', {}, policy);
          if (isOfEachNight) await boss.schedule(name, '0 2 * * *', {}, policy);
        },
      };
    },
    async unschedule({ name }) {
      await boss.unschedule(name);
      if (await boss.getQueue(name)) await boss.deleteQueuedJobs(name);
    },
    figures: () => boss.getQueues(),
    async stop() {
      stopping.abort(new Interrupted('The process stops.'));
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

function laneOf(key: string, count: number): number {
  return createHash('sha256').update(key).digest().readUInt32BE() % count;
}
