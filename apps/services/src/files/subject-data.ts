import { sql } from 'kysely';
import { streamRows } from '../storage/row-stream.ts';
import type { SubjectData } from '../storage/subject-data.ts';
import type { Database } from '../storage/database.ts';
import { isOfFile, type FileKey } from './file-key.ts';
import { deleteFiles, lockFiles } from './deletions.ts';
import { endUploadsOf, moveUploadEnds } from './upload-ends.ts';

/**
 * Erasing, moving and exporting what members have for their groups. Files of publications are nobody's.
 * Bytes go by the sweep that follows: their names are kept, and say nothing.
 */
export const filesSubjectData: SubjectData = {
  async erase(transaction, subject) {
    const files = await filesOf(transaction, subject);
    const owners = await lockFiles(transaction, files);
    // Between the two, one may have gone.
    const own = files.filter((_file, index) => owners[index] === subject);
    await endUploadsOf(transaction, { subjects: [subject] });
    const counts = await deleteFiles(transaction, own);
    for (const file of own)
      await transaction.deleteFrom('atma.files').where(isOfFile(file)).execute();
    return {
      'atma.files': own.length,
      'atma.file_versions': counts.reduce((sum, count) => sum + count, 0),
    };
  },

  async move(transaction, from, to) {
    const { numUpdatedRows } = await transaction
      .updateTable('atma.files')
      .set({ subject: to })
      .where('subject', '=', from)
      .executeTakeFirst();
    await moveUploadEnds(transaction, from, to);
    return { moved: { 'atma.files': Number(numUpdatedRows) }, kept: {} };
  },

  export: (transaction, subject) => ({
    'atma.files': streamRows(
      transaction,
      sql`
        select jsonb_build_object(
          'group_id', substr(space, length('group:') + 1), 'file_reference', file_reference,
          'asset_stage', asset_stage, 'asset_type', asset_type, 'version', version,
          'file_name', file_name, 'media_type', media_type, 'size_in_bytes', size_in_bytes,
          'content_hash', content_hash, 'is_there', object_id is not null, 'created_at', version.created_at
        ) as row
        from atma.files file left join atma.file_versions version
          using (file_reference, space, asset_stage, asset_type)
        where file.subject = ${subject}
        order by file_reference, space, asset_stage, asset_type, version
      `,
    ),
  }),
};

async function filesOf(transaction: Database, subject: string): Promise<FileKey[]> {
  return transaction
    .selectFrom('atma.files')
    .select(['file_reference', 'space', 'asset_stage', 'asset_type'])
    .where('subject', '=', subject)
    .execute();
}
