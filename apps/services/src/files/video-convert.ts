import { randomUUID } from 'node:crypto';
import type { Answer, Body, Contract } from '@lectern/contracts';
import { greatestVersion } from '@lectern/contracts/calls/limits';
import type { Selectable } from 'kysely';
import { publishedMandants } from '../authorization/published-mandants.ts';
import { generalError } from '../http/errors.ts';
import type { CallRequest, Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { FileTables } from '../storage/tables/files.ts';
import { publisherSpace } from './file-key.ts';
import { findFiles } from './stored-files.ts';
import { playlistName } from './video/encode.ts';
import { enqueueConversion, type ConversionQueue } from './video/queue.ts';

type ConvertCall = Contract['atma']['videoConvertCreate'];
type Wish = Body<ConvertCall>;
type Conversion = Selectable<FileTables['atma.video_converts']>;
type VideoConvert = Answer<ConvertCall>['video_convert'];

export interface VideoConvertDependencies {
  readonly database: Database;
  /** Absent: there is no ffmpeg. */
  readonly videos: ConversionQueue | undefined;
}

/** Longest reference of a folder whose files have references, too. */
const folderMaximum = 255 - `/${playlistName}`.length;

/** Has videos converted, and says how far that is. */
export function videoConvertHandlers({
  database,
  videos,
}: VideoConvertDependencies): Handlers<Pick<Contract['atma'], 'videoConvertCreate'>> {
  return {
    async videoConvertCreate({ body, caller, refusal, record }) {
      if (!videos) throw refusal('VIDEO_CONVERT_UNAVAILABLE');
      const published = await publishedMandants(database, caller);
      if (!published.has(body.mandant_identifier)) throw refusal('MANDANT_FORBIDDEN');
      requireFolderFits(body);
      return database.transaction().execute(async (transaction) => {
        const conversion =
          (await lockConversion(transaction, body.video_convert_id)) ??
          (await startConversion(transaction, videos, body, refusal));
        if (conversion.isNew) {
          await record(transaction, { ...body });
          return { video_convert: describe(conversion) };
        }
        if (!isSame(conversion, body)) throw refusal('VIDEO_CONVERT_CONFLICT');
        if (conversion.state === 'FAILED' && body.restart_failed) {
          const restarted = await restartConversion(transaction, videos, conversion);
          await record(transaction, { ...body });
          return { video_convert: describe(restarted) };
        }
        return { result_state: 'IA_OK' as const, video_convert: describe(conversion) };
      });
    },
  };
}

function requireFolderFits({ video_rendition, target_file_reference }: Wish): void {
  const isTooLong = target_file_reference.length > folderMaximum;
  if (video_rendition === 'VIDEO_RENDITION_MP4' || !isTooLong) return;
  throw generalError(
    'REQUEST_INVALID',
    `target_file_reference: for HLS at most ${folderMaximum} characters.`,
  );
}

type KnownConversion = Conversion & { readonly isNew: boolean };

async function lockConversion(
  transaction: Database,
  video_convert_id: string,
): Promise<KnownConversion | undefined> {
  const row = await transaction
    .selectFrom('atma.video_converts')
    .selectAll()
    .where('video_convert_id', '=', video_convert_id)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, isNew: false };
}

async function startConversion(
  transaction: Database,
  videos: ConversionQueue,
  wish: Wish,
  refusal: CallRequest<ConvertCall>['refusal'],
): Promise<KnownConversion> {
  const { mandant_identifier, version, height_in_pixels, restart_failed: _, ...wanted } = wish;
  const space = publisherSpace(mandant_identifier);
  const [video] = await findFiles(transaction, wish, space);
  if (!video) throw refusal('FILE_NOT_FOUND');
  if (!/^video\//i.test(video.media_type)) throw refusal('FILE_NOT_VIDEO');
  const row = await transaction
    .insertInto('atma.video_converts')
    .values({
      ...wanted,
      space,
      requested_version: version,
      source_version: video.version,
      height_in_pixels: height_in_pixels ?? null,
      turn: randomUUID(),
    })
    .onConflict((conflict) => conflict.column('video_convert_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  // Somebody else began with this id at the same time.
  if (!row) return (await lockConversion(transaction, wish.video_convert_id))!;
  await enqueueConversion(videos, transaction, row);
  return { ...row, isNew: true };
}

/** It has all its attempts once more. */
async function restartConversion(
  transaction: Database,
  videos: ConversionQueue,
  { video_convert_id }: Conversion,
): Promise<Conversion> {
  const row = await transaction
    .updateTable('atma.video_converts')
    .set({
      state: 'QUEUED',
      turn: randomUUID(),
      attempts: 0,
      progress_in_percent: 0,
      failure: null,
      finished_at: null,
    })
    .where('video_convert_id', '=', video_convert_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await enqueueConversion(videos, transaction, row);
  return row;
}

/** True for the same wish; the newest version counts as such, whichever that is by now. */
function isSame(stored: Conversion, wish: Wish): boolean {
  return (
    stored.space === publisherSpace(wish.mandant_identifier) &&
    stored.file_reference === wish.file_reference &&
    stored.asset_stage === wish.asset_stage &&
    stored.asset_type === wish.asset_type &&
    stored.requested_version === Math.min(wish.version, greatestVersion) &&
    stored.video_rendition === wish.video_rendition &&
    stored.height_in_pixels === (wish.height_in_pixels ?? null) &&
    stored.target_file_reference === wish.target_file_reference
  );
}

function describe(conversion: Conversion): VideoConvert {
  const { video_convert_id, state, progress_in_percent, attempts, failure } = conversion;
  const { source_version, target_file_reference, created_at, finished_at } = conversion;
  return {
    video_convert_id,
    video_convert_state: `VIDEO_CONVERT_STATE_${state}`,
    progress_in_percent,
    attempts,
    ...(failure !== null && { failure }),
    source_version,
    target_file_reference,
    created_at: created_at.toISOString(),
    ...(finished_at && { finished_at: finished_at.toISOString() }),
  };
}
