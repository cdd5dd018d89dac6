import { subjectDataOf, type SubjectData } from '../storage/subject-data.ts';
import { moveItems } from './items/moved-subject.ts';
import { searchSubjectData } from './search/subject-data.ts';

/** What users have written, and what is counted of it. */
const items = subjectDataOf([
  // First: whoever writes has the lock of these rows before that of any other.
  { table: 'clag.issue_changes', key: [] },
  { table: 'clag.local_store_items', key: [] },
  { table: 'clag.content_items', key: [] },
  { table: 'clag.conflict_copies', key: [] },
  { table: 'clag.content_sizes', key: [] },
]);

/** Erasing, moving and exporting what the annotation service keeps of a subject. */
export const annotationsSubjectData: SubjectData = {
  async erase(transaction, subject) {
    const erased = await items.erase(transaction, subject);
    return { ...erased, ...(await searchSubjectData.erase(transaction, subject)) };
  },
  async move(transaction, from, to) {
    const moved = await moveItems(transaction, from, to);
    const searched = await searchSubjectData.move(transaction, from, to);
    // What gives way is a conflict copy: that goes with the person's content, wherever it is deleted.
    return { moved: { ...moved, ...searched.moved }, kept: {} };
  },
  export: (transaction, subject) => ({
    ...items.export(transaction, subject),
    ...searchSubjectData.export(transaction, subject),
  }),
};
