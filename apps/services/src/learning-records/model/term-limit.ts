import type { Statement } from '@lectern/contracts/xapi';
import { activitiesIn, agentsIn } from './terms.ts';

/** Most people and activities that a statement names: each is sorted into an index while others wait. */
const namedMaximum = 256;

/** @returns what is wrong with a statement that names more of them, each counted as often as it stands there */
export function namesTooMany(statement: Statement): string | undefined {
  return agentsIn(statement).length + activitiesIn(statement).length > namedMaximum
    ? `names more than ${namedMaximum} people and activities`
    : undefined;
}
