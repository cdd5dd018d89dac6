/* Questions about groups and their members for other services (docs/decisions/0049-boundaries.md). */

export {
  groupsEntitling,
  leadersEntitling,
  leadersOfGroups,
  memberNames,
  membersLedBy,
} from './entitled-members.ts';
export { lockGroup } from './group-log.ts';
export { recordLooks } from './looks.ts';
export { isStanding } from './standing-memberships.ts';
export {
  groupStandings,
  isLivingGroup,
  leadsAnyGroup,
  leadsGroup,
  leadsOrChangedSince,
  leadsProvidedGroup,
  memberGroups,
  requireLeading,
} from './standings.ts';
