-- Puts in a session of cmi5, where the registration has no other that is open; or changes one that has not changed
-- since it was read. The caller holds the lock of lars.store_statements: a session and the statements that it tells
-- become visible together.
create or replace function lars.put_session(given json) returns boolean language plpgsql as $$
declare
  session lars.cmi5_sessions := json_populate_record(null::lars.cmi5_sessions, given);
begin
  if session.revision = 0 then
    -- Columns of later versions are not named, so that they get their defaults.
    insert into lars.cmi5_sessions (
      subject, session_id, course_key, registration, structure_hash, au_id, activity_id, launch_mode,
      mastery_score, launched_at, expires_at, sign_in, fetch_hash, token_hash, told, latest, heard_at,
      ended_at, ended_by, revision
    )
    select session.subject, session.session_id, session.course_key, session.registration,
      session.structure_hash, session.au_id, session.activity_id, session.launch_mode,
      session.mastery_score, session.launched_at, session.expires_at, session.sign_in,
      session.fetch_hash, session.token_hash, session.told, session.latest, session.heard_at,
      session.ended_at, session.ended_by, session.revision
    where not exists (
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
