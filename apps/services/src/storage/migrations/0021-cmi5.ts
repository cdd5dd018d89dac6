import { sql, type Kysely } from 'kysely';

/** Courses by cmi5: their structures, who is registered for them, and the sessions of their units. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(database);
}

const tables = /* sql */ `
  -- Never changed: another structure has another hash.
  create table lars.cmi5_structures (
    -- SHA-256 as hexadecimal digits.
    structure_hash text primary key,
    structure json not null,
    created_at timestamptz not null default now()
  );

  create table lars.cmi5_registrations (
    subject text not null,
    -- SHA-256 of course, issue and the id that the publisher gave the course.
    course_key text not null,
    course_id text not null,
    issue_id text not null,
    registration uuid not null,
    -- Of the latest launch.
    structure_hash text not null,
    -- Ids of the blocks, and of the course, of which it was told that they are satisfied.
    satisfied text[] not null default '{}',
    created_at timestamptz not null default now(),
    primary key (subject, course_key)
  );

  create table lars.cmi5_sessions (
    subject text not null,
    session_id uuid not null,
    course_key text not null,
    registration uuid not null,
    structure_hash text not null,
    au_id text not null,
    activity_id text not null,
    launch_mode text not null,
    mastery_score double precision,
    launched_at timestamptz not null,
    expires_at timestamptz not null,
    -- SHA-256; a secret has 256 random bits, so that nothing slower is needed.
    fetch_hash bytea not null,
    token_hash bytea,
    -- The statements of cmi5 that the unit has told, by verb.
    told json not null default '{}',
    -- The latest time that one of its statements names.
    latest timestamptz,
    -- When the unit last told anything.
    heard_at timestamptz,
    ended_at timestamptz,
    ended_by text check (ended_by in ('terminated', 'abandoned')),
    -- Of two who change a session one begins anew.
    revision integer not null default 0,
    primary key (subject, session_id),
    check ((ended_at is null) = (ended_by is null))
  );
  create index cmi5_sessions_by_registration on lars.cmi5_sessions (subject, registration);
`;
