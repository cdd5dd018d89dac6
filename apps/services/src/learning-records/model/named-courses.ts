import type { Activity, Statement } from '@lectern/contracts/xapi';

/**
 * What of a statement could be the id of a course: what the ids of its activities end with, after a slash.
 *
 * @param activityId Of an activity that names none.
 */
export function namedCourses(statement: Statement, activityId?: string): readonly string[] {
  return [objectActivity(statement), ...contextActivities(statement)]
    .filter(isActivity)
    .filter(({ id }) => id !== activityId)
    .map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
}

export function objectActivity({ object }: Statement): Activity | undefined {
  return (object.objectType ?? 'Activity') === 'Activity' && isActivity(object)
    ? object
    : undefined;
}

/** The activities that it stands in. */
export function contextActivities({ context }: Statement): readonly Activity[] {
  const { parent = [], grouping = [] } = context?.contextActivities ?? {};
  // What was recorded before that was checked can be anything.
  return [parent, grouping].flat().filter(isActivity);
}

function isActivity(value: unknown): value is Activity {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
  );
}
