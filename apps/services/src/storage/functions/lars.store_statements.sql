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
  returned bigint;
  expected bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('lars.statements', 0));

  if exists (select from lars.statement_ids known where known.statement_id = any(given_id)) then
    return query
      select given.request, given.id, there.dto_id, there.statement::text
      from unnest(given_request, given_id) given (request, id)
      join lars.statement_ids known on known.statement_id = given.id
      join lars.statements there on (there.subject, there.stored, there.sequence)
        = (known.subject, known.stored, known.sequence);
    get diagnostics returned = row_count;
    select array_agg(distinct given.request), count(*) into refused, expected
    from unnest(given_request, given_id) given (request, id)
    join lars.statement_ids known on known.statement_id = given.id;
    -- An id without a statement is never answered as stored.
    if returned <> expected then
      raise data_corrupted using message = 'An id is kept of which there is no statement.';
    end if;
  end if;

  -- A single statement needs no table on its way, which takes time.
  if cardinality(given_id) = 1 and refused = '{}' then
    with named as (
      insert into lars.statement_ids (statement_id, subject, stored, sequence)
      values (
        given_id[1], given_subject[1], coalesce(given_stored[1], greatest(clock_timestamp(), (
          select known.stored from lars.statements known order by known.stored desc limit 1
        ))), nextval('lars.statement_sequence')
      ) returning stored, sequence
    )
    insert into lars.statements (
      subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
      courses, said_within, attached, refers_to, is_voided, dto_id, statement
    )
    select given_subject[1], stored, sequence, given_id[1], given_verb[1], given_activity[1],
      given_registration[1], given_authority[1], given_terms[1]::bigint[], given_courses[1]::bigint[],
      given_within[1]::text[], given_attached[1]::text[], given_refers_to[1],
      given_verb[1] <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided') and exists (
        select from lars.voidings voiding where voiding.statement_id = given_id[1]
          and voiding.subject in ('', given_subject[1])
      ),
      given_dto_id[1], given_statements::json
    from named;
  else
    with given as materialized (
      select nextval('lars.statement_sequence') as sequence,
        -- Clocks can go back; what is stored later is never stored before.
        coalesce(one.stored, greatest(clock_timestamp(), (
          select known.stored from lars.statements known order by known.stored desc limit 1
        ))) as stored,
        one.id, one.subject, one.verb, one.activity, one.registration, one.authority,
        one.terms::bigint[] as terms, one.courses::bigint[] as courses,
        one.within::text[] as said_within, one.attached::text[] as attached, one.refers_to,
        one.dto_id, one.statement::json
      from unnest(
        given_request, given_id, given_subject, given_stored, given_verb, given_activity,
        given_registration, given_authority, given_terms, given_courses, given_within,
        given_attached, given_refers_to, given_dto_id, string_to_array(given_statements, E'\n')
      ) one (
        request, id, subject, stored, verb, activity, registration, authority, terms, courses,
        within, attached, refers_to, dto_id, statement
      )
      where one.request <> all(refused)
    ), named as (
      insert into lars.statement_ids (statement_id, subject, stored, sequence)
      select id, subject, stored, sequence from given
    )
    insert into lars.statements (
      subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
      courses, said_within, attached, refers_to, is_voided, dto_id, statement
    )
    select subject, stored, sequence, id, verb, activity, registration, authority, terms, courses,
      said_within, attached, refers_to,
      verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided') and exists (
        select from lars.voidings voiding where voiding.statement_id = given.id
          and voiding.subject in ('', given.subject)
      ),
      dto_id, statement
    from given;
  end if;

  if exists (select from lars.statements where refers_to = any(given_id))
    or given_refers_to is not null
  then
    perform lars.inherit_terms(given_id);
  end if;
  if given_voids is not null then
    perform lars.void_statements(array_agg(one.voids), array_agg(one.voids_of))
    from unnest(given_request, given_voids, given_voids_of) one (request, voids, voids_of)
    where one.voids is not null and one.request <> all(refused);
  end if;
end $$;
