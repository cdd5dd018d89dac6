import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { deviceIdentifier } from '../licenses/device.ts';
import { subject } from '../scalars.ts';
import { accessibleFile, accessibleFileV2 } from './address.ts';
import { anyAssetType, requestedVersion } from './asset.ts';
import {
  batchChecks,
  dtoId,
  fileAccessErrors,
  fileAccesses,
  licenseOfRequest,
  licenseWithProduct,
} from './file.ts';
import { exchangeKey, groupNotFound } from './file-config-exchange.ts';

const fileExchangeAccessDto = z
  .strictObject({
    dto_id: dtoId,
    ...exchangeKey,
    version: requestedVersion,
    asset_type: anyAssetType,
    subject: subject.check(z.describe('For whom; the caller, else SUBJECT_FORBIDDEN.')),
    ...licenseOfRequest,
    device_identifier: z.optional(deviceIdentifier),
  })
  .check(
    licenseWithProduct,
    z.refine(
      (dto) =>
        dto.asset_type === 'ASSET_TYPE_ASSET_EXCHANGE' || dto.device_identifier !== undefined,
      'Copies of a publication need a device_identifier.',
    ),
  );

const errors = { ...fileAccessErrors, ...groupNotFound } as const;

function access<const Version extends 'v1' | 'v2', File extends z.ZodMiniObject>(
  version: Version,
  file: File,
) {
  return defineCall({
    path: `/${version}/fileExchange/access`,
    summary:
      'Gives addresses of files that members of a group of the subject exchange; for copies of a publication a licence must open the product. WARNING: some are not given, and their results say why.',
    body: z.strictObject({
      file_exchange_access_dtos: z.array(fileExchangeAccessDto).check(...batchChecks),
    }),
    answer: z.object({ file_accesses: fileAccesses(file, errors) }),
    errors,
    permission: 'file.exchange',
    // Files of classmates are for members of the group alone.
    ownTokenOnly: true,
    repeatSafe: true,
  });
}

export const fileExchangeCalls = {
  fileExchangeAccess: access('v1', accessibleFile),
  fileExchangeAccessV2: access('v2', accessibleFileV2),
} as const;
