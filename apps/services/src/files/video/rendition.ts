import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../storage/database.ts';
import { announceFiles } from '../announcements.ts';
import type { Announcement } from '../announcement.ts';
import type { FileStore } from '../file-store.ts';
import { storeWhole } from '../store-whole.ts';
import type { StoredFile } from '../stored-files.ts';
import { endDone, lockAttempt, recordObject, type Attempt } from './attempts.ts';
import { filmName, playlistName, type RenditionFile } from './encode.ts';

/** A file of a rendition whose bytes are in the store. */
interface StoredRenditionFile extends RenditionFile {
  readonly objectId: string;
  readonly sizeInBytes: number;
  readonly contentHash: string;
}

export interface RenditionDependencies {
  readonly database: Database;
  readonly store: FileStore;
  /** Storing ends when it is aborted. */
  readonly signal: AbortSignal;
}

/** Puts a file of the conversion's folder into the store. */
export async function storeFile(
  { database, store, signal }: RenditionDependencies,
  attempt: Attempt,
  folder: string,
  file: RenditionFile,
): Promise<StoredRenditionFile> {
  const objectId = randomUUID();
  const hash = createHash('sha256');
  let sizeInBytes = 0;
  async function* read() {
    for await (const chunk of createReadStream(join(folder, file.name))) {
      signal.throwIfAborted();
      const bytes = chunk as Buffer;
      hash.update(bytes);
      sizeInBytes += bytes.length;
      yield bytes;
    }
  }
  await recordObject(database, attempt, objectId, null);
  await storeWhole(store, objectId, read(), (upload) =>
    recordObject(database, attempt, objectId, upload),
  );
  return { ...file, objectId, sizeInBytes, contentHash: hash.digest('hex') };
}

/**
 * Makes the files of a rendition, licensed and public as the video is, all or none; from then on they
 * are given, and the conversion is done.
 *
 * @throws {Overtaken}
 */
export async function publishRendition(
  database: Database,
  attempt: Attempt,
  video: StoredFile,
  files: readonly StoredRenditionFile[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockAttempt(transaction, attempt);
    const film = files.find(({ name }) => name === filmName)!;
    const playlist = files.find(({ name }) => name === playlistName);
    const [made] = await announceFiles(transaction, [announcementOf(attempt, video, film)]);
    if (playlist) {
      const announcement = announcementOf(attempt, video, playlist);
      // Which film a playlist plays is known once that one has its number.
      await announceFiles(transaction, [{ ...announcement, media_version: made!.version }]);
    }
    await endDone(transaction, attempt);
  });
}

function announcementOf(
  { space, asset_stage, asset_type, target_file_reference, video_rendition }: Attempt,
  video: StoredFile,
  { name, mediaType, objectId, sizeInBytes, contentHash }: StoredRenditionFile,
): Announcement {
  const isFolder = video_rendition === 'VIDEO_RENDITION_HLS';
  return {
    space,
    asset_stage,
    asset_type,
    file_reference: isFolder ? `${target_file_reference}/${name}` : target_file_reference,
    file_name: isFolder ? name : filmNameOf(video.file_name),
    media_type: mediaType,
    size_in_bytes: sizeInBytes,
    content_hash: contentHash,
    stored_object_id: objectId,
    product_references: video.product_references,
    is_public: video.is_public,
    distribution_channel: video.distribution_channel,
    mandant_identifier: video.mandant_identifier,
  };
}

/** As long as names of files can be, in bytes, without the new ending. */
const stemMaximumInBytes = 250;

/** The name of the video, with the ending of what it has become. */
function filmNameOf(videoName: string): string {
  const stem = videoName.replace(/(?<=.)\.[^.]{1,5}$/u, '');
  return Buffer.byteLength(stem) > stemMaximumInBytes ? 'film.mp4' : `${stem}.mp4`;
}
