import { versionWindowInMinutes } from '@lectern/contracts/calls/learning-records/progress';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/**
 * Another text as soon as members have statements that may count in the course, or voided ones, or as others are
 * members. A hash, because a time would tell more than what is read of them. Older statements are not looked for: of
 * somebody who works in another course there may be thousands of later ones.
 *
 * @param members `others` are named alone; without any it is the version of earlier releases.
 */
export async function classVersion(
  database: Database,
  {
    subjects,
    others,
  }: {
    readonly subjects: readonly string[];
    readonly others: readonly { readonly subject: string }[];
  },
  courseId: string,
): Promise<string> {
  const { rows } = await sql<{ stored: string | null; voided: string | null }>`
    select max(last_stored)::text as stored, sum(voided_count)::text as voided
    from unnest(${subjects}::text[]) subject cross join lateral lars.news_in_course(
      subject, ${courseId}, now() - ${versionWindowInMinutes} * interval '1 minute'
    )
  `.execute(database);
  const { stored, voided } = rows[0]!;
  return createHash('sha256')
    .update(JSON.stringify([subjects, stored, voided, ...others.map(({ subject }) => subject)]))
    .digest('base64url')
    .slice(0, 22);
}
