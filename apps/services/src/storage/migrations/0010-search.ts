import { sql, type Kysely } from 'kysely';

/** What the search looks in: own texts by subject, texts of courses by issue. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(ownTexts).execute(database);
  await sql.raw(courseTexts).execute(database);
}

// Keys and patterns are compared byte by byte.
const ownTexts = /* sql */ `
  create table clag.search_own_texts (
    subject text not null,
    course_id text not null,
    issue_id text not null,
    source text not null check (source in ('answer', 'highlight', 'note')),
    model_type text not null check (model_type in ('topic', 'exercise')),
    model_id text not null,
    item_id text not null,
    text_id bigint generated always as identity,
    target text not null check (target in ('topic', 'exercise', 'note')),
    note_id uuid,
    note_type text,
    title text not null,
    text text not null,
    title_keys text collate "C" not null,
    text_keys text collate "C" not null,
    title_stems text collate "C" not null,
    text_stems text collate "C" not null,
    updated_at timestamptz not null,
    primary key (subject, course_id, issue_id, source, model_type, model_id, item_id)
  );
`;

const courseTexts = /* sql */ `
  create table clag.search_issues (
    course_id text not null,
    issue_id text not null,
    primary key (course_id, issue_id)
  );

  create table clag.search_course_texts (
    course_id text not null,
    issue_id text not null,
    text_no integer not null,
    topic_id text not null,
    exercise_id text,
    title text not null,
    text text not null,
    title_stems text collate "C" not null,
    text_stems text collate "C" not null,
    primary key (course_id, issue_id, text_no)
  );

  create table clag.search_course_words (
    course_id text not null,
    issue_id text not null,
    word_no integer not null,
    word text collate "C" not null,
    keys text collate "C" not null,
    counts integer[] not null,
    titles integer[] not null,
    texts integer[] not null,
    offsets integer[] not null,
    primary key (course_id, issue_id, word_no)
  );

  create table clag.search_course_keys (
    course_id text not null,
    issue_id text not null,
    key text collate "C" not null,
    word_nos integer[] not null,
    primary key (course_id, issue_id, key)
  );
`;
