import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { subjectDataOf } from '../storage/subject-data.ts';
import { assignmentSubjectData } from './assignment/subject-data.ts';
import { feedbackSubjectData } from './feedback/subject-data.ts';
import { moveItems } from './items/moved-subject.ts';
import { searchSubjectData } from './search/subject-data.ts';

/** Items of a subject, and their counters. */
const items = subjectDataOf([
  // First: a save locks these rows before any other, so that none waits in a circle.
  { table: 'clag.issue_changes', key: [] },
  { table: 'clag.local_store_items', key: [] },
  { table: 'clag.content_items', key: [] },
  { table: 'clag.conflict_copies', key: [] },
  { table: 'clag.content_sizes', key: [] },
]);

/** Erasing, moving and exporting what the annotation service keeps of a subject. */
export const annotationsSubjectData: typeof feedbackSubjectData = {
  ahead: feedbackSubjectData.ahead,
  async erase(transaction, subject) {
    return {
      ...(await items.erase(transaction, subject)),
      ...(await searchSubjectData.erase(transaction, subject)),
      ...(await feedbackSubjectData.erase(transaction, subject)),
      ...(await assignmentSubjectData.erase(transaction, subject)),
    };
  },
  async move(transaction, from, to) {
    // First: it goes by the versions that items have before.
    const feedback = await feedbackSubjectData.move(transaction, from, to);
    const moved = await moveItems(transaction, from, to);
    const searched = await searchSubjectData.move(transaction, from, to);
    const assigned = await assignmentSubjectData.move(transaction, from, to);
    await removeTextsOfRemoved(transaction, to);
    // An item that gives way becomes a conflict copy, which is deleted with the person's content.
    return {
      moved: { ...moved, ...searched.moved, ...feedback.moved, ...assigned.moved },
      kept: {},
    };
  },
  export: (transaction, subject) => ({
    ...items.export(transaction, subject),
    ...searchSubjectData.export(transaction, subject),
    ...feedbackSubjectData.export(transaction, subject),
    ...assignmentSubjectData.export(transaction, subject),
  }),
};

/** Of two items the one that was changed last stays, also where that is a removal: it has no text. */
async function removeTextsOfRemoved(transaction: Database, subject: string): Promise<void> {
  await sql`
    delete from clag.search_own_texts own
    where own.subject = ${subject} and not exists (
      select 1 from clag.content_items item
      where item.subject = ${subject} and item.course_id = own.course_id
        and item.issue_id = own.issue_id and item.model_type = own.model_type
        and item.model_id = own.model_id and item.item_id = own.item_id
        and item.kind = case own.source when 'highlight' then 'annotation' else own.source end
        and item.content is not null
    )
  `.execute(transaction);
}
