import { subjectDataOf } from '../storage/subject-data.ts';

/** Erasing, moving and exporting what the annotation service keeps of a subject. */
export const annotationsSubjectData = subjectDataOf([
  {
    table: 'clag.local_store_items',
    key: ['course_id', 'issue_id', 'model_type', 'model_id', 'segment', 'key'],
    incidental: ['version', 'base_version', 'change_id'],
    newerWins: ['value', 'base_version', 'change_id', 'updated_at'],
    versioned: true,
  },
]);
