import type { Statement } from '@lectern/contracts/xapi';
import { knownCourses } from '../storage/course-exercises.ts';
import type { Database } from '../storage/database.ts';
import { namedCourses } from './model/named-courses.ts';

/**
 * A published course that statements name, and that is not among these.
 *
 * @param activityId Absent: each activity counts; else each but this one.
 */
export async function foreignCourse(
  database: Database,
  statements: readonly Statement[],
  courses: readonly string[],
  activityId?: string,
): Promise<string | undefined> {
  const named = statements
    .flatMap((statement) => namedCourses(statement, activityId))
    .filter((id) => !courses.includes(id));
  if (named.length === 0) return undefined;
  const [foreign] = await knownCourses(database, [...new Set(named)]);
  return foreign;
}
