import { sql, type Kysely } from 'kysely';

/**
 * One writes at a time, until its transaction ends: so statements become visible in the order of their
 * times and numbers, and whoever has read up to one has read all before it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(writing).execute(database);
}

const writing = /* sql */ `
  -- A statement is found by what finds the one that it refers to, and so on.
  create function lars.inherit_terms(given uuid[]) returns void
  language plpgsql set enable_seqscan = off as $$
  declare
    changed uuid[] := given;
    -- Nobody may keep others from writing by a chain of any length, by any number of references, or by
    -- what gathers along a chain: a statement that would have more terms than these inherits none.
    terms_maximum constant integer := 1000;
  begin
    for depth in 1..8 loop
      with referring as (
        select found.subject, found.stored, found.sequence, found.terms, found.refers_to
        from lars.statements found where found.refers_to = any(changed) limit 200
      ), own as (
        -- What came in later than its target.
        select found.subject, found.stored, found.sequence, found.terms, found.refers_to
        from lars.statement_ids id join lars.statements found using (subject, stored, sequence)
        where depth = 1 and id.statement_id = any(given) and found.refers_to is not null
      ), inherited as (
        select one.subject, one.stored, one.sequence, array(
          select distinct term from unnest(
            coalesce(one.terms, '{}') || coalesce(target.terms, '{}') || array_remove(array[
              target.verb, target.activity, lars.term('agent', target.subject),
              lars.term('registration', target.registration::text),
              -- Apart from those above, which a statement with several agents has of its own.
              lars.term('target', target.verb::text), lars.term('target', target.activity::text),
              lars.term('target', target.registration::text)
            ], null)
          ) term
        ) as terms
        from (table referring union all table own) one
        join lars.statement_ids id on id.statement_id = one.refers_to
        join lars.statements target
          on (target.subject, target.stored, target.sequence) = (id.subject, id.stored, id.sequence)
        where coalesce(cardinality(one.terms), 0) + coalesce(cardinality(target.terms), 0)
          <= terms_maximum
      ), updated as (
        update lars.statements statement set terms = inherited.terms from inherited
        where (statement.subject, statement.stored, statement.sequence)
            = (inherited.subject, inherited.stored, inherited.sequence)
          and cardinality(inherited.terms) > coalesce(cardinality(statement.terms), 0)
        returning statement.statement_id
      )
      select array_agg(statement_id) into changed from updated;
      exit when changed is null;
    end loop;
  end $$;

  -- Voids statements, also those that are still to come. One that voids cannot be voided; owner: whose
  -- it must be, or null.
  create function lars.void_statements(given_id uuid[], given_subject text[]) returns void
  language sql set enable_seqscan = off as $$
    insert into lars.voidings (statement_id, subject)
    select distinct id, coalesce(subject, '') from unnest(given_id, given_subject) given (id, subject)
    on conflict do nothing;

    update lars.statements statement set is_voided = true
    from unnest(given_id, given_subject) given (id, owner)
    join lars.statement_ids known on known.statement_id = given.id
    where (statement.subject, statement.stored, statement.sequence)
        = (known.subject, known.stored, known.sequence)
      and (given.owner is null or given.owner = statement.subject)
      and statement.verb <> lars.term('verb', 'http://adlnet.gov/expapi/verbs/voided');
  $$;

  -- Marks what was voided in another store, by whomever.
  create function lars.mark_voided(given_id uuid[]) returns void
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

  -- Stores the statements of several requests, each request whole or not at all. Gives what is there
  -- already under the ids of those of which nothing was stored. Statements are a line each: in an array
  -- each quotation mark of theirs would be escaped. What none of them has comes as null.
  create function lars.store_statements(
    given_request integer[], given_id uuid[], given_subject text[], given_stored timestamptz[],
    given_verb bigint[], given_activity bigint[], given_registration uuid[],
    given_authority bigint[], given_terms text[], given_refers_to uuid[], given_voids uuid[],
    given_voids_of text[], given_dto_id text[], given_statements text
  ) returns table (request integer, statement_id uuid, dto_id text, statement text)
  -- Plans are kept, also those that were made while the tables were empty. Somebody may have the lock for
  -- long: whoever waits is told so, and holds no connection any more.
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
      -- Nobody is told that something is there which is not.
      if returned <> expected then
        raise data_corrupted using message = 'An id is kept of which there is no statement.';
      end if;
    end if;

    -- Most requests bring one statement: it needs no table on its way, which takes time.
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
        refers_to, is_voided, dto_id, statement
      )
      select given_subject[1], stored, sequence, given_id[1], given_verb[1], given_activity[1],
        given_registration[1], given_authority[1], given_terms[1]::bigint[], given_refers_to[1],
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
          one.terms::bigint[] as terms, one.refers_to, one.dto_id, one.statement::json
        from unnest(
          given_request, given_id, given_subject, given_stored, given_verb, given_activity,
          given_registration, given_authority, given_terms, given_refers_to, given_dto_id,
          string_to_array(given_statements, E'\\n')
        ) one (
          request, id, subject, stored, verb, activity, registration, authority, terms, refers_to,
          dto_id, statement
        )
        where one.request <> all(refused)
      ), named as (
        insert into lars.statement_ids (statement_id, subject, stored, sequence)
        select id, subject, stored, sequence from given
      )
      insert into lars.statements (
        subject, stored, sequence, statement_id, verb, activity, registration, authority, terms,
        refers_to, is_voided, dto_id, statement
      )
      select subject, stored, sequence, id, verb, activity, registration, authority, terms, refers_to,
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
`;
