import type { Examples } from '../example.ts';
import type { videoConvertCalls } from './video-convert.ts';

export const videoConvertExamples: Examples<typeof videoConvertCalls> = {
  videoConvertCreate: {
    body: {
      video_convert_id: '8c1b6d0a-52f4-4e5e-9d7c-3b0a4f9e6d03',
      mandant_identifier: 'LECTERN',
      file_reference: 'wasser-2026/video/kreislauf.mp4',
      asset_stage: 'ASSET_STAGE_PROD',
      asset_type: 'ASSET_TYPE_PROS',
      version: 0,
      video_rendition: 'VIDEO_RENDITION_HLS',
      height_in_pixels: 720,
      target_file_reference: 'wasser-2026/video/kreislauf-hls',
    },
    answer: {
      video_convert: {
        video_convert_id: '8c1b6d0a-52f4-4e5e-9d7c-3b0a4f9e6d03',
        video_convert_state: 'VIDEO_CONVERT_STATE_RUNNING',
        progress_in_percent: 40,
        attempts: 1,
        source_version: 3,
        target_file_reference: 'wasser-2026/video/kreislauf-hls',
        created_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },
};
