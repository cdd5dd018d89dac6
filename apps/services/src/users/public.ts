/* What other services ask of users (docs/decisions/0049-boundaries.md); of their rights and links, `authorization`. */

export { connectorIdsOf } from './connector-ids.ts';
export { knownNames } from './known-names.ts';
