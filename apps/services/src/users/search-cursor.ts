import { subjectPattern } from '@lectern/contracts';
import * as z from 'zod/mini';
import {
  readBoundCursor,
  storableText,
  writeBoundCursor,
  type Question,
} from '../http/page-cursor.ts';

/** Where a page ended: what its last user was sorted by, and who that was. */
export interface Position {
  /** `null` among the users without a value, who come last. */
  readonly value: string | null;
  readonly subject: string;
}

const shape = z.tuple([z.nullable(storableText), z.string().check(z.regex(subjectPattern))]);

export function writeCursor(question: Question, { value, subject }: Position): string {
  return writeBoundCursor(question, [value, subject]);
}

/** @returns `undefined` for one that was never given, or with another question. */
export function readCursor(question: Question, cursor: string): Position | undefined {
  const position = readBoundCursor(question, cursor, shape);
  return position && { value: position[0], subject: position[1] };
}
