import type { Examples } from '../example.ts';
import type { fileConfigCalls } from './file-config.ts';

const key = {
  dto_id: 'kreislauf-video',
  mandant_identifier: 'LECTERN',
  file_reference: 'wasser-2026/video/kreislauf.mp4',
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_PROS',
} as const;

const video = {
  ...key,
  file_name: 'kreislauf.mp4',
  media_type: 'video/mp4',
  size_in_bytes: 48_211_904,
  product_references: ['wasser-entdecken'],
  is_public: false,
  distribution_channel: 'UNDEFINED' as const,
};

const upload = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/uploads/LECTERN/4f6c2f5e?s=Zm9v',
  expires_at: '2026-11-22T09:30:00.000Z',
} as const;

export const fileConfigExamples: Examples<typeof fileConfigCalls> = {
  fileConfigSave: {
    body: { file_config_dtos: [video] },
    answer: { file_configs: [{ dto_id: key.dto_id, version: 3, upload }] },
  },
  fileConfigSaveV2: {
    body: {
      file_config_dtos: [
        {
          ...video,
          version: 4,
          content_hash: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
        },
      ],
    },
    answer: { file_configs: [{ dto_id: key.dto_id, version: 4, upload }] },
  },
  fileConfigDelete: {
    body: { file_config_dtos: [key] },
    answer: { file_configs: [{ dto_id: key.dto_id, deleted_versions: 4 }] },
  },
  fileConfigDeleteV2: {
    body: { file_config_dtos: [{ ...key, version: 2 }] },
    answer: { file_configs: [{ dto_id: key.dto_id, deleted_versions: 2 }] },
  },
};
