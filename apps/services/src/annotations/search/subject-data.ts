import { sql } from 'kysely';
import { streamRows } from '../../storage/row-stream.ts';
import { subjectDataOf, type SubjectData } from '../../storage/subject-data.ts';
import { contentColumns } from './own-texts.ts';

const tables = subjectDataOf([
  {
    table: 'clag.search_own_texts',
    key: ['course_id', 'issue_id', 'source', 'model_type', 'model_id', 'item_id'],
    incidental: ['text_id'],
    newerWins: [...contentColumns, 'updated_at'],
  },
]);

/**
 * Erasing, moving and exporting what the search keeps of a subject. What it keeps is made of the items,
 * which keep what gives way and tell the person what they say.
 */
export const searchSubjectData: SubjectData = {
  erase: tables.erase,
  async move(transaction, from, to) {
    const { moved } = await tables.move(transaction, from, to);
    return { moved, kept: {} };
  },
  export: (transaction, subject) => ({
    'clag.search_own_texts': streamRows(
      transaction,
      sql`
        select jsonb_build_object(
          'course_id', course_id, 'issue_id', issue_id, 'source', source,
          'model_type', model_type, 'model_id', model_id, 'item_id', item_id
        ) as row
        from clag.search_own_texts where subject = ${subject}
      `,
    ),
  }),
};
