import { createHash } from 'node:crypto';
import { subjectPattern } from '@lectern/contracts';
import * as z from 'zod/mini';

/** Where a page ended: what its last user was sorted by, and who that was. */
export interface Position {
  /** `null` among the users without a value, who come last. */
  readonly value: string | null;
  readonly subject: string;
}

/** What a page was asked for with; a cursor holds for the same alone. */
export type Question = Readonly<Record<string, unknown>>;

const questionDigestInBytes = 16;

const cursorShape = z.tuple([
  z.string(),
  // PostgreSQL takes neither NUL nor half a surrogate pair.
  z.nullable(z.string().check(z.refine((text) => !text.includes('\0') && text.isWellFormed()))),
  z.string().check(z.regex(subjectPattern)),
]);

/** Opaque to callers: base64url without padding (RFC 4648, section 5). */
export function writeCursor(question: Question, { value, subject }: Position): string {
  return Buffer.from(JSON.stringify([digest(question), value, subject])).toString('base64url');
}

/**
 * It is not signed: whoever makes one up begins at a place of their own choice, in a list that they
 * may read anyway.
 *
 * @returns `undefined` for one that was never given, or with another question.
 */
export function readCursor(question: Question, cursor: string): Position | undefined {
  let content: unknown;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(cursor, 'base64url'));
    content = JSON.parse(json);
  } catch {
    return undefined;
  }
  const { success, data } = z.safeParse(cursorShape, content);
  if (!success || data[0] !== digest(question)) return undefined;
  return { value: data[1], subject: data[2] };
}

function digest(question: Question): string {
  const fields = Object.keys(question).toSorted();
  const canonical = JSON.stringify(fields.map((field) => [field, question[field]]));
  const hash = createHash('sha256').update(canonical).digest();
  return hash.subarray(0, questionDigestInBytes).toString('base64url');
}
