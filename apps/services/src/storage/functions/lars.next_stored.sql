-- The time of the first of so many statements that are stored next; each has a microsecond of its own, after all that
-- were stored before, also where the clock has gone back. One look at one row, however many statements and machines
-- there are. The caller holds the lock of lars.store_statements. at_least: a time that a statement brings along; null:
-- none.
create or replace function lars.next_stored(at_least timestamptz, statements integer) returns timestamptz
language plpgsql as $$
declare
  first bigint := greatest(
    pg_sequence_last_value('lars.statement_clock') + 1,
    (extract(epoch from greatest(clock_timestamp(), at_least)) * 1000000)::bigint
  );
begin
  perform setval('lars.statement_clock', first + greatest(statements, 1) - 1);
  return timestamptz 'epoch' + interval '1 microsecond' * first;
end $$;
