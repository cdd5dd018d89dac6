import type { Database } from '../../storage/database.ts';
import { textsOf, type SwitchedIssue } from '../publishing/live-version.ts';
import { indexCourse } from './course-texts.ts';

/** Makes the texts of a version found instead of those before. Listens to switch-overs. */
export async function followCourse(
  transaction: Database,
  { course_id, issue_id, version }: SwitchedIssue,
): Promise<void> {
  const issue = { course_id, issue_id };
  await indexCourse(transaction, issue, await textsOf(transaction, issue, version));
}
