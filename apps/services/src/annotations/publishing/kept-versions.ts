import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { IssueKey } from './issue.ts';

/** Versions that were once current and can be rolled back to, the current one included. */
export const keptVersions = 10;
/** How long a version that was begun waits to be switched over, in days. */
const openDays = 7;

const versionTables = [
  'clag.version_files',
  'clag.exercises',
  'clag.topics',
  'clag.issue_versions',
] as const;

/** Removes versions that were begun long ago and never finished. The issue is locked for update. */
export async function giveUpOldOpenVersions(transaction: Database, key: IssueKey): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from clag.issue_versions
    where course_id = ${key.course_id} and issue_id = ${key.issue_id} and switched_at is null
      and begun_at < now() - make_interval(days => ${openDays}::integer)
  `.execute(transaction);
  await removeVersions(
    transaction,
    key,
    rows.map(({ version }) => version),
  );
}

/**
 * Removes versions that a roll-back cannot reach any more, and never the current one. Their files stay at the file
 * gateway, where a publisher may delete them. The issue is locked for update.
 */
export async function removeOldVersions(
  transaction: Database,
  key: IssueKey,
  currentVersion: number,
): Promise<void> {
  const { rows } = await sql<{ version: number }>`
    select version from clag.issue_versions
    where course_id = ${key.course_id} and issue_id = ${key.issue_id} and switched_at is not null
      and version <> ${currentVersion}
    order by switched_at desc, version desc
    offset ${keptVersions - 1}
  `.execute(transaction);
  await removeVersions(
    transaction,
    key,
    rows.map(({ version }) => version),
  );
}

async function removeVersions(
  transaction: Database,
  { course_id, issue_id }: IssueKey,
  versions: readonly number[],
): Promise<void> {
  if (versions.length === 0) return;
  for (const table of versionTables) {
    await sql`
      delete from ${sql.table(table)}
      where course_id = ${course_id} and issue_id = ${issue_id}
        and version = any(${[...versions]}::integer[])
    `.execute(transaction);
  }
  await sql`
    delete from clag.course_texts stored
    where course_id = ${course_id} and issue_id = ${issue_id}
      and not exists (
        select from clag.topics topic
        where topic.course_id = ${course_id} and topic.issue_id = ${issue_id}
          and topic.text_hash = stored.text_hash
      )
      and not exists (
        select from clag.exercises exercise
        where exercise.course_id = ${course_id} and exercise.issue_id = ${issue_id}
          and exercise.text_hash = stored.text_hash
      )
  `.execute(transaction);
}
