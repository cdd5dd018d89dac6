import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, reference, subject, text } from '../scalars.ts';
import { deviceIdentifier } from '../licenses/device.ts';
import { accessibleFile, accessibleFileV2 } from './address.ts';
import { assetStage, fileReference, publicationAssetType, requestedVersion } from './asset.ts';

/** Most files that one call asks for or changes. */
export const filesMaximum = 100;

/** Names an item of a batch; its result carries the same. */
export const dtoId = identifier('Names this item of the batch; its result carries the same.');

/** Each item of a batch has a name of its own. */
const distinctDtos = z.refine<readonly { readonly dto_id: string }[]>(
  (dtos) => new Set(dtos.map(({ dto_id }) => dto_id)).size === dtos.length,
  'A dto_id appears twice.',
);

export const batchChecks = [z.minLength(1), z.maxLength(filesMaximum), distinctDtos] as const;

/** Each item of a batch is about another file. @param space Field that names the owner of the files. */
export function distinctFilesOf<Space extends string>(space: Space) {
  type Key = {
    readonly [Field in Space | 'file_reference' | 'asset_stage' | 'asset_type']: string;
  };
  const nameOf = (dto: Key) =>
    JSON.stringify([dto[space], dto.file_reference, dto.asset_stage, dto.asset_type]);
  return z.refine<readonly Key[]>(
    (dtos) => new Set(dtos.map(nameOf)).size === dtos.length,
    'A file appears twice.',
  );
}

export const fileNotFound = withStatus(404, {
  FILE_NOT_FOUND: 'There is no such file for the caller.',
});

/** Why a file is not given. Where a call gives none of its files, the first reason is its error. */
export const fileAccessErrors = {
  ...fileNotFound,
  ...withStatus(404, {
    LICENSE_NOT_FOUND: 'The subject has no licence with this code.',
    DEVICE_NOT_FOUND: 'The subject has no such device. Register it with lima first.',
  }),
  ...withStatus(403, {
    LICENSE_REQUIRED: 'The file is not public: name a licence and the product that opens it.',
    LICENSE_NOT_VALID:
      'The licence is expired or blocked, or the product is not the one that opens the file.',
    LICENSE_USAGE_REQUIRED:
      'The licence has seats, or its product a limit of devices: obtain a usage on this device first.',
  }),
} as const;

/** The fields of section 3 that name a licence: both, or neither for a file that is public. */
export const licenseOfRequest = {
  license_code: z.optional(identifier('The licence that opens the file.')),
  product_reference: z.optional(reference('The product that the licence is for.')),
};

/** A licence is named with its product. */
export const licenseWithProduct = z.refine<{
  readonly license_code?: string | undefined;
  readonly product_reference?: string | undefined;
}>(
  (dto) => (dto.license_code === undefined) === (dto.product_reference === undefined),
  'license_code and product_reference go together.',
);

const fileAccessDto = z
  .strictObject({
    dto_id: dtoId,
    mandant_identifier: z.optional(
      reference(
        'The publisher of the file. Absent: that of the licence, or else whoever had a file by this name first.',
      ),
    ),
    file_reference: fileReference,
    version: requestedVersion,
    asset_stage: assetStage,
    asset_type: publicationAssetType,
    subject: subject.check(z.describe('For whom; the caller, else SUBJECT_FORBIDDEN.')),
    ...licenseOfRequest,
    device_identifier: deviceIdentifier,
  })
  .check(licenseWithProduct);

const fileAccessBasicDto = z.strictObject({
  dto_id: dtoId,
  file_reference: fileReference,
  version: requestedVersion,
  asset_stage: assetStage,
  asset_type: publicationAssetType,
});

/**
 * Result for each item of a batch, in its order: the file, or why it is not given.
 *
 * @param file How the version of the call describes a file.
 * @param codes The reasons that the call knows.
 */
export function fileAccesses<
  File extends z.ZodMiniObject,
  const Codes extends Readonly<Record<string, { readonly text: string }>>,
>(file: File, codes: Codes) {
  return z
    .array(
      z.object({
        dto_id: dtoId,
        file: z.optional(file),
        refusal: z.optional(
          z
            .enum(Object.keys(codes) as (keyof Codes & string)[])
            .check(z.describe('Why the file is not given; the errors of the call explain it.')),
        ),
      }),
    )
    .check(z.maxLength(filesMaximum));
}

function access<const Version extends 'v1' | 'v2', File extends z.ZodMiniObject>(
  version: Version,
  file: File,
) {
  return defineCall({
    path: `/${version}/file/access`,
    summary:
      'Gives addresses of files that a licence of the subject opens on a device. WARNING: some are not given, and their results say why.',
    body: z.strictObject({
      file_access_dtos: z.array(fileAccessDto).check(...batchChecks),
    }),
    answer: z.object({ file_accesses: fileAccesses(file, fileAccessErrors) }),
    errors: fileAccessErrors,
    permission: 'file.read',
    repeatSafe: true,
  });
}

/** Of a network: two requests of each pupil of a school of 2000 that opens Lectern in one minute. */
const basicRateLimit = { requests: 4_000, windowInSeconds: 60 } as const;

function accessBasic<const Version extends 'v1' | 'v2', File extends z.ZodMiniObject>(
  version: Version,
  file: File,
) {
  return defineCall({
    path: `/${version}/file/accessBasic`,
    summary:
      'Gives addresses of public files of the publisher whose key it is. WARNING: some are not given, and their results say why.',
    headers: 'correlation-id',
    body: z.strictObject({
      file_access_basic_dtos: z.array(fileAccessBasicDto).check(...batchChecks),
      basic_key: identifier('Name of the key, such as BASIC_BEOOK_WEB.'),
      basic_secret: text(255, 'What belongs to the key. Browsers hold it, so it is no secret.'),
    }),
    answer: z.object({ file_accesses: fileAccesses(file, fileNotFound) }),
    errors: {
      ...withStatus(403, { BASIC_KEY_REFUSED: 'Unknown key or wrong secret.' }),
      ...fileNotFound,
    },
    permission: 'public',
    repeatSafe: true,
    rateLimit: basicRateLimit,
  });
}

export const fileCalls = {
  fileAccess: access('v1', accessibleFile),
  fileAccessV2: access('v2', accessibleFileV2),
  fileAccessBasic: accessBasic('v1', accessibleFile),
  fileAccessBasicV2: accessBasic('v2', accessibleFileV2),
} as const;
