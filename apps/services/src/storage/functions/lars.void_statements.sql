-- Voids statements, also those that are still to come; a statement that voids cannot be voided. given_subject: the
-- subject that the statement must have, and then its authority must be that of the voiding statement; null: any.
create or replace function lars.void_statements(given_id uuid[], given_subject text[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  voiding_verb bigint := lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided');
  given record;
  known record;
begin
  insert into lars.voidings (statement_id, subject)
  select distinct id, coalesce(subject, '') from unnest(given_id, given_subject) given (id, subject)
  on conflict do nothing;

  for given in select distinct id, owner from unnest(given_id, given_subject) given (id, owner) loop
    select subject, stored, sequence into known from lars.statement_ids where statement_id = given.id;
    continue when not found or given.owner <> known.subject;
    update lars.statements statement set is_voided = true
    where statement.subject = known.subject and statement.stored = known.stored
      and statement.sequence = known.sequence and statement.verb <> voiding_verb
      and (given.owner is null or exists (
        select 1 from lars.statements voiding
        where voiding.subject = known.subject and voiding.refers_to = given.id and voiding.verb = voiding_verb
          and voiding.authority is not distinct from statement.authority
      ));
  end loop;
end $$;
