-- Feedback of teachers on answers, and versions of answers that it names.

create table clag.feedback (
  -- Pupil.
  subject text not null,
  course_id text not null,
  issue_id text not null,
  feedback_id uuid not null,
  exercise_id text not null,
  answer_id text not null,
  -- Version of the answer that it is about.
  answer_version integer not null,
  -- Group whose leader gave it.
  group_id text not null,
  -- Author; null: erased.
  written_by text,
  -- Leaders read it since then.
  given_at timestamptz not null,
  -- As on the wire; null: it is removed.
  content jsonb,
  version integer not null,
  -- Of clag.issue_changes.
  change_index bigint not null,
  updated_at timestamptz not null,
  -- As of clag.content_items.
  recent jsonb not null default '[]',
  primary key (subject, course_id, issue_id, feedback_id)
);
create index feedback_by_change on clag.feedback (subject, course_id, issue_id, change_index);
create index feedback_by_exercise on clag.feedback (subject, course_id, issue_id, exercise_id);
create index feedback_by_author on clag.feedback (written_by) where written_by is not null;

-- Versions of answers that leaders of a group have read.
create table clag.answer_versions (
  subject text not null,
  course_id text not null,
  issue_id text not null,
  group_id text not null,
  exercise_id text not null,
  answer_id text not null,
  version integer not null,
  -- The answer as leaders are told of it.
  content jsonb not null,
  -- Size of the content as JSON in UTF-8.
  bytes integer not null,
  -- The answer has had this version since then.
  updated_at timestamptz not null,
  -- Null: feedback names it.
  kept_until timestamptz,
  primary key (subject, course_id, issue_id, exercise_id, answer_id, version, group_id)
);
create index answer_versions_by_end on clag.answer_versions (kept_until) where kept_until is not null;

-- Version and time of an answer as leaders are told of it: a text that its subject writes for itself changes neither.
-- Null: those of the row.
alter table clag.content_items
  add column shared_version integer,
  add column shared_at timestamptz;
