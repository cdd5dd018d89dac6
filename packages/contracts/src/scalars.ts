import * as z from 'zod/mini';
import { subjectPattern } from './headers.ts';
import { identifierMaximumInBytes } from './limits.ts';

/*
 * The scalars that calls are made of. Limits are part of the contract: what is longer is refused
 * with REQUEST_INVALID before a handler sees it.
 */

/** Text of 1 to `maximum` UTF-16 code units. */
export function text(maximum: number, description: string) {
  return z.string().check(z.minLength(1), z.maxLength(maximum), z.describe(description));
}

/** Text that people type and search: in NFC, so that "ü" is the same however a keyboard composes it. */
export function label(maximum: number, description: string) {
  return z
    .string()
    .check(z.normalize('NFC'), z.minLength(1), z.maxLength(maximum), z.describe(description));
}

/** A yes or no. */
export function flag(description: string) {
  return z.boolean().check(z.describe(description));
}

/** A whole number from `least` to `most`. */
export function integer(least: number, most: number, description: string) {
  return z.int().check(z.gte(least), z.lte(most), z.describe(description));
}

/** How many there are of something. */
export function count(description: string) {
  return z.int().check(z.gte(0), z.describe(description));
}

/** A list without limits of its own. */
export function list<Item extends z.core.SomeType>(description: string, item: Item) {
  return z.array(item).check(z.describe(description));
}

/** A platform subject, as in `X-Ia-Subject`. */
export const subject = z
  .string()
  .check(z.regex(subjectPattern), z.describe('Platform subject of a user.'));

const utf8 = new TextEncoder();

/** At least as many as there are; exact where that could be too many. */
function bytesInUtf8(value: string): number {
  // A code unit never takes more than three bytes, so short ones need no counting.
  return value.length * 3 <= identifierMaximumInBytes
    ? value.length * 3
    : utf8.encode(value).length;
}

const fitsIdentifier = z.refine<string>(
  (value) => bytesInUtf8(value) <= identifierMaximumInBytes,
  `At most ${identifierMaximumInBytes} bytes of UTF-8.`,
);

/** An identifier that another system chose: a course, a product, a group. */
export function identifier(description: string) {
  return text(identifierMaximumInBytes, description).check(fitsIdentifier);
}

/** An identifier that people read off and type: of an order, a batch, a product, a publisher. In NFC, as names. */
export function reference(description: string) {
  return label(identifierMaximumInBytes, description).check(fitsIdentifier);
}

/** Room for nanoseconds and an offset. */
const timestampMaximumLength = 40;

/** A point in time as RFC 3339 with offset. */
export function timestamp(description: string) {
  return z.iso.datetime({ offset: true }).check(
    z.maxLength(timestampMaximumLength),
    // With its offset a time can fall into the year 10000, which RFC 3339 cannot write.
    z.refine((value) => !(new Date(value).getUTCFullYear() > 9999), 'After the year 9999.'),
    z.describe(description),
  );
}
