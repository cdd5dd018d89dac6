import * as z from 'zod/mini';

/*
 * The scalars that calls are made of. Limits are part of the contract: what is longer is refused
 * with REQUEST_INVALID before a handler sees it.
 */

/** Text of 1 to `maximum` UTF-16 code units. */
export function text(maximum: number, description: string) {
  return z.string().check(z.minLength(1), z.maxLength(maximum), z.describe(description));
}

/** A platform subject, as in `X-Ia-Subject`: printable ASCII without comma, so that it fits a header. */
export const subject = z
  .string()
  .check(z.regex(/^[\x21-\x2b\x2d-\x7e]{1,255}$/), z.describe('Platform subject of a user.'));

/** An identifier that another system chose: a course, a product, a device. */
export function identifier(description: string) {
  return text(255, description);
}

/** A point in time as RFC 3339 with offset. */
export function timestamp(description: string) {
  return z.iso.datetime({ offset: true }).check(z.describe(description));
}
