import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../storage/database.ts';
import { ObjectMissing, type FileStore } from '../file-store.ts';
import { findFiles, type StoredFile } from '../stored-files.ts';
import { recordProgress, type Attempt } from './attempts.ts';
import { encode, type ConversionLimits } from './encode.ts';
import { ConversionFailed, Overtaken } from './failure.ts';
import type { Ffmpeg } from './ffmpeg.ts';
import { probe, sourceName } from './probe.ts';
import { publishRendition, storeFile } from './rendition.ts';
import { openWorkFolder, type WorkFolder } from './work-folder.ts';

export interface ConversionDependencies {
  readonly database: Database;
  readonly store: FileStore;
  readonly ffmpeg: Ffmpeg;
  readonly limits: ConversionLimits;
  /** As {@link openWorkFolder} takes it. */
  readonly priority: number | undefined;
}

/** Percentage when only storing the rendition is left. */
const percentWhenEncoded = 95;

/**
 * Converts a video: fetches it into a folder, makes the rendition there, puts it into the store. What
 * ends it early ends ffmpeg, too, and leaves no files.
 *
 * @throws {ConversionFailed}
 * @throws {Overtaken}
 * @throws what the signal was aborted with
 */
export async function convert(
  dependencies: ConversionDependencies,
  attempt: Attempt,
  stop: AbortSignal,
): Promise<void> {
  const excess = new AbortController();
  const signal = AbortSignal.any([stop, excess.signal]);
  const end = (reason: unknown) => excess.abort(reason);
  const folder = await openWorkFolder(dependencies.priority);
  const timer = setTimeout(
    () => end(new ConversionFailed('tookTooLong')),
    dependencies.limits.timeInSeconds * 1000,
  );
  const close = () => void folder.close();
  signal.addEventListener('abort', close);
  try {
    await convertIn(folder, dependencies, attempt, signal, end);
  } catch (error) {
    // Closing the folder breaks off what is under way: then this is why.
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', close);
    await folder.close();
  }
}

async function convertIn(
  folder: WorkFolder,
  dependencies: ConversionDependencies,
  attempt: Attempt,
  signal: AbortSignal,
  end: (reason: unknown) => void,
): Promise<void> {
  const { database, store, ffmpeg, limits } = dependencies;
  signal.throwIfAborted();
  const video = await findVideo(database, attempt);
  await fetchVideo(store, video, folder.path, signal);
  const probed = await probe(folder, ffmpeg, video.media_type);
  const wanted = { ...attempt, media_type: video.media_type };
  const progress = progressOf(dependencies, attempt, end);
  const files = await encode({ folder, ffmpeg, wanted, limits }, probed, {
    onProgress: (share) => progress.reach(Math.floor(share * percentWhenEncoded)),
    onExcess: end,
  });
  progress.reach(percentWhenEncoded);
  await progress.settled();
  const stored: Awaited<ReturnType<typeof storeFile>>[] = [];
  for (const file of files) {
    signal.throwIfAborted();
    stored.push(await storeFile({ database, store, signal }, attempt, folder.path, file));
  }
  signal.throwIfAborted();
  await publishRendition(database, attempt, await findVideo(database, attempt), stored);
}

/** Once more at the end: who may have the video may have changed meanwhile. */
async function findVideo(database: Database, attempt: Attempt): Promise<StoredFile> {
  const { source_version: version, space } = attempt;
  const [video] = await findFiles(database, { ...attempt, version }, space);
  if (!video) throw new ConversionFailed('gone');
  return video;
}

async function fetchVideo(
  store: FileStore,
  { object_id }: StoredFile,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const bytes = await store.read(object_id);
    await pipeline(bytes, createWriteStream(join(folder, sourceName), { mode: 0o600 }), { signal });
  } catch (error) {
    throw error instanceof ObjectMissing ? new ConversionFailed('gone') : error;
  }
}

/** Writes down how far it is: one statement at a time, and only what is more than before. */
function progressOf(
  { database }: ConversionDependencies,
  attempt: Attempt,
  end: (reason: unknown) => void,
) {
  let reached = 0;
  let written = 0;
  let writing: Promise<void> | undefined;
  const write = async () => {
    while (reached > written) {
      const percent = reached;
      await recordProgress(database, attempt, percent);
      written = percent;
    }
  };
  return {
    reach(percent: number) {
      // A write of nothing is under way until its tick ends, and a reach in that tick would start none.
      if (percent <= reached) return;
      reached = percent;
      writing ??= write()
        .catch((error: unknown) => {
          // Where it cannot be written down, the next step is.
          if (error instanceof Overtaken) end(error);
        })
        .finally(() => {
          writing = undefined;
        });
    },
    /** Waits for what is being written. */
    settled: () => writing,
  };
}
