/* Questions about users for other services (docs/decisions/0049-boundaries.md); those about rights and links: `authorization`. */

export { connectorIdsOf } from './connector-ids.ts';
export { knownNames } from './known-names.ts';
export { isStoredSubject } from './stored-subjects.ts';
