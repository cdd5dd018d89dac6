import type { userDataCalls } from '@lectern/contracts/calls/annotations/user-data';
import pLimit from 'p-limit';
import type { Handlers } from '../../http/routes.ts';
import { UploadedFile } from '../../http/uploaded-file.ts';
import type { Database } from '../../storage/database.ts';
import { eraseItems } from '../items/erase.ts';
import { removeOwn } from '../search/own-texts.ts';
import { downloadOf } from './download.ts';
import { NotUserData } from './not-user-data.ts';
import { restoreVersions, UserDataFull } from './restore.ts';
import { openUserData } from './user-data-zip.ts';

/** Each holds a connection to the database while it goes on, and there are twenty of those. */
const restoresAtOnce = 4;

export function userDataHandlers(database: Database): Handlers<typeof userDataCalls> {
  const restores = pLimit(restoresAtOnce);
  return {
    async userDataDelete({ body: { subject, course_id_dto, issue_id_dto } }) {
      const scope = { course_id: course_id_dto.course_id, ...issue_id_dto };
      const erased_items_count = await database.transaction().execute(async (transaction) => {
        const erased = await eraseItems(transaction, { subject, ...scope });
        await removeOwn(transaction, subject, scope);
        return erased;
      });
      return {
        erased_items_count,
        ...(erased_items_count === 0 && { result_state: 'IA_OK' as const }),
      };
    },

    userDataDownload: ({ body: { subject, course_id_dto, issue_id_dto } }) =>
      downloadOf(database, subject, course_id_dto.course_id, issue_id_dto?.issue_id),

    async userDataUpload({ body, refusal, signal }) {
      const { subject, course_id, course_reference, issue_id, issue_reference, file } = body;
      if (file.size !== body.file_size) throw refusal('FILE_SIZE_WRONG');
      // A publisher names courses and issues by their ids (docs/decisions/0028-user-data.md).
      if (course_reference !== course_id || issue_reference !== issue_id) {
        throw refusal('ISSUE_NOT_FOUND');
      }
      try {
        const { manifest, versionsIn } = await openUserData(uploaded(file).fd);
        const found = manifest.issues.find((issue) => issue.issue_id === issue_id);
        if (manifest.course_id !== course_id || !found) throw refusal('FILE_OF_OTHER_ISSUE');
        const restore = () => {
          signal.throwIfAborted();
          const issue = { subject, course_id, issue_id };
          return database
            .transaction()
            .execute((transaction) =>
              restoreVersions(transaction, issue, versionsIn(found.file), signal),
            );
        };
        const { stored, unchanged, replaced } = await restores(restore);
        return {
          restored_items_count: stored,
          unchanged_items_count: unchanged,
          conflict_copies_count: replaced,
          restored_files_count: 0,
          ...(stored === 0 ? { result_state: 'IA_OK' as const } : {}),
        };
      } catch (error) {
        if (error instanceof NotUserData) throw refusal('FILE_NOT_USER_DATA');
        if (error instanceof UserDataFull) throw refusal('USER_DATA_FULL');
        throw error;
      }
    },
  };
}

function uploaded(file: File): UploadedFile {
  if (file instanceof UploadedFile) return file;
  throw new TypeError('A form brings files of this kind only.');
}
