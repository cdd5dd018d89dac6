import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../storage/database.ts';
import type { Jobs } from '../../storage/jobs.ts';
import { beginAttempt, endFailed, giveBack, type Attempt } from './attempts.ts';
import { convert } from './conversion.ts';
import type { ConversionLimits } from './encode.ts';
import { Interrupted, Overtaken, toFailure } from './failure.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { conversionQueue, enqueueConversion, type QueuedConversion } from './queue.ts';
import type { FileStore } from '../file-store.ts';
import type { Sweeping } from '../sweep.ts';

/** Settings of conversions. */
export interface VideoOptions {
  /** Path of ffmpeg; default: it is looked for on `PATH`. */
  readonly ffmpeg?: string;
  /** Before the second attempt, and before the third. */
  readonly retryPausesInSeconds?: readonly number[];
  readonly limits?: Partial<ConversionLimits>;
  /** Of ffmpeg among the processes of the machine, as `nice` counts it; default: the lowest. */
  readonly priority?: number;
}

const hourInSeconds = 3_600;
const defaultRetryPausesInSeconds = [30, 300];
const defaultLimits: ConversionLimits = {
  durationInSeconds: 4 * hourInSeconds,
  timeInSeconds: 8 * hourInSeconds,
  processorTimeInSeconds: 24 * hourInSeconds,
  // As large as a file of a publication can be.
  outputInBytes: 5 * 1024 ** 3,
  toneMappedPixels: 3_840 * 2_160,
};
/** For fetching what is under way and ending it, once the time for a conversion is over. */
const marginInSeconds = 600;

/** Conversions of videos, which this process takes part in. */
export interface VideoConversions {
  /** Has a conversion done, in the transaction that writes its row. */
  enqueue(transaction: Database, conversion: QueuedConversion): Promise<void>;
  /** Gives the one under way back. */
  stop(): Promise<void>;
}

/** Dependencies of conversions. */
export interface VideoConversionsParts {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'prepare' | 'send' | 'work'>;
  readonly gateway: { readonly store: FileStore; readonly sweeping: Sweeping };
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Converts videos, one at a time.
 *
 * @returns `undefined`: there is no ffmpeg
 */
export async function startVideoConversions(
  { database, jobs, gateway, log }: VideoConversionsParts,
  options: VideoOptions = {},
): Promise<VideoConversions | undefined> {
  const ffmpeg = await findFfmpeg(options.ffmpeg);
  if (!ffmpeg) {
    if (options.ffmpeg === undefined) {
      log.warn('Videos are not converted here: no ffmpeg was found that makes H.264 and AAC.');
    } else {
      log.warn(
        { path: options.ffmpeg },
        'Videos are not converted here: LECTERN_FFMPEG names no ffmpeg with H.264 and AAC, and ffprobe beside it.',
      );
    }
    return undefined;
  }
  const { priority } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const pauses = options.retryPausesInSeconds ?? defaultRetryPausesInSeconds;
  const queueing = { jobs, longestRunInSeconds: Math.ceil(limits.timeInSeconds) + marginInSeconds };
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  const work = async (attempt: Attempt) => {
    const { store } = gateway;
    try {
      await convert({ database, store, ffmpeg, limits, priority }, attempt, stopping.signal);
    } catch (error) {
      if (error instanceof Overtaken) return;
      if (error instanceof Interrupted) return await giveBack(database, queueing, attempt);
      log.warn({ err: error }, 'An attempt to convert a video failed.');
      await endFailed(database, queueing, attempt, toFailure(error), pauses);
    } finally {
      gateway.sweeping.soon();
    }
  };

  await jobs.prepare([conversionQueue]);
  await jobs.work(conversionQueue, async ({ video_convert_id, turn }) => {
    stopping.signal.throwIfAborted();
    const attempt = await beginAttempt(database, video_convert_id!, turn!);
    if (!attempt) return;
    running = work(attempt);
    await running;
  });
  return {
    enqueue: (transaction, conversion) => enqueueConversion(queueing, transaction, conversion),
    async stop() {
      stopping.abort(new Interrupted('The process stops.'));
      // A failure comes once more by its job.
      await running?.catch(() => {});
    },
  };
}
