import { sql, type RawBuilder } from 'kysely';

/** Longer chains are not followed; what begins one is found by what it says itself. */
const linksMaximum = 100;

/**
 * A statement is found by what the one that it refers to says, and so on. Anybody may refer to any id: so
 * whoever may not read all of them would learn what others have recorded, by asking for it. This holds
 * where a statement `found` refers to nothing, or to what its reader may read.
 *
 * @param isReadable of a statement `target`
 */
export function refersToReadable(isReadable: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(found.refers_to is null or not exists (
    with recursive chain as (
      select target.refers_to, ${isReadable} as is_readable, 1 as links
      from lars.statement_ids id join lars.statements target
        on (target.subject, target.stored, target.sequence) = (id.subject, id.stored, id.sequence)
      where id.statement_id = found.refers_to
      union all
      select target.refers_to, ${isReadable}, links + 1
      from chain join lars.statement_ids id on id.statement_id = chain.refers_to
      join lars.statements target
        on (target.subject, target.stored, target.sequence) = (id.subject, id.stored, id.sequence)
      where links < ${sql.lit(linksMaximum)}
    )
    select from chain where is_readable is not true or links = ${sql.lit(linksMaximum)}
  ))`;
}
