import type { Statement } from '@lectern/contracts/xapi';
import { identifierOf } from './identifier.ts';
import { termsOf } from './terms.ts';

/** Most people and activities that a statement names: each is sorted into an index while others wait. */
const namedMaximum = 256;

/** @returns what is wrong with a statement that names more of them */
export function namesTooMany(statement: Statement): string | undefined {
  const { relatedAgents, relatedActivities } = termsOf(statement, identifierOf);
  return relatedAgents.length + relatedActivities.length > namedMaximum
    ? `names more than ${namedMaximum} people and activities`
    : undefined;
}
