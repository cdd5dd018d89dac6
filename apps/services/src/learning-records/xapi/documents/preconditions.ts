import type { IncomingHttpHeaders } from 'node:http';
import { refusal } from '../refusals.ts';

/** In which state a document has to be (RFC 9110, section 13.1). Absent members ask for nothing. */
export interface Precondition {
  /** ETags without their quotes; `*`: whatever is there, and something has to be. */
  readonly match?: '*' | readonly string[];
  /** `*`: nothing may be there. */
  readonly noneMatch?: '*' | readonly string[];
}

/** Most ETags of a header that are looked at. */
const etagsMaximum = 100;

/** @throws {CallError} HEADER_INVALID */
export function readPrecondition(headers: IncomingHttpHeaders): Precondition {
  const match = readEtags(headers['if-match'], 'If-Match');
  const noneMatch = readEtags(headers['if-none-match'], 'If-None-Match');
  return { ...(match && { match }), ...(noneMatch && { noneMatch }) };
}

/** Proxies that compress add it to an ETag, and leave it there when it comes back. */
const encodingSuffix = /--?(br|deflate|gzip|zstd)$/;

/**
 * A list of ETags. Those without quotes are taken, too: clients of xAPI have sent them since before the
 * standard asked for quotes. Weak ones (`W/`) are as good: what is stored is never merely equivalent.
 */
function readEtags(header: string | undefined, name: string): Precondition['match'] {
  if (header === undefined) return undefined;
  // The wrapper of ADL puts the asterisk in quotes, too; no document has an ETag of that name.
  if (/^(?:\*|"\*")$/.test(header.trim())) return '*';
  const etags = header.split(',', etagsMaximum + 1).map((part) => {
    const text = part.trim();
    const etag =
      /^(?:W\/)?"([\x21\x23-\x7e]*)"$/.exec(text)?.[1] ?? /^[\w+/=.:-]+$/.exec(text)?.[0];
    return etag?.replace(encodingSuffix, '');
  });
  if (etags.length > etagsMaximum || etags.includes(undefined)) {
    throw refusal('HEADER_INVALID', `${name} is neither * nor a list of ETags.`);
  }
  return etags as string[];
}

/** True where the stored document meets the precondition. */
export function holdsFor({ match = '*', noneMatch = [] }: Precondition, etag: string): boolean {
  return (match === '*' || match.includes(etag)) && noneMatch !== '*' && !noneMatch.includes(etag);
}
