-- Gives a statement the terms of the one that it refers to, so that both are found by them, and so on along a chain.
-- Each is updated by itself, because each can have another subject, and so another machine.
create or replace function lars.inherit_terms(given uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  subjects text[];
  numbers bigint[];
  -- Statements that refer to others, column by column.
  ids uuid[];
  owners text[];
  times timestamptz[];
  places bigint[];
  terms_of text[];
  targets uuid[];
  target record;
  entry integer;
  owner text;
  moment timestamptz;
  number bigint;
  known bigint[];
  inherited bigint[];
  changed uuid[];
  -- A statement that would have more terms inherits none. With the limits of depth and of references below, it
  -- bounds the time that a writer keeps others waiting.
  terms_maximum constant integer := 1000;
begin
  -- Given statements can refer to a target that came before them.
  select array_agg(subject), array_agg(sequence) into subjects, numbers
  from lars.statement_ids where statement_id = any(given);
  for depth in 1..8 loop
    select array_agg(one.statement_id), array_agg(one.subject), array_agg(one.stored), array_agg(one.sequence),
      array_agg(one.terms::text), array_agg(one.refers_to)
    into ids, owners, times, places, terms_of, targets
    from (
      select * from (
        select found.statement_id, found.subject, found.stored, found.sequence, found.terms, found.refers_to
        from lars.statements found where found.refers_to = any(given) limit 200
      ) later
      union all
      select own.statement_id, own.subject, own.stored, own.sequence, own.terms, own.refers_to
      from lars.statements own
      where depth = 1 and own.subject = any(subjects) and own.sequence = any(numbers)
        and own.refers_to is not null
    ) one;
    exit when ids is null;
    select array_agg(subject), array_agg(sequence) into subjects, numbers
    from lars.statement_ids where statement_id = any(targets);
    changed := '{}';
    for target in
      select statement_id, subject, verb, activity, registration, terms from lars.statements
      where subject = any(subjects) and sequence = any(numbers)
    loop
      foreach entry in array array_positions(targets, target.statement_id) loop
        known := terms_of[entry]::bigint[];
        continue when coalesce(cardinality(known), 0) + coalesce(cardinality(target.terms), 0) > terms_maximum;
        inherited := array(
          select distinct term from unnest(
            coalesce(known, '{}') || coalesce(target.terms, '{}') || array_remove(array[
              target.verb, target.activity, lars.term('agent', target.subject),
              lars.term('registration', target.registration::text),
              -- Of a kind of their own: a statement with several agents has the terms above itself.
              lars.term('target', target.verb::text), lars.term('target', target.activity::text),
              lars.term('target', target.registration::text)
            ], null)
          ) term order by term
        );
        continue when cardinality(inherited) <= coalesce(cardinality(known), 0);
        owner := owners[entry];
        moment := times[entry];
        number := places[entry];
        update lars.statements set terms = inherited
        where subject = owner and stored = moment and sequence = number;
        changed := changed || ids[entry];
      end loop;
    end loop;
    exit when changed = '{}';
    given := changed;
  end loop;
end $$;
