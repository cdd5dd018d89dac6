import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/** Where a page ended: when its last coupon had changed, and which one that was. */
export interface Position {
  /** In microseconds since 1970: a date of JavaScript's is too coarse to go on from. */
  readonly changedAt: string;
  readonly code: string;
}

/** What a page was asked for with; a cursor holds for the same alone. */
export type Question = Readonly<Record<string, unknown>>;

const questionDigestInBytes = 16;

const cursorShape = z.tuple([
  z.string(),
  z.string().check(z.regex(/^\d{1,16}$/)),
  z.string().check(z.regex(/^[A-Z0-9]{1,64}$/)),
]);

/** Opaque to callers: base64url without padding (RFC 4648, section 5). */
export function writeCursor(question: Question, { changedAt, code }: Position): string {
  return Buffer.from(JSON.stringify([digest(question), changedAt, code])).toString('base64url');
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
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const { success, data } = z.safeParse(cursorShape, content);
  if (!success || data[0] !== digest(question)) return undefined;
  return { changedAt: data[1], code: data[2] };
}

function digest(question: Question): string {
  const fields = Object.keys(question).toSorted();
  const canonical = JSON.stringify(fields.map((field) => [field, question[field]]));
  const hash = createHash('sha256').update(canonical).digest();
  return hash.subarray(0, questionDigestInBytes).toString('base64url');
}
