import * as z from 'zod/mini';
import {
  readBoundCursor,
  storableText,
  writeBoundCursor,
  type Question,
} from '../../http/page-cursor.ts';

/*
 * Cursors of lists that are sorted by ids. An id can be of any characters, and JSON writes some of them
 * with six: as base64url two of the longest fit the longest cursor.
 */

const encode = (id: string) => Buffer.from(id).toString('base64url');
const position = z.array(z.string()).check(z.minLength(1), z.maxLength(2));
const decode = (text: string) => Buffer.from(text, 'base64url').toString('utf8');

export function writeIdCursor(question: Question, ids: readonly string[]): string {
  return writeBoundCursor(question, ids.map(encode));
}

/** @returns `undefined` for a cursor that was never given, or with another question. */
export function readIdCursor(question: Question, cursor: string): readonly string[] | undefined {
  const ids = readBoundCursor(question, cursor, position)?.map(decode);
  return z.safeParse(z.array(storableText), ids).data;
}
