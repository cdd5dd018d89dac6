-- Held until the end of the transaction by each change of what was read from the statements of a subject.
create or replace function lars.lock_progress(given_subject text) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lars.progress:' || given_subject, 0));
end $$;
