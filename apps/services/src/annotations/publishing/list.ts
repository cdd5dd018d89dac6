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
  const { rows } = await sql<Row>`
    select named.course_id, named.issue_id, kept.current_version, kept.title, kept.versions
    from (
      select distinct on (course_id collate "C", issue_id collate "C") course_id, issue_id
      from clag.issue_versions
      where mandant_identifier = ${mandant_identifier}
        and (course_id collate "C", issue_id collate "C")
          > (${after[0]!} collate "C", ${after[1]!} collate "C")
      order by course_id collate "C", issue_id collate "C"
      limit ${limit + 1}
    ) named
      cross join lateral (
        select (array_agg(version.title order by version.version desc))[1] as title,
          max(version.version) filter (where version.version = issue.current_version)
            as current_version,
          jsonb_agg(jsonb_build_object('version', version.version, 'begun_at', version.begun_at,
            'switched_at', version.switched_at, 'files_count', version.files_count)
            order by version.version desc) as versions
        from clag.issues issue
          join clag.issue_versions version
            on version.course_id = issue.course_id and version.issue_id = issue.issue_id
        where issue.course_id = named.course_id and issue.issue_id = named.issue_id
          and version.mandant_identifier = ${mandant_identifier}
      ) kept
    order by named.course_id collate "C", named.issue_id collate "C"
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
