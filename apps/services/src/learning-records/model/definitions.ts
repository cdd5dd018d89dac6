import type { Activity, ActivityDefinition, Statement } from '@lectern/contracts/xapi';
import { activitiesIn } from './terms.ts';

/** An activity of which something is said. */
export type DefinedActivity = Activity & { definition: ActivityDefinition };

/** All activities of which a statement says something, in the order in which they stand there. */
export function activitiesOf(statement: Statement): DefinedActivity[] {
  return activitiesIn(statement).filter(
    (activity): activity is DefinedActivity => activity.definition !== undefined,
  );
}

/** Members of a question; these belong together. */
const interactionMembers = [
  'interactionType',
  'correctResponsesPattern',
  'choices',
  'scale',
  'source',
  'target',
  'steps',
] as const satisfies readonly (keyof ActivityDefinition)[];

/**
 * Merges a newer definition into an older one: names and descriptions are added language by language, of all else
 * the newer counts (xAPI 1.0.3, Data 3.2). A question is taken as a whole: lists of an older one may be none of
 * the newer.
 */
export function mergeDefinition(
  known: ActivityDefinition,
  given: ActivityDefinition,
): ActivityDefinition {
  const kept = { ...known };
  if (given.interactionType !== undefined) {
    for (const member of interactionMembers) delete kept[member];
  }
  const name = { ...known.name, ...given.name };
  const description = { ...known.description, ...given.description };
  return {
    ...kept,
    ...given,
    ...((known.name ?? given.name) && { name }),
    ...((known.description ?? given.description) && { description }),
  };
}
