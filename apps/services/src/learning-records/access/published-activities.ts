import { sql } from 'kysely';
import type { Caller } from '../../authorization/authorize.ts';
import { publishedMandants } from '../../authorization/published-mandants.ts';
import type { Database } from '../../storage/database.ts';
import { coursesOfActivities } from '../store/activity-courses.ts';

/** Of these ids, those of activities that the caller may say anew what they are. */
export type PublishedActivities = (
  caller: Caller,
  ids: readonly string[],
) => Promise<ReadonlySet<string>>;

/**
 * Whoever publishes redefines what belongs to no course, and what belongs to courses of the mandants that it
 * publishes for alone.
 */
export function createPublishedActivities(database: Database): PublishedActivities {
  return async (caller, ids) => {
    if (!caller.permissions.has('content.publish')) return new Set();
    const coursesOf = await coursesOfActivities(database, ids);
    const ofThem = [...new Set([...coursesOf.values()].flat())];
    const courses = await database
      .selectFrom('clag.courses')
      .select(['course_id', 'mandant_identifier'])
      .where('course_id', '=', sql<string>`any(${ofThem}::text[])`)
      .execute();
    const mandants = await publishedMandants(database, caller);
    const own = new Set(
      courses
        .filter(({ mandant_identifier }) => mandants.has(mandant_identifier))
        .map(({ course_id }) => course_id),
    );
    return new Set(ids.filter((id) => coursesOf.get(id)!.every((course) => own.has(course))));
  };
}
