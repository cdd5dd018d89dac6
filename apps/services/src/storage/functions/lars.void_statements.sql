-- Voids statements, also those that are still to come; a statement that voids cannot be voided. given_subject: the
-- subject that the statement must have, and then its authority must be that of the voiding statement; null: any.
create or replace function lars.void_statements(given_id uuid[], given_subject text[]) returns void
language sql set enable_seqscan = off as $$
  insert into lars.voidings (statement_id, subject)
  select distinct id, coalesce(subject, '') from unnest(given_id, given_subject) given (id, subject)
  on conflict do nothing;

  update lars.statements statement set is_voided = true
  from unnest(given_id, given_subject) given (id, owner)
  join lars.statement_ids known on known.statement_id = given.id
  where (statement.subject, statement.stored, statement.sequence)
      = (known.subject, known.stored, known.sequence)
    and (given.owner is null or given.owner = statement.subject and exists (
      select from lars.statements voiding
      where voiding.refers_to = given.id and voiding.subject = given.owner
        and voiding.verb = lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided')
        and voiding.authority is not distinct from statement.authority
    ))
    and statement.verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided');
$$;
