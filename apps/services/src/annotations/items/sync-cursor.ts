import * as z from 'zod/mini';
import { readBoundCursor, writeBoundCursor, type Question } from '../../http/page-cursor.ts';

/** Up to where a device knows an issue. */
export interface SyncPlace {
  /** That of the issue; empty: there was nothing of it yet. */
  readonly epoch: string;
  /** The last change that it knows. */
  readonly after: number;
  /** Changes after it that are its own, of the exchange that it is in: from the first to the last. */
  readonly own?: { readonly from: number; readonly to: number } | undefined;
}

/** A change of an issue, or none. */
const changeIndex = z
  .string()
  .check(z.regex(/^\d{1,15}$/))
  .check(z.refine((text) => Number.isSafeInteger(Number(text))));
const position = z.tuple([
  z.union([z.literal(''), z.uuid()]),
  changeIndex,
  changeIndex,
  changeIndex,
]);

export function writeSyncCursor(question: Question, { epoch, after, own }: SyncPlace): string {
  const parts = [epoch, `${after}`, `${own?.from ?? 0}`, `${own?.to ?? 0}`];
  return writeBoundCursor(question, parts);
}

/** @returns `undefined` for a cursor that was never given, or with another question. */
export function readSyncCursor(question: Question, cursor: string): SyncPlace | undefined {
  const parts = readBoundCursor(question, cursor, position);
  if (!parts) return undefined;
  const [epoch, after, from, to] = parts;
  return {
    epoch,
    after: Number(after),
    own: to === '0' ? undefined : { from: Number(from), to: Number(to) },
  };
}
