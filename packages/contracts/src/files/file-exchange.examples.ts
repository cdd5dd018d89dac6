import type { Examples } from '../example.ts';
import type { fileExchangeCalls } from './file-exchange.ts';

const poster = {
  dto_id: 'plakat',
  group_id: 'demo-klasse-5b',
  file_reference: 'plakat-wasserkreislauf',
  version: 0,
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_ASSET_EXCHANGE',
  subject: 'demo-thomas',
} as const;

const file = {
  storage_type: 'S3',
  address: 'https://files.lectern.example/demo-klasse-5b/plakat-wasserkreislauf?v=2&s=Zm9v',
  expires_at: '2026-11-21T09:35:00.000Z',
  version: 2,
  file_name: 'Plakat Wasserkreislauf.pdf',
  media_type: 'application/pdf',
  size_in_bytes: 734_208,
} as const;

export const fileExchangeExamples: Examples<typeof fileExchangeCalls> = {
  fileExchangeAccess: {
    body: { file_exchange_access_dtos: [poster] },
    answer: { file_accesses: [{ dto_id: poster.dto_id, file }] },
  },
  fileExchangeAccessV2: {
    body: { file_exchange_access_dtos: [poster] },
    answer: {
      file_accesses: [
        {
          dto_id: poster.dto_id,
          file: {
            ...file,
            content_hash: '7d865e959b2466918c9863afca942d0fb89d7c9ac0c99bafc3749504ded97730',
          },
        },
      ],
    },
  },
};
