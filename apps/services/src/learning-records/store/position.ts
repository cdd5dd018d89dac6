import * as z from 'zod/mini';

/*
 * Position of a cursor: the end of a page. A forged cursor may hold anything, and the database must be able to
 * read it.
 */

/** When something was stored, to the microsecond (ISO 8601, UTC); no clock stands before the year 1. */
export const storedAt = z.iso
  .datetime({ precision: 6 })
  .check(z.refine((moment) => !moment.startsWith('0000')));

const sequence = z.string().check(z.regex(/^\d{1,18}$/));

/** Of a statement: `stored` and `sequence`. */
export const statementPosition = z.tuple([storedAt, sequence]);
