-- Gives a statement the terms of the one that it refers to, so that both are found by them, and so on along a chain.
create or replace function lars.inherit_terms(given uuid[]) returns void
language plpgsql set enable_seqscan = off as $$
declare
  changed uuid[] := given;
  -- A statement that would have more terms inherits none. With the limits of depth and of references below, it
  -- bounds the time that a writer keeps others waiting.
  terms_maximum constant integer := 1000;
begin
  for depth in 1..8 loop
    with referring as (
      select found.subject, found.stored, found.sequence, found.terms, found.refers_to
      from lars.statements found where found.refers_to = any(changed) limit 200
    ), own as (
      -- Given statements whose target came before them.
      select found.subject, found.stored, found.sequence, found.terms, found.refers_to
      from lars.statement_ids id join lars.statements found using (subject, stored, sequence)
      where depth = 1 and id.statement_id = any(given) and found.refers_to is not null
    ), inherited as (
      select one.subject, one.stored, one.sequence, array(
        select distinct term from unnest(
          coalesce(one.terms, '{}') || coalesce(target.terms, '{}') || array_remove(array[
            target.verb, target.activity, lars.term('agent', target.subject),
            lars.term('registration', target.registration::text),
            -- Of a kind of their own: a statement with several agents has the terms above itself.
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
