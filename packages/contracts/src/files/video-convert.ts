import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { mandantForbidden } from '../publishing/refusals.ts';
import { count, flag, integer, timestamp } from '../scalars.ts';
import { fileReference, fileVersion, requestedVersion } from './asset.ts';
import { fileNotFound } from './file.ts';
import { fileKey } from './file-config.ts';

/** Rendition of a video: parts for streaming (RFC 8216), or one file. */
export const videoRendition = z.enum(['VIDEO_RENDITION_HLS', 'VIDEO_RENDITION_MP4']);

/** How far a conversion is. After FAILED it goes on only when it is asked to. */
export const videoConvertState = z.enum([
  'VIDEO_CONVERT_STATE_QUEUED',
  'VIDEO_CONVERT_STATE_RUNNING',
  'VIDEO_CONVERT_STATE_DONE',
  'VIDEO_CONVERT_STATE_FAILED',
]);

const videoConvertId = z
  .uuid()
  .check(z.describe('The conversion. Its caller chooses it, so that a repeat is recognized.'));
const targetFileReference = fileReference.check(
  z.describe('Where the rendition stands then: an MP4 file, or the folder of HLS parts.'),
);

export const videoConvertCalls = {
  videoConvertCreate: defineCall({
    path: '/v1/videoConvert/create',
    summary:
      'Starts making a rendition of a video file, licensed and public as the video is. The same again says how far it is; IA_OK: it was started before.',
    body: z.strictObject({
      video_convert_id: videoConvertId,
      ...fileKey,
      version: requestedVersion,
      video_rendition: videoRendition,
      height_in_pixels: z.optional(
        z
          .int()
          .check(
            z.gte(144),
            z.lte(2_160),
            z.multipleOf(2),
            z.describe('Height of the picture; absent, or above that of the video: as it is.'),
          ),
      ),
      target_file_reference: targetFileReference,
      restart_failed: z.optional(flag('Try again where all attempts have failed.')),
    }),
    answer: z.object({
      video_convert: z.object({
        video_convert_id: videoConvertId,
        video_convert_state: videoConvertState,
        progress_in_percent: integer(0, 100, 'Share that is done.'),
        attempts: count('How often it was begun.'),
        failure: z.optional(
          z
            .string()
            .check(z.maxLength(500), z.describe('Why the last attempt failed, for publishers.')),
        ),
        source_version: fileVersion.check(z.describe('Version of the video that is converted.')),
        target_file_reference: targetFileReference,
        created_at: timestamp('When it was first asked for.'),
        finished_at: z.optional(timestamp('When it was done or failed for good.')),
      }),
    }),
    errors: {
      ...mandantForbidden,
      ...fileNotFound,
      ...withStatus(409, {
        FILE_NOT_VIDEO: 'The file is not a video, by its media type.',
        VIDEO_CONVERT_CONFLICT:
          'A conversion with this id has another source, rendition or target.',
      }),
      ...withStatus(501, {
        VIDEO_CONVERT_UNAVAILABLE:
          'This installation converts no videos: ffmpeg is not there. The guide for operators says how to add it.',
      }),
    },
    permission: 'file.publish',
    ...administered,
  }),
} as const;
