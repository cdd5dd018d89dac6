import type { Contract } from '../contract.ts';
import type { Examples } from '../example.ts';

const content_hash = '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730';

const page = {
  dto_id: 'kreislauf-video',
  file_reference: 'wasser-2026/video/kreislauf.mp4',
  version: 0,
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_PROS',
  subject: 'demo-mia',
  license_code: 'WASSER-MIA-2026',
  product_reference: 'wasser-entdecken',
  device_identifier: 'device-1',
} as const;

const environment = {
  dto_id: 'environment',
  file_reference: 'F_ENVIRONMENT_BEOOK',
  version: 0,
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_PROS',
} as const;

const video = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/LECTERN/wasser-2026/video/kreislauf.mp4?v=3&s=Zm9v',
  expires_at: '2026-11-21T09:35:00.000Z',
  version: 3,
  file_name: 'kreislauf.mp4',
  media_type: 'video/mp4',
  size_in_bytes: 48_211_904,
  distribution_channel: 'UNDEFINED',
} as const;

const environmentFile = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/LECTERN/F_ENVIRONMENT_BEOOK?v=1&s=YmFy',
  expires_at: '2026-11-21T09:35:00.000Z',
  version: 1,
  file_name: 'environment.xml',
  media_type: 'application/xml',
  size_in_bytes: 1_482,
  distribution_channel: 'UNDEFINED',
} as const;

const basic = {
  file_access_basic_dtos: [environment],
  basic_key: 'BASIC_BEOOK_WEB',
  basic_secret: 'demo-basic-secret',
};

const videoKey = {
  dto_id: 'kreislauf-video',
  mandant_identifier: 'LECTERN',
  file_reference: 'wasser-2026/video/kreislauf.mp4',
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_PROS',
} as const;

const videoConfig = {
  ...videoKey,
  file_name: 'kreislauf.mp4',
  media_type: 'video/mp4',
  size_in_bytes: 48_211_904,
  product_references: ['wasser-entdecken'],
  is_public: false,
  distribution_channel: 'UNDEFINED' as const,
};

const videoUpload = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/uploads/LECTERN/4f6c2f5e?s=Zm9v',
  expires_at: '2026-11-22T09:30:00.000Z',
} as const;

const posterKey = {
  dto_id: 'plakat',
  group_id: 'demo-klasse-5b',
  file_reference: 'plakat-wasserkreislauf',
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_ASSET_EXCHANGE',
} as const;

const posterConfig = {
  ...posterKey,
  file_name: 'Plakat Wasserkreislauf.pdf',
  media_type: 'application/pdf',
  size_in_bytes: 734_208,
};

const posterUpload = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/uploads/demo-klasse-5b/9a1d77c0?s=Zm9v',
  expires_at: '2026-11-22T09:30:00.000Z',
} as const;

const { asset_stage, asset_type, ...posterName } = posterKey;
const poster = { ...posterName, version: 0, asset_stage, asset_type, subject: 'demo-thomas' };

const posterFile = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/demo-klasse-5b/plakat-wasserkreislauf?v=2&s=Zm9v',
  expires_at: '2026-11-21T09:35:00.000Z',
  version: 2,
  file_name: 'Plakat Wasserkreislauf.pdf',
  media_type: 'application/pdf',
  size_in_bytes: 734_208,
} as const;

export const filesExamples: Examples<Omit<Contract['atma'], 'cacheFlush' | 'ping'>> = {
  fileAccess: {
    body: { file_access_dtos: [page] },
    answer: { file_accesses: [{ dto_id: page.dto_id, file: video }] },
  },
  fileAccessV2: {
    body: { file_access_dtos: [page] },
    answer: {
      file_accesses: [
        {
          dto_id: page.dto_id,
          file: {
            ...video,
            content_hash,
          },
        },
      ],
    },
  },
  fileAccessBasic: {
    body: basic,
    answer: { file_accesses: [{ dto_id: environment.dto_id, file: environmentFile }] },
  },
  fileAccessBasicV2: {
    body: basic,
    answer: {
      file_accesses: [
        {
          dto_id: environment.dto_id,
          file: {
            ...environmentFile,
            content_hash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
          },
        },
      ],
    },
  },
  fileConfigSave: {
    body: { file_config_dtos: [videoConfig] },
    answer: { file_configs: [{ dto_id: videoKey.dto_id, version: 3, upload: videoUpload }] },
  },
  fileConfigSaveV2: {
    body: {
      file_config_dtos: [
        {
          ...videoConfig,
          version: 4,
          content_hash,
        },
      ],
    },
    answer: { file_configs: [{ dto_id: videoKey.dto_id, version: 4, upload: videoUpload }] },
  },
  fileConfigDelete: {
    body: { file_config_dtos: [videoKey] },
    answer: { file_configs: [{ dto_id: videoKey.dto_id, deleted_versions: 4 }] },
  },
  fileConfigDeleteV2: {
    body: { file_config_dtos: [{ ...videoKey, version: 2 }] },
    answer: { file_configs: [{ dto_id: videoKey.dto_id, deleted_versions: 2 }] },
  },
  fileConfigExchangeSave: {
    body: { subject: 'demo-mia', file_config_exchange_dtos: [posterConfig] },
    answer: {
      file_config_exchanges: [{ dto_id: posterKey.dto_id, version: 1, upload: posterUpload }],
    },
  },
  fileConfigExchangeSaveV2: {
    body: {
      subject: 'demo-mia',
      file_config_exchange_dtos: [
        {
          ...posterConfig,
          version: 2,
          content_hash,
        },
      ],
    },
    answer: {
      file_config_exchanges: [{ dto_id: posterKey.dto_id, version: 2, upload: posterUpload }],
    },
  },
  fileConfigExchangeDelete: {
    body: { subject: 'demo-mia', file_config_exchange_dtos: [posterKey] },
    answer: { file_config_exchanges: [{ dto_id: posterKey.dto_id, deleted_versions: 2 }] },
  },
  fileConfigExchangeDeleteV2: {
    body: { subject: 'demo-mia', file_config_exchange_dtos: [{ ...posterKey, version: 1 }] },
    answer: { file_config_exchanges: [{ dto_id: posterKey.dto_id, deleted_versions: 1 }] },
  },
  fileExchangeAccess: {
    body: { file_exchange_access_dtos: [poster] },
    answer: { file_accesses: [{ dto_id: poster.dto_id, file: posterFile }] },
  },
  fileExchangeAccessV2: {
    body: { file_exchange_access_dtos: [poster] },
    answer: {
      file_accesses: [
        {
          dto_id: poster.dto_id,
          file: {
            ...posterFile,
            content_hash,
          },
        },
      ],
    },
  },
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
