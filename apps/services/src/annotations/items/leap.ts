import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** More than any item has been changed between two backups; 2,000 of them fit below the greatest version. */
const versionLeap = 1_000_000;

/**
 * Begins a time of its own after a restore: devices have seen versions and changes from after the backup, whose numbers
 * others would have now. Every version is above those that a device can know, so that what it still sends is stored
 * beside what is there, and never refused or taken for a change of that. Cursors begin anew.
 *
 * Local store items and feedback stay as they are: each write that waits would be a conflict. The versions of answers
 * that feedback names go with the answers.
 *
 * @param subjects Those whose devices may keep something.
 */
export async function leapVersions(
  transaction: Database,
  subjects: readonly string[],
): Promise<void> {
  await sql`update clag.content_items set version = version + ${versionLeap}`.execute(transaction);
  await leapAnswerVersions(transaction);
  // By a function that gives the same on each machine, with a word of this restore.
  await sql`
    update clag.issue_changes set version_floor = version_floor + ${versionLeap},
      epoch = md5(epoch::text || ${randomUUID()}::text)::uuid
  `.execute(transaction);
  // Issues that a device has begun since the backup begin above this floor.
  await sql`
    insert into clag.content_sizes (subject, items, bytes)
    select subject, 0, 0 from unnest(${subjects}::text[]) subject
    on conflict do nothing
  `.execute(transaction);
  await sql`
    update clag.content_sizes set version_floor = version_floor + ${versionLeap}
  `.execute(transaction);
}

/** A backup of an older version has no feedback yet: its tables are migrated after the leap. */
async function leapAnswerVersions(transaction: Database): Promise<void> {
  const { rows } = await sql<{ feedback: string | null }>`
    select to_regclass('clag.feedback')::text as feedback
  `.execute(transaction);
  if (!rows[0]?.feedback) return;
  await sql`
    update clag.content_items set shared_version = shared_version + ${versionLeap} where shared_version is not null
  `.execute(transaction);
  await sql`update clag.answer_versions set version = version + ${versionLeap}`.execute(
    transaction,
  );
  await sql`update clag.feedback set answer_version = answer_version + ${versionLeap}`.execute(
    transaction,
  );
}
