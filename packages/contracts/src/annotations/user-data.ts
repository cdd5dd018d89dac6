import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { fileName } from '../files/asset.ts';
import { count, identifier, subject } from '../scalars.ts';
import { courseIdDto, issueIdDto } from './scope.ts';

/** Largest file that can be restored. */
export const uploadMaximumInBytes = 256 * 1024 * 1024;
/** Room for the other fields of the form and for its boundaries. */
const formOverheadInBytes = 64 * 1024;

const course = {
  subject,
  course_id_dto: courseIdDto,
  issue_id_dto: z.optional(
    issueIdDto.check(z.describe('Only this issue; absent: all issues of the course.')),
  ),
};

export const userDataCalls = {
  userDataDelete: defineCall({
    path: '/v1/userData/delete',
    summary:
      'Erases all that a subject has in a course or one of its issues: items, their conflict copies, and their place in the search. IA_OK: there was nothing.',
    body: z.strictObject(course),
    answer: z.object({
      erased_items_count: count('Items that were erased, conflict copies included.'),
    }),
    permission: 'user-data.erase',
    ownTokenOnly: true,
    // A repeat that arrives late would erase what was stored in between.
  }),
  userDataDownload: defineCall({
    path: '/v1/userData/download',
    summary:
      'Gives all that a subject has in a course or one of its issues as one zip of JSON. userData/upload restores it.',
    body: z.strictObject(course),
    answer: { mediaType: 'application/zip' },
    permission: 'user-data.export',
    repeatSafe: true,
    oneAtATime: true,
  }),
  userDataUpload: defineCall({
    path: '/v1/userData/upload',
    summary:
      'Restores an issue of a course from a zip of userData/download. What is stored with another content becomes a conflict copy. IA_OK: all was so already.',
    bodyFormat: 'multipart',
    body: z.strictObject({
      subject,
      course_id: identifier('The course.'),
      course_reference: identifier('The course, as its publisher names it.'),
      issue_id: identifier('The issue of the course to restore.'),
      issue_reference: identifier('The issue, as its publisher names it.'),
      file_name: fileName,
      file_size: z.coerce
        .number()
        .check(
          z.gte(1),
          z.lte(uploadMaximumInBytes),
          z.multipleOf(1),
          z.describe('Size of the file in bytes.'),
        ),
      file: z.file().check(z.describe('The zip. It comes last, after the fields that tell of it.')),
    }),
    answer: z.object({
      restored_items_count: count('Items that were stored.'),
      unchanged_items_count: count('Items that were stored already.'),
      conflict_copies_count: count('Items that had another content, which is now a copy.'),
      restored_files_count: count('Files that were stored.'),
    }),
    errors: {
      ...withStatus(400, {
        FILE_SIZE_WRONG:
          'The file does not have the size that file_size gives. Nothing was stored.',
      }),
      ...withStatus(422, {
        FILE_NOT_USER_DATA:
          'The file is not a zip of userData/download, or is damaged. Nothing was stored.',
        FILE_OF_OTHER_ISSUE:
          'The file holds nothing of the issue that the form names. Nothing was stored.',
      }),
      ...withStatus(404, {
        ISSUE_NOT_FOUND: 'No issue has these ids and references. Nothing was stored.',
      }),
      ...withStatus(413, {
        USER_DATA_FULL: 'The issue would hold more than the other calls allow. Nothing was stored.',
      }),
    },
    permission: 'user-data.import',
    ownTokenOnly: true,
    // A repeat that arrives late would stand above what was stored in between.
    oneAtATime: true,
    bodyLimitInBytes: uploadMaximumInBytes + formOverheadInBytes,
  }),
} as const;
