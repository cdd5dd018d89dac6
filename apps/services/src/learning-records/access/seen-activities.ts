import type { Caller } from '../../authorization/authorize.ts';
import type { CourseDoor } from '../../authorization/course-door.ts';
import { knownCourses } from '../../storage/course-exercises.ts';
import type { Database } from '../../storage/database.ts';

/** Of these ids, those of activities whose definitions the caller may see. */
export type SeenActivities = (caller: Caller, ids: readonly string[]) => Promise<readonly string[]>;

/**
 * A definition has titles, tasks and right answers. Where a part of the activity's address is a published
 * course, its texts are needed; what belongs to no course is seen by everybody.
 */
export function createSeenActivities(database: Database, door: CourseDoor): SeenActivities {
  return async (caller, ids) => {
    const named = await coursesNamedIn(database, ids);
    const closed = new Set<string>();
    for (const course of new Set([...named.values()].flat())) {
      const issues = [...(await door(caller, course)).values()];
      if (!issues.some(({ texts }) => texts)) closed.add(course);
    }
    return ids.filter((id) => !named.get(id)!.some((course) => closed.has(course)));
  };
}

/** The published courses that are parts of the ids of activities, by id. */
export async function coursesNamedIn(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const parts = new Map(ids.map((id) => [id, [...new Set(id.split(/[/:#?]/))]]));
  const courses = new Set(await knownCourses(database, [...new Set([...parts.values()].flat())]));
  return new Map(
    [...parts].map(([id, of]) => [id, of.filter((part) => courses.has(part))] as const),
  );
}
