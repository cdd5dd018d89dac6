import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/**
 * Another text as soon as members have statements that may count in the course, or as others are members. A hash, because
 * a time would tell more than what is read of them.
 */
export async function classVersion(
  database: Database,
  subjects: readonly string[],
  courseId: string,
): Promise<string> {
  const { rows } = await sql<{ stored: string | null }>`
    select max(lars.last_stored(subject, ${courseId}))::text as stored
    from unnest(${subjects}::text[]) subject
  `.execute(database);
  return createHash('sha256')
    .update(JSON.stringify([subjects, rows[0]!.stored]))
    .digest('base64url')
    .slice(0, 22);
}
