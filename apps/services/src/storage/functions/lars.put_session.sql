-- Puts in a session of cmi5, where the registration has no other that is open; or changes one that has not changed
-- since it was read. The caller holds the lock of lars.store_statements: a session and the statements that it tells
-- become visible together.
create or replace function lars.put_session(given json) returns boolean language plpgsql as $$
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
