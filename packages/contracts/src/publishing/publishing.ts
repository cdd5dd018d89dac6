import * as z from 'zod/mini';
import { cursorErrors, nextCursor, pageOf } from '../annotations/paging.ts';
import { defineCall, type Call } from '../define.ts';
import { withStatus } from '../with-status.ts';
import {
  assetStage,
  contentHash,
  fileReference,
  fileVersion,
  publicationAssetType,
} from '../files/asset.ts';
import { flag, integer, list, reference, text, timestamp } from '../scalars.ts';
import {
  announcedFile,
  exerciseGroup,
  exerciseParts,
  expectedVersion,
  filePath,
  issueKey,
  issueVersion,
  publicationHead,
  publicationLimits,
  themaPlace,
  topicParts,
} from './publication.ts';
import { exercisesStand, topicsStand } from './reading-order.ts';
import {
  courseOfAnother,
  incomplete,
  issueChanged,
  issueNotFound,
  mandantForbidden,
  versionNotOpen,
} from './refusals.ts';

/*
 * How a publisher brings an issue in: begin, addFiles and addTexts fill a version that nobody sees, and
 * switchOver makes it the one that everybody sees. Versions never change after that.
 */

/** A table of contents of thousands of topics and exercises. */
const beginLimitInBytes = 16 * 1024 ** 2;
/** Nine for each exercise, seven for each topic. */
const beginValuesMaximum = 250_000;
const textsLimitInBytes = 8 * 1024 ** 2;

/** Most files, texts and paths of one request. */
export const batchMaximum = { files: 500, texts: 200, paths: 200 } as const;

const textHash = z.optional(
  contentHash.check(z.describe('SHA-256 of its text in UTF-8; absent: it has none.')),
);

const givenVersion = issueVersion('The version, as begin answered it.');

/** Where a file of a version lies at the file gateway. */
const gatewayFile = {
  path: filePath,
  file_reference: fileReference,
  asset_stage: assetStage,
  asset_type: publicationAssetType,
  file_version: fileVersion,
};

const publishing = {
  permission: 'content.publish',
  ownTokenOnly: true,
  repeatSafe: true,
} as const satisfies Partial<Call>;

export const publishingCalls = {
  publishingBegin: defineCall({
    ...publishing,
    path: '/v1/publishing/begin',
    summary:
      'Begins a version of an issue, or goes on with one that was begun with the same content. IA_OK: that is the current one, and there is nothing to do.',
    body: z
      .strictObject({
        ...publicationHead,
        topics: list(
          'In reading order.',
          z.strictObject({ ...topicParts, ...themaPlace, text_hash: textHash }),
        ).check(z.minLength(1), z.maxLength(publicationLimits.topics)),
        exercises: list(
          'In reading order.',
          z.strictObject({ ...exerciseParts, ...exerciseGroup, text_hash: textHash }),
        ).check(z.maxLength(publicationLimits.exercises)),
        files_count: integer(0, publicationLimits.files, 'Files that addFiles will bring.'),
        files_digest: contentHash.check(
          z.describe(
            'SHA-256 of the lines of all files, sorted by the bytes of their paths: JSON of [path, content_hash, size_in_bytes, media_type, is_public], each with a line feed.',
          ),
        ),
      })
      .check(
        z.refine(({ topics }) => topicsStand(topics), {
          path: ['topics'],
          error: 'A topic appears twice, or before the topic above it.',
        }),
        z.refine(({ topics, exercises }) => exercisesStand(topics, exercises), {
          path: ['exercises'],
          error: 'An exercise appears twice, or in a topic that is not there.',
        }),
      ),
    answer: z.object({
      version: issueVersion('The version that was begun, or is current.'),
      current_version: z.optional(issueVersion('What readers see now; absent: nothing yet.')),
      missing_text_hashes: list(
        'Texts that addTexts is to bring; others are there already.',
        contentHash,
      ),
    }),
    errors: { ...mandantForbidden, ...courseOfAnother },
    administrative: true,
    bodyLimitInBytes: beginLimitInBytes,
    valuesMaximum: beginValuesMaximum,
  }),
  publishingAddFiles: defineCall({
    ...publishing,
    path: '/v1/publishing/addFiles',
    summary:
      'Announces files of a version, and says where at the file gateway each belongs, and whether its bytes are there.',
    body: z.strictObject({
      ...issueKey,
      version: givenVersion,
      files: z.array(announcedFile).check(
        z.minLength(1),
        z.maxLength(batchMaximum.files),
        z.refine(
          (files) => new Set(files.map(({ path }) => path)).size === files.length,
          'A path appears twice.',
        ),
      ),
    }),
    answer: z.object({
      files: z.array(
        z.object({
          ...gatewayFile,
          has_bytes: flag('Nothing has to be uploaded.'),
        }),
      ),
    }),
    errors: {
      ...mandantForbidden,
      ...versionNotOpen,
      ...withStatus(409, {
        FILES_TOO_MANY: 'There are more files than announced by the call begin. None was added.',
      }),
    },
  }),
  publishingAddTexts: defineCall({
    ...publishing,
    path: '/v1/publishing/addTexts',
    summary: 'Brings texts of topics and exercises, which search looks through.',
    body: z.strictObject({
      ...issueKey,
      version: givenVersion,
      texts: z
        .array(text(publicationLimits.textLength, 'A text without markup.'))
        .check(z.minLength(1), z.maxLength(batchMaximum.texts)),
    }),
    answer: z.object({ missing_texts_count: integer(0, 25_000, 'Texts that are still to come.') }),
    errors: {
      ...mandantForbidden,
      ...versionNotOpen,
      ...withStatus(409, {
        TEXT_NOT_ANNOUNCED:
          'A text has the hash of no topic or exercise of the version. None was added.',
      }),
    },
    bodyLimitInBytes: textsLimitInBytes,
  }),
  publishingSwitchOver: defineCall({
    ...publishing,
    path: '/v1/publishing/switchOver',
    summary:
      'Makes a version the current one, for everybody at once. From the first one on the course is its mandant’s. IA_OK: it is the current one already.',
    body: z.strictObject({
      ...issueKey,
      version: givenVersion,
      expected_current_version: expectedVersion,
    }),
    answer: z.object({
      version: issueVersion('What readers see from now on.'),
      replaced_version: z.optional(issueVersion('What they saw before; absent: nothing.')),
    }),
    errors: {
      ...mandantForbidden,
      ...courseOfAnother,
      ...versionNotOpen,
      ...issueChanged,
      ...incomplete,
    },
    administrative: true,
  }),
  publishingRollBack: defineCall({
    ...publishing,
    path: '/v1/publishing/rollBack',
    summary:
      'Makes the version current that was so before the current one, where all of it is still there. IA_OK: that was done already.',
    body: z.strictObject({
      ...issueKey,
      expected_current_version: issueVersion('Version that is to be taken back.'),
    }),
    answer: z.object({
      version: issueVersion('What readers see from now on.'),
      replaced_version: issueVersion('What was taken back.'),
    }),
    errors: {
      ...mandantForbidden,
      ...issueNotFound,
      ...issueChanged,
      ...incomplete,
      ...withStatus(409, {
        NO_VERSION_BEFORE:
          'There was no version before it, or it is kept no longer. Nothing was done.',
      }),
    },
    administrative: true,
  }),
  publishingList: defineCall({
    ...publishing,
    path: '/v1/publishing/list',
    summary:
      'Pages through the issues of a mandant in the order of their ids, with the versions that are kept, newest first.',
    body: z.strictObject({
      mandant_identifier: publicationHead.mandant_identifier,
      ...pageOf(100, 50),
    }),
    answer: z.object({
      publications: z.array(
        z.object({
          ...issueKey,
          title: text(255, 'Title of the issue.'),
          current_version: z.optional(issueVersion('What readers see; absent: nothing yet.')),
          versions: z.array(
            z.object({
              version: issueVersion('The version.'),
              is_open: flag('It was begun and never switched over.'),
              begun_at: timestamp('When it was begun.'),
              switched_at: z.optional(timestamp('When it first became the current one.')),
              files_count: integer(0, publicationLimits.files, 'Its files.'),
            }),
          ),
        }),
      ),
      next_cursor: nextCursor,
    }),
    errors: { ...mandantForbidden, ...cursorErrors },
  }),
  publishingGetFiles: defineCall({
    path: '/v1/publishing/getFiles',
    summary:
      'Says which files of the file gateway stand behind paths of an issue, as file access asks for them. Only public ones, unless a licence opens the issue to the caller, to whom it is unknown where it sees neither these nor titles.',
    body: z.strictObject({
      ...issueKey,
      paths: z.array(filePath).check(z.minLength(1), z.maxLength(batchMaximum.paths)),
    }),
    answer: z.object({
      version: issueVersion('The version that is current.'),
      mandant_identifier: publicationHead.mandant_identifier,
      product_references: z.array(reference('A product whose licence opens the files.')),
      files: list(
        'Without the paths that the issue does not have, or the caller may not see.',
        z.object({
          ...gatewayFile,
          content_hash: announcedFile.shape.content_hash,
          size_in_bytes: announcedFile.shape.size_in_bytes,
          media_type: announcedFile.shape.media_type,
        }),
      ),
    }),
    errors: issueNotFound,
    permission: 'file.read',
    repeatSafe: true,
  }),
} as const;
