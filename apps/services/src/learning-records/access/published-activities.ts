import { sql } from 'kysely';
import type { Caller } from '../../authorization/authorize.ts';
import { publishedCourses } from '../../annotations/public.ts';
import { publishedMandants } from '../../authorization/published-mandants.ts';
import type { Database } from '../../storage/database.ts';
import { coursesOfActivities } from '../store/activity-courses.ts';

/** Of these ids, those of activities that the caller speaks for as who publishes them. */
export interface PublishedActivities {
  /** Of no course, or of courses of the mandants that it publishes for alone. */
  readonly all: ReadonlySet<string>;
  /** Of such courses. */
  readonly ofCourses: ReadonlySet<string>;
}

export type FindPublished = (
  caller: Caller,
  ids: readonly string[],
) => Promise<PublishedActivities>;

const none: PublishedActivities = { all: new Set(), ofCourses: new Set() };

export function createFindPublished(database: Database): FindPublished {
  return async (caller, ids) => {
    if (!caller.permissions.has('content.publish')) return none;
    const coursesOf = await coursesOfActivities(database, ids);
    const ofThem = [...new Set([...coursesOf.values()].flat())];
    const { rows: courses } = await sql<{ course_id: string; mandant_identifier: string }>`
      select course_id, mandant_identifier from ${publishedCourses} course
      where course_id = any(${ofThem}::text[])
    `.execute(database);
    const mandants = await publishedMandants(database, caller);
    const own = new Set(
      courses
        .filter(({ mandant_identifier }) => mandants.has(mandant_identifier))
        .map(({ course_id }) => course_id),
    );
    const all = ids.filter((id) => coursesOf.get(id)!.every((course) => own.has(course)));
    const ofCourses = all.filter((id) => coursesOf.get(id)!.length > 0);
    return { all: new Set(all), ofCourses: new Set(ofCourses) };
  };
}
