import type { Examples } from '../example.ts';
import type { fileConfigExchangeCalls } from './file-config-exchange.ts';

const key = {
  dto_id: 'plakat',
  group_id: 'demo-klasse-5b',
  file_reference: 'plakat-wasserkreislauf',
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_ASSET_EXCHANGE',
} as const;

const poster = {
  ...key,
  file_name: 'Plakat Wasserkreislauf.pdf',
  media_type: 'application/pdf',
  size_in_bytes: 734_208,
};

const upload = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/uploads/demo-klasse-5b/9a1d77c0?s=Zm9v',
  expires_at: '2026-11-22T09:30:00.000Z',
} as const;

export const fileConfigExchangeExamples: Examples<typeof fileConfigExchangeCalls> = {
  fileConfigExchangeSave: {
    body: { subject: 'demo-mia', file_config_exchange_dtos: [poster] },
    answer: { file_config_exchanges: [{ dto_id: key.dto_id, version: 1, upload }] },
  },
  fileConfigExchangeSaveV2: {
    body: {
      subject: 'demo-mia',
      file_config_exchange_dtos: [
        {
          ...poster,
          version: 2,
          content_hash: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
        },
      ],
    },
    answer: { file_config_exchanges: [{ dto_id: key.dto_id, version: 2, upload }] },
  },
  fileConfigExchangeDelete: {
    body: { subject: 'demo-mia', file_config_exchange_dtos: [key] },
    answer: { file_config_exchanges: [{ dto_id: key.dto_id, deleted_versions: 2 }] },
  },
  fileConfigExchangeDeleteV2: {
    body: { subject: 'demo-mia', file_config_exchange_dtos: [{ ...key, version: 1 }] },
    answer: { file_config_exchanges: [{ dto_id: key.dto_id, deleted_versions: 1 }] },
  },
};
