import { sql, type Kysely } from 'kysely';

/** Courses that publishers bring in: issues, their versions, what these hold, and one pointer each. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(courses).execute(database);
}

const courses = /* sql */ `
  create table clag.courses (
    course_id text primary key,
    mandant_identifier text not null
  );
  create index courses_by_mandant on clag.courses (mandant_identifier, course_id);

  create table clag.issues (
    course_id text not null,
    issue_id text not null,
    -- What readers see; null: nothing yet. This is what a switch-over changes.
    current_version integer,
    newest_version integer not null default 0,
    -- When the first version became current: the newest issue of a course is the one with the latest.
    published_at timestamptz,
    primary key (course_id, issue_id)
  );

  create table clag.issue_versions (
    course_id text not null,
    issue_id text not null,
    version integer not null check (version > 0),
    -- Of what begin was asked with: the same again is the same version.
    digest text not null,
    course_title text not null,
    title text not null,
    distribution_channel text not null,
    product_references text[] not null,
    files_count integer not null,
    files_digest text not null,
    begun_at timestamptz not null default now(),
    -- Null: begun, and seen by nobody.
    switched_at timestamptz,
    -- What was current before it; null: nothing.
    replaced_version integer,
    primary key (course_id, issue_id, version)
  );

  create table clag.topics (
    course_id text not null,
    issue_id text not null,
    version integer not null,
    topic_id text not null,
    -- In reading order, from 0.
    place integer not null,
    parent_topic_id text,
    title text not null,
    thema_id text not null,
    sub_thema_number integer not null,
    text_hash text,
    primary key (course_id, issue_id, version, topic_id)
  );
  create index topics_by_place on clag.topics (course_id, issue_id, version, place);

  create table clag.exercises (
    course_id text not null,
    issue_id text not null,
    version integer not null,
    exercise_id text not null,
    place integer not null,
    topic_id text not null,
    exercise_group_id text not null,
    title text not null,
    exercise_type text not null,
    basic_answer_type text,
    difficulty text,
    text_hash text,
    primary key (course_id, issue_id, version, exercise_id)
  );
  create index exercises_by_place on clag.exercises (course_id, issue_id, version, place);
  create index exercises_by_group
    on clag.exercises (course_id, issue_id, version, exercise_group_id, place);
  create index exercises_by_topic on clag.exercises (course_id, issue_id, version, topic_id);

  -- Each text once for all versions of an issue.
  create table clag.course_texts (
    course_id text not null,
    issue_id text not null,
    text_hash text not null,
    text text not null,
    primary key (course_id, issue_id, text_hash)
  );

  create table clag.version_files (
    course_id text not null,
    issue_id text not null,
    version integer not null,
    path text not null,
    file_reference text not null,
    content_hash text not null,
    size_in_bytes bigint not null,
    media_type text not null,
    is_public boolean not null,
    primary key (course_id, issue_id, version, path)
  );
`;
