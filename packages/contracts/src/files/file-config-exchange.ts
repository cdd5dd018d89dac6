import * as z from 'zod/mini';
import { defineCall, type Call } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, reference, subject } from '../scalars.ts';
import { upload } from './address.ts';
import {
  anyAssetType,
  assetStage,
  exchangeAssetType,
  fileName,
  fileReference,
  mediaType,
  sizeInBytes,
} from './asset.ts';
import { batchChecks, distinctFilesOf, dtoId } from './file.ts';
import {
  deletedFile,
  deletedVersion,
  savedVersion,
  savedVersionV2,
  versionConflict,
  versionedContent,
} from './file-config.ts';

/** Largest file that members exchange, 200 MiB, and most of all files of a group, 5 GiB. */
export const exchangeLimits = {
  fileInBytes: 200 * 1024 ** 2,
  groupInBytes: 5 * 1024 ** 3,
  /** Most bytes of a member there: 2 GiB. */
  memberInBytes: 2 * 1024 ** 3,
  /** Versions of files that a member has in a group. */
  memberVersions: 1000,
  /** Most bytes that a member has announced in a group, and not sent: 400 MiB. */
  announcedInBytes: 400 * 1024 ** 2,
} as const;

/** Which file of which group. */
export const exchangeKey = {
  group_id: identifier('The group whose members exchange the file.'),
  file_reference: fileReference,
  asset_stage: assetStage,
};

const savedFile = {
  dto_id: dtoId,
  ...exchangeKey,
  // Files for publishers alone are none of a group's.
  asset_stage: z.enum(['ASSET_STAGE_PROD']),
  file_name: fileName,
  media_type: mediaType,
  size_in_bytes: sizeInBytes(exchangeLimits.fileInBytes),
};

/** Copies of a publication's files are given only to members whose licence opens the product. */
const copyOf = {
  mandant_identifier: z.optional(reference('The publisher; copies of its files need it.')),
  product_reference: z.optional(reference('The product; copies of its files need it.')),
};

const productOfCopy = z.refine<{
  readonly asset_type: string;
  readonly mandant_identifier?: string | undefined;
  readonly product_reference?: string | undefined;
}>(
  (dto) =>
    [dto.mandant_identifier, dto.product_reference].every(
      (field) => (field === undefined) === (dto.asset_type === 'ASSET_TYPE_ASSET_EXCHANGE'),
    ),
  'Copies of a publication name mandant_identifier and product_reference; other files do not.',
);

const distinctFiles = distinctFilesOf('group_id');

export const groupNotFound = withStatus(404, {
  GROUP_NOT_FOUND: 'The subject is in no group with this id.',
});

const saveErrors = {
  ...groupNotFound,
  ...withStatus(409, {
    FILE_OF_ANOTHER_MEMBER:
      'Another member has a file with this reference in the group. Nothing was saved.',
  }),
  ...withStatus(413, {
    GROUP_STORE_FULL: `The files of a group have at most ${exchangeLimits.groupInBytes} bytes. Nothing was saved.`,
    MEMBER_STORE_FULL: `A member has at most ${exchangeLimits.memberVersions} versions of files in a group, with ${exchangeLimits.memberInBytes} bytes, and ${exchangeLimits.announcedInBytes} bytes announced that have not come. Nothing was saved.`,
  }),
} as const;

const deleteErrors = {
  ...groupNotFound,
  ...withStatus(404, {
    FILE_NOT_FOUND:
      'The file is of another member, and the subject does not lead the group. Nothing was deleted.',
  }),
} as const;

/** Facts that saving and deleting share, in both versions. */
const exchanging = {
  permission: 'file.exchange',
  ownTokenOnly: true,
} as const satisfies Partial<Call>;

const saveSummary =
  'Announces files of a member for its group, all or none, and says where their bytes go. What was there before is given until the bytes are there and fit.';
const deleteSummary =
  'Deletes files from groups, all or none: own ones, and those of groups that the subject leads with the permission group.lead.';

export const fileConfigExchangeCalls = {
  fileConfigExchangeSave: defineCall({
    ...exchanging,
    path: '/v1/fileConfigExchange/save',
    summary: `${saveSummary} Each time makes a new version.`,
    body: z.strictObject({
      subject,
      file_config_exchange_dtos: z
        .array(z.strictObject({ ...savedFile, asset_type: exchangeAssetType }))
        .check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_config_exchanges: z.array(z.object({ ...savedVersion, upload })) }),
    errors: saveErrors,
  }),
  fileConfigExchangeSaveV2: defineCall({
    ...exchanging,
    path: '/v2/fileConfigExchange/save',
    summary: `${saveSummary} IA_OK: the same versions are there with their bytes.`,
    body: z.strictObject({
      subject,
      file_config_exchange_dtos: z
        .array(
          z
            .strictObject({
              ...savedFile,
              asset_type: anyAssetType,
              ...copyOf,
              ...versionedContent,
            })
            .check(productOfCopy),
        )
        .check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_config_exchanges: z.array(savedVersionV2) }),
    errors: { ...saveErrors, ...versionConflict },
    repeatSafe: true,
  }),
  fileConfigExchangeDelete: defineCall({
    ...exchanging,
    path: '/v1/fileConfigExchange/delete',
    summary: `${deleteSummary} All versions go. IA_OK: there were none.`,
    body: z.strictObject({
      subject,
      file_config_exchange_dtos: z
        .array(z.strictObject({ dto_id: dtoId, ...exchangeKey, asset_type: exchangeAssetType }))
        .check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_config_exchanges: z.array(deletedFile) }),
    errors: deleteErrors,
    // A repeat that arrives late would delete what was saved in between.
  }),
  fileConfigExchangeDeleteV2: defineCall({
    ...exchanging,
    path: '/v2/fileConfigExchange/delete',
    summary: `${deleteSummary} IA_OK: there was none up to these versions.`,
    body: z.strictObject({
      subject,
      file_config_exchange_dtos: z
        .array(
          z.strictObject({
            dto_id: dtoId,
            ...exchangeKey,
            asset_type: anyAssetType,
            version: deletedVersion,
          }),
        )
        .check(...batchChecks, distinctFiles),
    }),
    answer: z.object({ file_config_exchanges: z.array(deletedFile) }),
    errors: deleteErrors,
    repeatSafe: true,
  }),
} as const;
