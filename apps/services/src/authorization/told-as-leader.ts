import type { Caller } from './authorize.ts';

/**
 * Whether somebody who leads a group is told what leaders are. A pupil whom a leader has made one as well is told
 * what members are; whoever reads anybody's groups is told what is.
 */
export function isToldAsLeader({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions.has('group.lead') || permissions.has('group.read-any');
}
