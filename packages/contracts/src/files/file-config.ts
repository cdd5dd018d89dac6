import * as z from 'zod/mini';
import { defineCall, type Call } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { mandantForbidden } from '../publishing/refusals.ts';
import { count, flag, list, reference } from '../scalars.ts';
import { upload } from './address.ts';
import {
  assetStage,
  contentHash,
  distributionChannel,
  fileName,
  fileReference,
  fileVersion,
  mediaType,
  publicationAssetType,
  sizeInBytes,
} from './asset.ts';
import { batchChecks, distinctFilesOf, dtoId } from './file.ts';

/** Largest file of a publication: what S3 takes in one piece, 5 GiB. */
const fileMaximumInBytes = 5 * 1024 ** 3;

/** Which file of which publisher. */
export const fileKey = {
  mandant_identifier: reference('The publisher.'),
  file_reference: fileReference,
  asset_stage: assetStage,
  asset_type: publicationAssetType,
};

const savedFile = {
  dto_id: dtoId,
  ...fileKey,
  file_name: fileName,
  media_type: mediaType,
  size_in_bytes: sizeInBytes(fileMaximumInBytes),
  product_references: list(
    'Products whose licences open the file.',
    reference('A product of the publisher.'),
  ).check(z.maxLength(20)),
  is_public: flag('The file is given without a licence, also by accessBasic.'),
  distribution_channel: distributionChannel.check(
    z.describe('Where the file is for; UNDEFINED: everywhere.'),
  ),
};

/** Additions of the second version of the calls: the version that a save makes, and its hash. */
export const versionedContent = {
  version: fileVersion.check(
    z.describe('Version that this makes: one more than there ever was. Another one: conflict.'),
  ),
  content_hash: contentHash,
};

/** Up to which version the second version of the calls deletes. Numbers are never used again. */
export const deletedVersion = fileVersion.check(
  z.describe('This version is deleted, and those before it.'),
);

/** A saved version, and the address for its bytes. */
export const savedVersion = {
  dto_id: dtoId,
  version: fileVersion,
};
export const savedVersionV2 = z.object({
  ...savedVersion,
  upload: z.optional(upload).check(z.describe('Absent: the bytes are there already.')),
});

export const deletedFile = z.object({
  dto_id: dtoId,
  deleted_versions: count('How many versions are gone; 0: there was none.'),
});

export const versionConflict = withStatus(409, {
  FILE_VERSION_CONFLICT:
    'This version is there with another content, or it does not follow the newest. Nothing was saved.',
});

const distinctFiles = distinctFilesOf('mandant_identifier');

/** Facts that saving and deleting share, in both versions. */
const publishing = {
  permission: 'file.publish',
  ownTokenOnly: true,
  administrative: true,
} as const satisfies Partial<Call>;

const saveSummary =
  'Announces files of a publication, all or none, and says where their bytes go. What was there before is given until the bytes are there and fit.';
const deleteSummary = 'Deletes files of a publication, all or none.';

export const fileConfigCalls = {
  fileConfigSave: defineCall({
    ...publishing,
    path: '/v1/fileConfig/save',
    summary: `${saveSummary} Each time makes a new version.`,
    body: z.strictObject({
      file_config_dtos: z.array(z.strictObject(savedFile)).check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_configs: z.array(z.object({ ...savedVersion, upload })) }),
    errors: mandantForbidden,
  }),
  fileConfigSaveV2: defineCall({
    ...publishing,
    path: '/v2/fileConfig/save',
    summary: `${saveSummary} IA_OK: the same versions are there with their bytes.`,
    body: z.strictObject({
      file_config_dtos: z
        .array(z.strictObject({ ...savedFile, ...versionedContent }))
        .check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_configs: z.array(savedVersionV2) }),
    errors: { ...mandantForbidden, ...versionConflict },
    repeatSafe: true,
  }),
  fileConfigDelete: defineCall({
    ...publishing,
    path: '/v1/fileConfig/delete',
    summary: `${deleteSummary} All versions go. IA_OK: there were none.`,
    body: z.strictObject({
      file_config_dtos: z
        .array(z.strictObject({ dto_id: dtoId, ...fileKey }))
        .check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_configs: z.array(deletedFile) }),
    errors: mandantForbidden,
    // A repeat that arrives late would delete what was saved in between.
  }),
  fileConfigDeleteV2: defineCall({
    ...publishing,
    path: '/v2/fileConfig/delete',
    summary: `${deleteSummary} IA_OK: there was none up to these versions.`,
    body: z.strictObject({
      file_config_dtos: z
        .array(z.strictObject({ dto_id: dtoId, ...fileKey, version: deletedVersion }))
        .check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_configs: z.array(deletedFile) }),
    errors: mandantForbidden,
    repeatSafe: true,
  }),
} as const;
