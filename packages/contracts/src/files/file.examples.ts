import type { Examples } from '../example.ts';
import type { fileCalls } from './file.ts';

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

export const fileExamples: Examples<typeof fileCalls> = {
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
            content_hash: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
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
};
