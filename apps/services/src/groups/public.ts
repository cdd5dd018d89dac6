/* What other services ask of groups and their members (docs/decisions/0049-boundaries.md). */

export { recordLooks } from './recorded-looks.ts';
export { isStanding } from './standing-memberships.ts';
export { groupStandings, leadsProvidedGroup } from './standings.ts';
