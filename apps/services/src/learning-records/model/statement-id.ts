import { randomUUID } from 'node:crypto';

/** Hexadecimal digits of the milliseconds at the beginning. */
const timeInDigits = 12;

/**
 * The id of a statement that came without one: a UUID whose first 48 bits are the milliseconds since 1970, so
 * that ids of one hour lie side by side in an index, and few are written to a page of their own. 74 bits are
 * random. It says version 4, the only random one that xAPI 1.0.3 knows (Data 2.4.1; RFC 4122): other stores get it
 * by forwarding.
 */
export function newStatementId(): string {
  const time = Date.now().toString(16).padStart(timeInDigits, '0');
  const random = randomUUID().slice(timeInDigits + 1);
  return `${time.slice(0, 8)}-${time.slice(8)}${random}`;
}
