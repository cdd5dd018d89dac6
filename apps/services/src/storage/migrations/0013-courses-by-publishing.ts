import { sql, type Kysely } from 'kysely';

/**
 * A course is a mandant's from its first switch-over on, no longer from its first begin: until then each
 * version says whose it is, and the same id is free for others.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(coursesByPublishing).execute(database);
}

const coursesByPublishing = /* sql */ `
  alter table clag.issue_versions add column mandant_identifier text;
  update clag.issue_versions version set mandant_identifier = course.mandant_identifier
  from clag.courses course where course.course_id = version.course_id;
  alter table clag.issue_versions alter column mandant_identifier set not null;
  create index issue_versions_by_mandant
    on clag.issue_versions (mandant_identifier, course_id collate "C", issue_id collate "C");

  delete from clag.courses course where not exists (
    select from clag.issues issue
    where issue.course_id = course.course_id and issue.current_version is not null
  );
  drop index clag.courses_by_mandant;
`;
