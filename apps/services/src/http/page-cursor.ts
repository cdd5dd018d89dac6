import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/*
 * Cursors are opaque to callers: base64url without padding (RFC 4648, section 5). They are not signed:
 * whoever makes one up begins at a place of their own choice, in a list that they may read anyway.
 */

/** Text of a cursor: PostgreSQL takes neither NUL nor half a surrogate pair. */
export const storableText = z
  .string()
  .check(z.refine((text) => !text.includes('\0') && text.isWellFormed()));

/** The parameters that a page was asked for with. */
export type Question = Readonly<Record<string, unknown>>;

const questionDigestInBytes = 16;

/** Writes where a page ended: what its last row was sorted by. */
export function writePageCursor(position: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/**
 * Reads a cursor that holds for no question alone.
 *
 * @param length How many parts the position has.
 * @returns `undefined` for a cursor that was never given.
 */
export function readPageCursor(cursor: string, length: number): readonly string[] | undefined {
  return z.safeParse(z.array(storableText).check(z.length(length)), contentOf(cursor)).data;
}

/** Writes where a page ended, for the same question alone. */
export function writeBoundCursor(question: Question, position: readonly (string | null)[]): string {
  return writePageCursor([digest(question), ...position]);
}

/**
 * @param position Its parts, as they were written.
 * @returns `undefined` for a cursor that was never given, or with another question.
 */
export function readBoundCursor<Position>(
  question: Question,
  cursor: string,
  position: z.ZodMiniType<Position>,
): Position | undefined {
  const content = contentOf(cursor);
  if (!Array.isArray(content) || content[0] !== digest(question)) return undefined;
  return z.safeParse(position, content.slice(1)).data;
}

function contentOf(cursor: string): unknown {
  try {
    const bytes = Buffer.from(cursor, 'base64url');
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function digest(question: Question): string {
  const fields = Object.keys(question).toSorted();
  const canonical = JSON.stringify(fields.map((field) => [field, question[field]]));
  const hash = createHash('sha256').update(canonical).digest();
  return hash.subarray(0, questionDigestInBytes).toString('base64url');
}
