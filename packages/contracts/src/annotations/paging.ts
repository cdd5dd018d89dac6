import * as z from 'zod/mini';
import { withStatus } from '../with-status.ts';
import { integer } from '../scalars.ts';

const cursorPattern = /^[A-Za-z0-9_-]{1,1024}$/;

/** A place in a list, as the service named it; opaque to others. */
export const cursor = z.string().check(z.regex(cursorPattern));

/** The fields of a body that asks for a page of `maximum` entries at most. */
export function pageOf(maximum: number, byDefault: number) {
  return {
    cursor: z.optional(cursor.check(z.describe('`next_cursor` of the page before.'))),
    limit: z.optional(
      integer(
        1,
        maximum,
        `Most entries of the page. Default ${byDefault}. Large ones make it shorter.`,
      ),
    ),
  };
}

/** Leads to the page after. */
export const nextCursor = z.optional(cursor.check(z.describe('Absent on the last page.')));

export const cursorErrors = withStatus(400, {
  CURSOR_INVALID: 'The cursor was never given, or for another question than this one.',
});
