import * as z from 'zod/mini';

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
const part = z.string().check(z.refine((text) => !text.includes('\0') && text.isWellFormed()));

/**
 * Writes where a page ended: what its last row was sorted by. Opaque to callers: base64url without
 * padding (RFC 4648, section 5).
 */
export function writePageCursor(position: readonly string[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * It is not signed, and holds for no question alone: whoever makes one up begins at a place of their own
 * choice, in a list that they may read anyway.
 *
 * @param length How many parts the position has.
 * @returns `undefined` for a cursor that was never given.
 */
export function readPageCursor(cursor: string, length: number): readonly string[] | undefined {
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(cursor, 'base64url'));
    const { data } = z.safeParse(z.array(part).check(z.length(length)), JSON.parse(json));
    return data;
  } catch {
    return undefined;
  }
}
