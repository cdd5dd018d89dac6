import * as z from 'zod/mini';
import { readBoundCursor, writeBoundCursor } from '../../http/page-cursor.ts';
import type { Issue } from './item.ts';

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

const questionOf = (issue: Issue) => ({ call: 'cloudSynchForIssue', ...issue });

export function writeSyncCursor(issue: Issue, { epoch, after, own }: SyncPlace): string {
  const parts = [epoch, `${after}`, `${own?.from ?? 0}`, `${own?.to ?? 0}`];
  return writeBoundCursor(questionOf(issue), parts);
}

/** @returns `undefined` for a cursor that was never given, or for another issue or subject. */
export function readSyncCursor(issue: Issue, cursor: string): SyncPlace | undefined {
  const parts = readBoundCursor(questionOf(issue), cursor, position);
  if (!parts) return undefined;
  const [epoch, after, from, to] = parts;
  return {
    epoch,
    after: Number(after),
    own: to === '0' ? undefined : { from: Number(from), to: Number(to) },
  };
}
