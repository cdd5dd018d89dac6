-- Stores the statements of several requests, each request whole or not at all. Returns the stored statements under
-- the ids of the requests that were refused. Statements are a line each, because an array would escape each of their
-- quotation marks. A list whose entries are all null comes as null.
--
-- One transaction writes at a time, until its end: statements become visible in the order of their times and
-- sequences, so that a reader of one has read all before it.
create or replace function lars.store_statements(
  given_request integer[], given_id uuid[], given_subject text[], given_stored timestamptz[],
  given_verb bigint[], given_activity bigint[], given_registration uuid[],
  given_authority bigint[], given_terms text[], given_courses text[], given_within text[],
  given_attached text[], given_refers_to uuid[], given_voids uuid[], given_voids_of text[],
  given_dto_id text[], given_statements text
) returns table (request integer, statement_id uuid, dto_id text, statement text)
-- Without sequential scans, because plans that were made for empty tables are kept. A writer that waits too long for
-- the lock fails and frees its connection.
language plpgsql set enable_seqscan = off set lock_timeout = '5s' as $$
#variable_conflict use_column
declare
  refused integer[] := '{}';
  known_ids uuid[];
  subjects text[];
  numbers bigint[];
  returned bigint;
  expected bigint;
  taken timestamptz;
  is_referred_to boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('lars.statements', 0));

  select array_agg(known.statement_id), array_agg(known.subject), array_agg(known.sequence)
  into known_ids, subjects, numbers
  from lars.statement_ids known where known.statement_id = any(given_id);
  if known_ids is not null then
    return query
      select given.request, given.id, there.dto_id, there.statement::text
      from unnest(given_request, given_id) given (request, id)
      join lars.statements there on there.statement_id = given.id
      where there.subject = any(subjects) and there.sequence = any(numbers);
    get diagnostics returned = row_count;
    select array_agg(distinct given.request), count(*) into refused, expected
    from unnest(given_request, given_id) given (request, id) where given.id = any(known_ids);
    -- An id without a statement is never answered as stored.
    if returned <> expected then
      raise data_corrupted using message = 'An id is kept of which there is no statement.';
    end if;
  end if;

  taken := lars.next_stored(
    (select max(stored) from unnest(given_stored) stored), cardinality(given_id)
  );
  numbers := array(select nextval('lars.statement_sequence') from unnest(given_id));
  insert into lars.statement_ids (statement_id, subject, stored, sequence)
  select one.id, one.subject, coalesce(one.stored, taken + interval '1 microsecond' * (place - 1)),
    one.sequence
  from unnest(given_request, given_id, given_subject, given_stored, numbers)
    with ordinality one (request, id, subject, stored, sequence, place)
  where one.request <> all(refused);
  insert into lars.statements (
    subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
    courses, said_within, attached, refers_to, is_voided, dto_id, statement
  )
  select one.subject, coalesce(one.stored, taken + interval '1 microsecond' * (place - 1)),
    one.sequence, one.id, one.verb, one.activity,
    one.registration, one.authority, one.terms::bigint[], one.courses::bigint[], one.within::text[],
    one.attached::text[], one.refers_to,
    one.verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided') and exists (
      select from lars.voidings voiding where voiding.statement_id = one.id
        and voiding.subject in ('', one.subject)
    ),
    one.dto_id, one.statement::json
  from unnest(
    given_request, given_id, given_subject, given_stored, numbers, given_verb, given_activity,
    given_registration, given_authority, given_terms, given_courses, given_within, given_attached,
    given_refers_to, given_dto_id, string_to_array(given_statements, E'\n')
  ) with ordinality one (
    request, id, subject, stored, sequence, verb, activity, registration, authority, terms, courses,
    within, attached, refers_to, dto_id, statement, place
  )
  where one.request <> all(refused);

  perform 1 from lars.statements where refers_to = any(given_id) limit 1;
  is_referred_to := found;
  if is_referred_to or given_refers_to is not null then
    perform lars.inherit_terms(given_id);
  end if;
  if given_voids is not null then
    perform lars.void_statements(array_agg(one.voids), array_agg(one.voids_of))
    from unnest(given_request, given_voids, given_voids_of) one (request, voids, voids_of)
    where one.voids is not null and one.request <> all(refused);
  end if;
end $$;
