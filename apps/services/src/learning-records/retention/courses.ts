import { sql } from 'kysely';
import { publishedCourses } from '../../annotations/public.ts';
import type { Database } from '../../storage/database.ts';
import { termOf } from '../store/terms.ts';

export async function publishedIds(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ course_id: string }>`
    select course_id from ${publishedCourses} course
  `.execute(database);
  return rows.map(({ course_id }) => course_id);
}

export async function unpublishedAmong(
  database: Database,
  courses: readonly string[],
): Promise<readonly string[]> {
  const published = new Set(await publishedIds(database));
  return courses.filter((id) => !published.has(id));
}

/** Courses that are neither published nor in any statement. Reads the whole table for each unpublished one. */
export async function unknownAmong(
  database: Database,
  courses: readonly string[],
): Promise<readonly string[]> {
  const unknown: string[] = [];
  for (const id of await unpublishedAmong(database, courses)) {
    const { rows } = await sql`
      select 1 from lars.statements where courses && ${[termOf('course', id)]}::bigint[] limit 1
    `.execute(database);
    if (rows.length === 0) unknown.push(id);
  }
  return unknown;
}
