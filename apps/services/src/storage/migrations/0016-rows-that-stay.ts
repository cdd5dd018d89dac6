import { sql, type Kysely } from 'kysely';

/**
 * An issue in which a subject has nothing needs no counter, unless something was erased there: then the
 * counter keeps the greatest version until the issue is erased again. What is erased from now on leaves
 * one number for each subject. A file of which nothing is left is a member's whose it was last, or is not
 * there.
 *
 * First it waits for those who write, in their own order.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(counters).execute(database);
  await sql.raw(emptyFiles).execute(database);
}

const counters = /* sql */ `
  lock table clag.issue_changes, clag.content_items, clag.local_store_items, clag.content_sizes
    in share row exclusive mode;

  -- No item that was deleted had a greater version.
  alter table clag.content_sizes add column version_floor integer not null default 0;

  -- Processes that knew of no counters stored some after these were made.
  insert into clag.issue_changes (subject, course_id, issue_id, last_index)
  select subject, course_id, issue_id, max(change_index) from clag.local_store_items
  group by subject, course_id, issue_id
  on conflict do nothing;

  delete from clag.issue_changes issue
  where last_index = 0 and version_floor = 0 and not exists (
    select from clag.content_items item
    where item.subject = issue.subject and item.course_id = issue.course_id
      and item.issue_id = issue.issue_id
  ) and not exists (
    select from clag.local_store_items item
    where item.subject = issue.subject and item.course_id = issue.course_id
      and item.issue_id = issue.issue_id
  );
`;

const emptyFiles = /* sql */ `
  lock table atma.files in share row exclusive mode;

  delete from atma.files file
  where (file.newest_version = 0 or file.space like 'group:%')
    and not exists (
      select from atma.file_versions version
      where version.file_reference = file.file_reference and version.space = file.space
        and version.asset_stage = file.asset_stage and version.asset_type = file.asset_type
    );
`;
