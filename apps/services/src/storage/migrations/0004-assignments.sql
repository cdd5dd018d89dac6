-- Assignments of groups: pages and exercises that leaders give their pupils.

create table clag.assignments (
  group_id text not null,
  assignment_id uuid not null,
  course_id text not null,
  issue_id text not null,
  -- Author; null: erased.
  written_by text,
  given_at timestamptz not null,
  -- As on the wire, without members; null: it is removed.
  content jsonb,
  -- False: only for those of clag.assignment_members, also where there is none.
  is_for_all boolean not null,
  begins_at timestamptz not null,
  version integer not null,
  updated_at timestamptz not null,
  -- As of clag.content_items.
  recent jsonb not null default '[]',
  primary key (group_id, assignment_id)
);
create index assignments_by_issue on clag.assignments (group_id, course_id, issue_id, given_at);
create index assignments_by_author on clag.assignments (written_by) where written_by is not null;

create table clag.assignment_members (
  group_id text not null,
  assignment_id uuid not null,
  subject text not null,
  primary key (group_id, assignment_id, subject),
  foreign key (group_id, assignment_id) references clag.assignments on delete cascade
);
create index assignment_members_by_subject on clag.assignment_members (subject);
