import { sql, type Kysely } from 'kysely';

/** Courses by cmi5: their structures, who is registered for them, and the sessions of their units. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(database);
  await sql.raw(putSession).execute(database);
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

const putSession = /* sql */ `
  -- Puts in a session, where the registration has no other that is open; or changes one that nobody has
  -- changed since it was read. For whoever has the lock of the writers: a session and the statements that
  -- it tells become visible together.
  create function lars.put_session(given json) returns boolean language plpgsql as $$
  declare
    session lars.cmi5_sessions := json_populate_record(null::lars.cmi5_sessions, given);
  begin
    if session.revision = 0 then
      insert into lars.cmi5_sessions select session.* where not exists (
        select from lars.cmi5_sessions known
        where known.subject = session.subject and known.registration = session.registration
          and known.ended_at is null
      );
    else
      update lars.cmi5_sessions known set told = session.told, latest = session.latest,
        heard_at = session.heard_at, ended_at = session.ended_at, ended_by = session.ended_by,
        revision = session.revision
      where known.subject = session.subject and known.session_id = session.session_id
        and known.revision = session.revision - 1;
    end if;
    if not found then
      raise exception 'Others have changed the session.' using errcode = 'serialization_failure';
    end if;
    return true;
  end $$;
`;
