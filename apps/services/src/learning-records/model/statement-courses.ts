import type { Activity, Statement } from '@lectern/contracts/xapi';

/**
 * The courses of which leaders read a statement: the course that it was said within. Of several courses, those that it
 * names; of a recorder that is bound to none, whatever it could name.
 *
 * @param saidWithin absent: its recorder is bound to no course
 */
export function coursesOf(
  statement: Statement,
  saidWithin: readonly string[] | null | undefined,
): readonly string[] {
  if (saidWithin?.length === 1) return saidWithin;
  const possible = possibleCourses(statement);
  return saidWithin ? possible.filter((id) => saidWithin.includes(id)) : possible;
}

/** Ids that courses named by a statement could have: the ends of the ids of its activities, after a slash. */
export function possibleCourses(statement: Statement): readonly string[] {
  const ids = [objectActivity(statement), ...contextActivities(statement)]
    .filter(isActivity)
    .map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
  return [...new Set(ids)];
}

export function objectActivity({ object }: Statement): Activity | undefined {
  return (object.objectType ?? 'Activity') === 'Activity' && isActivity(object)
    ? object
    : undefined;
}

export function contextActivities({ context }: Statement): readonly Activity[] {
  const { parent = [], grouping = [] } = context?.contextActivities ?? {};
  // Statements recorded before this check can have any form.
  return [parent, grouping].flat().filter(isActivity);
}

function isActivity(value: unknown): value is Activity {
  return (
    typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
  );
}
