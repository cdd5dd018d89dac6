import * as z from 'zod/mini';

/*
 * A zip of user data has these entries:
 *
 *   user-data.json   which course it is of, and which file is of which issue (below)
 *   issue-1.jsonl    a line of JSON for each item of an issue, then one for each conflict copy (line.ts)
 *   issue-2.jsonl    …
 *
 * It does not name its subject, so that it can be restored to another account of the person. Nor are there files
 * with bytes in it: users' pages, drawings and texts are items; the files of a group belong to the group.
 */

export const manifestName = 'user-data.json';

/** Names of entries are never used as paths. */
export function entryNameOf(place: number): string {
  return `issue-${place + 1}.jsonl`;
}

/** Most issues of a course. */
export const issuesMaximum = 1_000;

const format = 'lectern-user-data';
const id = z.string().check(z.minLength(1), z.maxLength(255));

export const manifest = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  course_id: id,
  issues: z
    .array(
      z.strictObject({
        issue_id: id,
        file: z.string().check(z.regex(/^issue-[1-9][0-9]{0,3}\.jsonl$/)),
      }),
    )
    .check(z.maxLength(issuesMaximum)),
});
export type Manifest = z.infer<typeof manifest>;

export function manifestOf(course_id: string, issueIds: readonly string[]): Manifest {
  return {
    format,
    version: 1,
    course_id,
    issues: issueIds.map((issue_id, place) => ({ issue_id, file: entryNameOf(place) })),
  };
}
