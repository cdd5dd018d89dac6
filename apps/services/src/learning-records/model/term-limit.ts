import type { Statement } from '@lectern/contracts/xapi';
import { activitiesIn, agentsIn } from './terms.ts';

/** Most people and activities that are named: each is sorted into an index while others wait. */
const statementMaximum = 256;
export const batchNamesMaximum = 20_000;

/**
 * How many people and activities a statement names, each counted as often as it stands there. Not its
 * authority, which is three at most: the store sets it, and what was taken in is not too much afterwards.
 */
export function countNames({ authority: _, ...statement }: Statement): number {
  return agentsIn(statement).length + activitiesIn(statement).length;
}

/** @returns what is wrong with a statement that names more of them */
export function namesTooMany(statement: Statement): string | undefined {
  return countNames(statement) > statementMaximum
    ? `names more than ${statementMaximum} people and activities`
    : undefined;
}
