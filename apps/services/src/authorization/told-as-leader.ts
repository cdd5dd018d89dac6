import type { Caller } from './authorize.ts';

/**
 * True where a leader of a group is told leaders' facts. A pupil whom a leader has made one as well is told what
 * members are; readers of any group are told everything.
 */
export function isToldAsLeader({ permissions }: Pick<Caller, 'permissions'>): boolean {
  return permissions.has('group.lead') || permissions.has('group.read-any');
}
