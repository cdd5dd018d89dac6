-- Marks statements that another store says are voided.
create or replace function lars.mark_voided(given_id uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('lars.statements', 0));
  update lars.statements statement set is_voided = true
  from lars.statement_ids known
  where known.statement_id = any(given_id)
    and (statement.subject, statement.stored, statement.sequence)
      = (known.subject, known.stored, known.sequence)
    and statement.verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided')
    and not statement.is_voided;
end $$;
