import type { Caller } from '../../authorization/authorize.ts';
import type { CourseDoor } from '../../course-access/public.ts';
import type { Database } from '../../storage/database.ts';
import { coursesOfActivities } from '../store/activity-courses.ts';

/** Of these ids, those of activities whose definitions the caller may see. */
export type SeenActivities = (caller: Caller, ids: readonly string[]) => Promise<readonly string[]>;

/**
 * A definition has titles, tasks and right answers. Where the activity belongs to a published course, its
 * texts are needed; what belongs to no course is seen by everybody.
 */
export function createSeenActivities(database: Database, door: CourseDoor): SeenActivities {
  return async (caller, ids) => {
    const coursesOf = await coursesOfActivities(database, ids);
    const closed = new Set<string>();
    for (const course of new Set([...coursesOf.values()].flat())) {
      const issues = [...(await door(caller, course)).values()];
      if (!issues.some(({ texts }) => texts)) closed.add(course);
    }
    return ids.filter((id) => !coursesOf.get(id)!.some((course) => closed.has(course)));
  };
}
