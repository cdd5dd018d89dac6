import { greatestVersion } from '@lectern/contracts/calls/limits';
import * as z from 'zod/mini';
import { readBoundCursor, writeBoundCursor, type Question } from '../../http/page-cursor.ts';
import type { Database } from '../../storage/database.ts';
import { findCurrentVersion, findVersion, type IssueKey, type VersionRow } from './issue.ts';

/** Where a page of a table of contents begins. */
interface Beginning {
  readonly version: VersionRow;
  /** Place of the first entry, from 0. */
  readonly place: number;
}

const integer = z.string().check(z.regex(/^\d{1,10}$/));
const position = z.tuple([integer, integer]);

/**
 * All pages of a table of contents come from the version of the first page, also when the issue is switched over
 * meanwhile, so that no entry comes twice or never.
 */
export async function beginningOf(
  database: Database,
  issue: IssueKey,
  question: Question,
  cursor: string | undefined,
): Promise<Beginning | 'ISSUE_NOT_FOUND' | 'CURSOR_INVALID'> {
  if (cursor === undefined) {
    const version = await findCurrentVersion(database, issue);
    return version ? { version, place: 0 } : 'ISSUE_NOT_FOUND';
  }
  const given = readBoundCursor(question, cursor, position)?.map(Number);
  if (!given || given.some((number) => number > greatestVersion)) return 'CURSOR_INVALID';
  const version = await findVersion(database, issue, given[0]!);
  return version?.switched_at ? { version, place: given[1]! } : 'CURSOR_INVALID';
}

/** Leads to the page that begins at a place. */
export function cursorAt(question: Question, { version }: VersionRow, place: number): string {
  return writeBoundCursor(question, [String(version), String(place)]);
}
