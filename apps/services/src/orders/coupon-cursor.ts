import * as z from 'zod/mini';
import { readBoundCursor, writeBoundCursor, type Question } from '../http/page-cursor.ts';

/** Where a page ended: when its last coupon had changed, and which one that was. */
export interface Position {
  /** In microseconds since 1970: a date of JavaScript's is too coarse to go on from. */
  readonly changedAt: string;
  readonly code: string;
}

const shape = z.tuple([
  z.string().check(z.regex(/^\d{1,16}$/)),
  z.string().check(z.regex(/^[A-Z0-9]{1,64}$/)),
]);

export function writeCursor(question: Question, { changedAt, code }: Position): string {
  return writeBoundCursor(question, [changedAt, code]);
}

/** @returns `undefined` for one that was never given, or with another question. */
export function readCursor(question: Question, cursor: string): Position | undefined {
  const position = readBoundCursor(question, cursor, shape);
  return position && { changedAt: position[0], code: position[1] };
}
