import { createHash } from 'node:crypto';

/** Longest identifier of the platform, in bytes of UTF-8. */
const identifierMaximumInBytes = 255;
/** Between what is kept of an identifier and its digest. No XML identifier has it (XML 1.0, `NCName`). */
const mark = '~';
const digestLength = 32;

/**
 * An identifier of a manifest as one of the platform: as it is where that fits, else its beginning with a
 * digest of all of it. Different identifiers stay different, and one stays the same in every import.
 */
export function storeIdOf(identifier: string): string {
  if (Buffer.byteLength(identifier) <= identifierMaximumInBytes && !identifier.includes(mark))
    return identifier;
  const digest = createHash('sha256').update(identifier).digest('hex').slice(0, digestLength);
  let start = '';
  for (const character of identifier) {
    if (Buffer.byteLength(start + character) > identifierMaximumInBytes - digestLength - 1) break;
    start += character;
  }
  return `${start}${mark}${digest}`;
}
