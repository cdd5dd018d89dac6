import { schoolClass } from './school-class.ts';
import { step, type Step } from './school.ts';

const key = {
  dto_id: 'film',
  mandant_identifier: 'LECTERN',
  file_reference: 'wasser-2026/film.mp4',
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_PROS',
} as const;
const film = {
  ...key,
  file_name: 'film.mp4',
  media_type: 'video/mp4',
  size_in_bytes: 10,
  is_public: true,
  distribution_channel: 'UNDEFINED',
} as const;
const { dto_id: _dto, ...videoKey } = key;
const product_references = ['wasser'];
const hash = 'a'.repeat(64);

const posterKey = {
  dto_id: 'poster',
  group_id: schoolClass.group_id,
  file_reference: 'poster',
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_ASSET_EXCHANGE',
} as const;
const poster = {
  ...posterKey,
  file_name: 'poster.pdf',
  media_type: 'application/pdf',
  size_in_bytes: 10,
} as const;

/** A publisher announces and deletes a film, a pupil a poster for its class. */
export function fileSteps(): readonly Step[] {
  return [
    step('atma', 'fileConfigSave', 'administrator', (files) =>
      files.fileConfigSave({ body: { file_config_dtos: [{ ...film, product_references }] } }),
    ),
    step('atma', 'fileConfigSaveV2', 'administrator', (files) =>
      files.fileConfigSaveV2({
        body: {
          file_config_dtos: [{ ...film, product_references, version: 2, content_hash: hash }],
        },
      }),
    ),
    step('atma', 'fileAccessV2', 'pupil', (files) =>
      // The bytes have yet to come; they are looked for all the same.
      files
        .fileAccessV2({
          body: {
            file_access_dtos: [
              {
                dto_id: key.dto_id,
                file_reference: key.file_reference,
                version: 0,
                asset_stage: key.asset_stage,
                asset_type: key.asset_type,
                subject: 'pupil',
                device_identifier: 'device',
              },
            ],
          },
        })
        .catch(() => undefined),
    ),
    step('atma', 'videoConvertCreate', 'administrator', (files) =>
      files
        .videoConvertCreate({
          body: {
            ...videoKey,
            video_convert_id: '5f0f7f5e-3f39-4a52-9c53-7d8b6a2c1e10',
            version: 0,
            video_rendition: 'VIDEO_RENDITION_MP4',
            target_file_reference: 'wasser-2026/film-small.mp4',
          },
        })
        .catch(() => undefined),
    ),
    step('atma', 'fileConfigExchangeSave', 'pupil', (files) =>
      files.fileConfigExchangeSave({
        body: { subject: 'pupil', file_config_exchange_dtos: [poster] },
      }),
    ),
    step('atma', 'fileExchangeAccessV2', 'pupil', (files) =>
      files
        .fileExchangeAccessV2({
          body: { file_exchange_access_dtos: [{ ...posterKey, version: 0, subject: 'pupil' }] },
        })
        .catch(() => undefined),
    ),
    step('atma', 'fileConfigExchangeDelete', 'pupil', (files) =>
      files.fileConfigExchangeDelete({
        body: { subject: 'pupil', file_config_exchange_dtos: [posterKey] },
      }),
    ),
    step('atma', 'fileConfigDeleteV2', 'administrator', (files) =>
      files.fileConfigDeleteV2({ body: { file_config_dtos: [{ ...key, version: 2 }] } }),
    ),
    step('atma', 'fileConfigDelete', 'administrator', (files) =>
      files.fileConfigDelete({ body: { file_config_dtos: [key] } }),
    ),
  ];
}
