import { sql, type Kysely } from 'kysely';

/** Where an activity id could name courses of several publishers, the publisher counts that had one first. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clag.courses add column had_since timestamptz not null default clock_timestamp()
  `.execute(database);
  await sql`
    update clag.courses course set had_since = coalesce(
      (select min(switched_at) from clag.issue_versions version
        where version.course_id = course.course_id),
      (select min(published_at) from clag.issues issue where issue.course_id = course.course_id),
      had_since
    )
  `.execute(database);
}
