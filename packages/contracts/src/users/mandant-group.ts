import { reference } from '../scalars.ts';

/** Most mandant groups of one user. */
export const mandantGroupsMaximum = 100;

/** A publisher (mandant) may name groups of users; the platform keeps the names. */
export const mandantGroup = reference('Group that a publisher put the user into.');
