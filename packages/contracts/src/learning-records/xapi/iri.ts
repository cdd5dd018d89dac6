import * as z from 'zod/mini';

/*
 * Identifiers on the web. What the specification wants of them is a best effort (xAPI 1.0.3, Data 2.2):
 * a scheme (RFC 3986, section 3.1), and no character that stands in none of them (RFC 3987, section 2.2).
 */

/** Longest IRI in UTF-16 code units. */
const iriMaximumLength = 2048;

/** An IRI, or an IRL, which is one that can be opened (xAPI 1.0.3, Data 4.3). */
export function iri(description: string) {
  return z
    .string()
    .check(
      z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[^\s<>"{}|\\^`]+$/, 'not an IRI'),
      z.maxLength(iriMaximumLength),
      z.describe(description),
    );
}

/** A URI: an IRI of ASCII alone (RFC 3986). */
export function uri(description: string) {
  return z
    .string()
    .check(
      z.regex(/^[A-Za-z][A-Za-z0-9+.-]*:[!#-;=?-Z[\]_a-z~]+$/, 'not a URI'),
      z.maxLength(iriMaximumLength),
      z.describe(description),
    );
}

/** An address of one mailbox, as in `mailto:mia@schule.example` (xAPI 1.0.3, Data 2.4.2.3). */
export function mailtoIri(description: string) {
  return z
    .string()
    .check(
      z.regex(/^mailto:[^\s@<>",?]+@[^\s@<>",?]+$/, 'not a mailto IRI'),
      z.maxLength(iriMaximumLength),
      z.describe(description),
    );
}
