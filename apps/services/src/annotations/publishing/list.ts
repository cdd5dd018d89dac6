import type { Answer, Body, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import { readBoundCursor, storableText, writeBoundCursor } from '../../http/page-cursor.ts';
import * as z from 'zod/mini';
import type { Database } from '../../storage/database.ts';

type Call = Contract['clag']['publishingList'];

const defaultLimit = 50;
const position = z.tuple([storableText, storableText]);

interface Row {
  readonly course_id: string;
  readonly issue_id: string;
  readonly current_version: number | null;
  readonly title: string;
  readonly versions: readonly {
    readonly version: number;
    readonly begun_at: string;
    readonly switched_at: string | null;
    readonly files_count: number;
  }[];
}

/** @returns `undefined` for a cursor that was never given, or for another mandant. */
export async function listIssues(
  database: Database,
  { mandant_identifier, cursor, limit = defaultLimit }: Body<Call>,
): Promise<Answer<Call> | undefined> {
  const question = { mandant_identifier };
  const after = cursor === undefined ? ['', ''] : readBoundCursor(question, cursor, position);
  if (!after) return undefined;
  // What was begun and given up leaves an issue without versions, which nobody needs to see.
  const { rows } = await sql<Row>`
    select issue.course_id, issue.issue_id, issue.current_version, kept.title, kept.versions
    from clag.courses course
      join clag.issues issue on issue.course_id = course.course_id
      cross join lateral (
        select (array_agg(version.title order by version.version desc))[1] as title,
          jsonb_agg(jsonb_build_object('version', version.version, 'begun_at', version.begun_at,
            'switched_at', version.switched_at, 'files_count', version.files_count)
            order by version.version desc) as versions
        from clag.issue_versions version
        where version.course_id = issue.course_id and version.issue_id = issue.issue_id
      ) kept
    where course.mandant_identifier = ${mandant_identifier} and kept.versions is not null
      and (course.course_id collate "C", issue.issue_id collate "C")
        > (${after[0]!} collate "C", ${after[1]!} collate "C")
    order by course.course_id collate "C", issue.issue_id collate "C"
    limit ${limit + 1}
  `.execute(database);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    publications: page.map(({ current_version, versions, ...issue }) => ({
      ...issue,
      ...(current_version !== null && { current_version }),
      versions: versions.map(({ version, begun_at, switched_at, files_count }) => ({
        version,
        is_open: switched_at === null,
        begun_at: new Date(begun_at).toISOString(),
        ...(switched_at !== null && { switched_at: new Date(switched_at).toISOString() }),
        files_count,
      })),
    })),
    ...(last &&
      rows.length > limit && {
        next_cursor: writeBoundCursor(question, [last.course_id, last.issue_id]),
      }),
  };
}
