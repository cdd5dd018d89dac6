import { versionWindowInMinutes } from '@lectern/contracts/calls/learning-records/progress';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { sendLater } from '../../storage/send-later.ts';

/**
 * Another text as soon as members have statements that may count in the course, or voided ones, or as others are
 * members. A hash, because a time would tell more than what is read of them. Older statements are not looked for: of
 * somebody who works in another course there may be thousands of later ones.
 *
 * @param members `others` are named alone; without any it is the version of earlier releases.
 */
export async function classVersion(
  database: Database,
  members: Members,
  courseId: string,
): Promise<string> {
  const { rows } = await newsIn(courseId, members).execute(database);
  return versionOf(rows, members);
}

/** {@link classVersion} as of the next statement of a transaction, with which its own goes to the database. */
export async function classVersionLater(
  transaction: Database,
  members: Members,
  courseId: string,
): Promise<() => Promise<string>> {
  const { rows } = await sendLater(transaction, newsIn(courseId, members));
  return async () => versionOf(await rows(), members);
}

interface Members {
  readonly subjects: readonly string[];
  readonly others: readonly { readonly subject: string }[];
}

interface News {
  readonly stored: string | null;
  readonly voided: string | null;
}

const newsIn = (courseId: string, { subjects }: Members) => sql<News>`
  select max(last_stored)::text as stored, sum(voided_count)::text as voided
  from unnest(${subjects}::text[]) subject cross join lateral lars.news_in_course(
    subject, ${courseId}, now() - ${versionWindowInMinutes} * interval '1 minute'
  )
`;

function versionOf([news]: readonly News[], { subjects, others }: Members): string {
  const { stored, voided } = news!;
  return createHash('sha256')
    .update(JSON.stringify([subjects, stored, voided, ...others.map(({ subject }) => subject)]))
    .digest('base64url')
    .slice(0, 22);
}
