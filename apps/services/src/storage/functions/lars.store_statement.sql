-- lars.store_statements for one statement, as most requests bring it, without tables on the way. False: its id is
-- taken, and nothing is stored. is_named false: the id is new, so that nothing can be stored under it, refer to it or
-- void it.
create or replace function lars.store_statement(
  is_named boolean, given_id uuid, given_subject text, given_stored timestamptz, given_verb bigint,
  given_activity bigint, given_registration uuid, given_authority bigint, given_terms text,
  given_courses text, given_within text, given_attached text, given_refers_to uuid,
  given_voids uuid, given_voids_of text, given_dto_id text, given_statement json
) returns boolean
language plpgsql set enable_seqscan = off set lock_timeout = '5s' as $$
declare
  -- An expression: a query of its own would take five times as long.
  is_locked boolean := pg_advisory_xact_lock(hashtextextended('lars.statements', 0)) is not null;
  is_referred_to boolean := false;
  is_void boolean := false;
  taken timestamptz;
  number bigint;
begin
  if is_named then
    perform 1 from lars.statement_ids where statement_id = given_id;
    if found then
      return false;
    end if;
    perform 1 from lars.statements where refers_to = given_id limit 1;
    is_referred_to := found;
    is_void := given_verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided') and exists (
      select from lars.voidings
      where statement_id = given_id and subject in ('', given_subject)
    );
  end if;

  taken := lars.next_stored(given_stored, 1);
  taken := coalesce(given_stored, taken);
  number := nextval('lars.statement_sequence');
  insert into lars.statement_ids (statement_id, subject, stored, sequence)
  values (given_id, given_subject, taken, number);
  insert into lars.statements (
    subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
    courses, said_within, attached, refers_to, is_voided, dto_id, statement
  ) values (
    given_subject, taken, number, given_id, given_verb, given_activity, given_registration,
    given_authority, given_terms::bigint[], given_courses::bigint[], given_within::text[],
    given_attached::text[], given_refers_to, is_void, given_dto_id, given_statement
  );

  if is_referred_to or given_refers_to is not null then
    perform lars.inherit_terms(array[given_id]);
  end if;
  if given_voids is not null then
    perform lars.void_statements(array[given_voids], array[given_voids_of]);
  end if;
  return true;
end $$;
