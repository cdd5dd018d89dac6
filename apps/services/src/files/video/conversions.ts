import { addAbortListener } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { Interrupted, type Jobs } from '../../jobs/jobs.ts';
import type { Database } from '../../storage/database.ts';
import { beginAttempt, endFailed, giveBack, type Attempt } from './attempts.ts';
import { convert } from './conversion.ts';
import type { ConversionLimits } from './encode.ts';
import { Overtaken, toFailure } from './failure.ts';
import { findFfmpeg } from './ffmpeg.ts';
import type { ConversionJob, ConversionQueue } from './queue.ts';
import type { FileStore } from '../file-store.ts';

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

export interface VideoConversionsDependencies {
  readonly database: Database;
  readonly jobs: Pick<Jobs, 'define'>;
  readonly gateway: { readonly store: FileStore; sweepSoon(): Promise<void> };
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/**
 * Converts videos, one at a time.
 *
 * @returns `undefined`: there is no ffmpeg
 */
export async function startVideoConversions(
  { database, jobs, gateway, log }: VideoConversionsDependencies,
  options: VideoOptions = {},
): Promise<ConversionQueue | undefined> {
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
  const { store } = gateway;
  const limits = { ...defaultLimits, ...options.limits };
  const pauses = options.retryPausesInSeconds ?? defaultRetryPausesInSeconds;

  const queue = await jobs.define<ConversionJob>({
    name: 'video-convert',
    policy: { longestRunInSeconds: Math.ceil(limits.timeInSeconds) + marginInSeconds },
  });
  const endEarly = async (attempt: Attempt, error: unknown) => {
    if (error instanceof Overtaken) throw error;
    if (error instanceof Interrupted) return giveBack(database, queue, attempt);
    log.warn({ err: error }, 'An attempt to convert a video failed.');
    return endFailed(database, queue, attempt, toFailure(error), pauses);
  };
  await queue.work(async (job, stopping) => {
    stopping.throwIfAborted();
    const attempt = await beginAttempt(database, job);
    if (!attempt) return;
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const listener = addAbortListener(stopping, () => reject(stopping.reason));
    const converting = convert({ database, store, ffmpeg, limits, priority }, attempt, stopping);
    try {
      // It is given back at once: the process has little time, and a store may take longer to answer.
      await Promise.race([converting, stopped]).catch((error: unknown) => endEarly(attempt, error));
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    } finally {
      listener[Symbol.dispose]();
      await gateway.sweepSoon();
    }
    // Its folder goes with it.
    await converting.catch(() => {});
  });
  return queue;
}
