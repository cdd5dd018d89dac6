import { randomUUID } from 'node:crypto';

/** A part of a body of parts (RFC 2046, section 5.1). */
export interface Part {
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly content: Buffer;
}

const lineEnd = '\r\n';
/** Enough for a statement and its attachments; splitting more would take seconds. */
export const partsMaximum = 1_000;
/** Headers of a part: the standard has three. */
export const headersMaximum = 16;
export const headerMaximumInBytes = 8 * 1024;

/**
 * Takes a `multipart/mixed` body apart. It is whole in memory: its statements can only be stored with
 * all that belongs to them.
 *
 * @param boundary as of {@link boundaryOf}
 * @returns `undefined` where it is none
 */
export function readParts(body: Buffer, boundary: string): readonly Part[] | undefined {
  const delimiter = Buffer.from(`${lineEnd}--${boundary}`);
  // The first one may stand at the very beginning, without the end of a line before it.
  const text = Buffer.concat([Buffer.from(lineEnd), body]);
  const parts: Part[] = [];
  let at = text.indexOf(delimiter);
  for (;;) {
    if (at < 0) return undefined;
    const begin = at + delimiter.length;
    if (text.toString('latin1', begin, begin + 2) === '--') return parts;
    at = text.indexOf(delimiter, begin);
    const part = at < 0 ? undefined : partOf(text.subarray(begin, at));
    if (!part || parts.length === partsMaximum) return undefined;
    parts.push(part);
  }
}

/** Text after a delimiter: the rest of its line, headers, an empty line, the content. */
function partOf(text: Buffer): Part | undefined {
  const lineBegin = text.indexOf(lineEnd);
  const headerEnd = text.indexOf(lineEnd + lineEnd, lineBegin);
  if (lineBegin < 0 || headerEnd < 0 || headerEnd > headerMaximumInBytes) return undefined;
  if (text.toString('latin1', 0, lineBegin).trim() !== '') return undefined;
  const headers = new Map<string, string>();
  const folded = text.toString('latin1', lineBegin + lineEnd.length, headerEnd);
  // Python folds the long header of a hash (RFC 822, section 3.1.1).
  const lines = folded.replace(/\r\n[ \t]+/g, ' ');
  const written = lines.split(lineEnd, headersMaximum + 1);
  if (written.length > headersMaximum) return undefined;
  for (const line of written) {
    if (line === '') continue;
    const colon = line.indexOf(':');
    if (colon < 1) return undefined;
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, content: text.subarray(headerEnd + 2 * lineEnd.length) };
}

/** @returns the boundary that a content type names; `undefined` where it is of no `multipart/mixed` */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/mixed\s*(?:;|$)/i.test(contentType)) return undefined;
  const found = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  return found?.[1] ?? found?.[2];
}

/** Puts parts together. */
export function writeParts(parts: readonly Part[]): {
  readonly contentType: string;
  readonly body: Buffer;
} {
  // No content has it: nobody can foretell it.
  const boundary = randomUUID();
  const written = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}${lineEnd}${headerLines(headers)}${lineEnd}`),
    content,
    Buffer.from(lineEnd),
  ]);
  return {
    contentType: `multipart/mixed; boundary=${boundary}`,
    body: Buffer.concat([...written, Buffer.from(`--${boundary}--${lineEnd}`)]),
  };
}

function headerLines(headers: ReadonlyMap<string, string>): string {
  return [...headers].map(([name, value]) => `${name}: ${value}${lineEnd}`).join('');
}
