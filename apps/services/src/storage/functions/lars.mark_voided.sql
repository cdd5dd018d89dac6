-- Marks statements that another store says are voided.
create or replace function lars.mark_voided(given_id uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  voiding_verb bigint := lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided');
  known record;
begin
  perform pg_advisory_xact_lock(hashtextextended('lars.statements', 0));
  for known in
    select subject, stored, sequence from lars.statement_ids where statement_id = any(given_id)
  loop
    update lars.statements statement set is_voided = true
    where statement.subject = known.subject and statement.stored = known.stored
      and statement.sequence = known.sequence and statement.verb <> voiding_verb
      and not statement.is_voided;
  end loop;
end $$;
