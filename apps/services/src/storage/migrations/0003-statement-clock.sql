-- When the last statement was stored, in microseconds since 1970 (lars.next_stored). A sequence, because it keeps no
-- version for each round while an export reads.
create sequence lars.statement_clock;
select setval('lars.statement_clock', (extract(epoch from max(stored)) * 1000000)::bigint)
from lars.statements having max(stored) is not null;
