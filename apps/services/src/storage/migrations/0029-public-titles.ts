import { sql, type Kysely } from 'kysely';

/** A publisher chooses whether titles are public. What was published before chose nothing: they are not. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clag.issue_versions
      add column titles text not null default 'licensed' check (titles in ('public', 'licensed'))
  `.execute(database);
  // Whether an issue has files that are not.
  await sql`
    create index version_files_private on clag.version_files (course_id, issue_id, version)
    where not is_public
  `.execute(database);
}
