import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { toItem, type ItemRow } from './item-rows.ts';
import type { StoredItem } from './item.ts';

/** What one answer gives of content, in bytes; at least one item. */
const pageMaximumInBytes = 4 * 1024 * 1024;

/** Items in their order. */
export interface Page {
  readonly items: readonly StoredItem[];
  /** Where the last of them stands in the order of changes. */
  readonly lastIndex: number | undefined;
  readonly hasMore: boolean;
}

/** The bytes of the conflict copies of `item`; for {@link readPage}. */
export function copiesWeight(
  kind: RawBuilder<unknown>,
  segment: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) {
  return sql`coalesce((
    select sum(copy.bytes) from clag.conflict_copies copy
    where copy.subject = item.subject and copy.course_id = item.course_id
      and copy.issue_id = item.issue_id and copy.kind = ${kind}
      and copy.model_type = item.model_type and copy.model_id = item.model_id
      and copy.segment = ${segment} and copy.item_id = ${id}
  ), 0)`;
}

/** As {@link copiesWeight}, of an item that is not in the local store. */
export const itemCopiesWeight = copiesWeight(sql`item.kind`, sql`''`, sql`item.item_id`);

/**
 * Reads the first items of a query: as many as asked for, or fewer where they are large.
 *
 * @param source Gives the columns of `ItemRow` and `weight`, in bytes; without order and limit.
 * @param order Columns of the source, which an index has in this order.
 */
export async function readPage(
  database: Database,
  source: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<Page> {
  const { rows } = await sql<ItemRow & { readonly found: number }>`
    select page.* from (
      select item.*,
        sum(item.weight) over (
          order by ${order} rows between unbounded preceding and 1 preceding
        ) as weight_before,
        count(*) over ()::integer as found
      from (${source} order by ${order} limit ${limit + 1}) item
    ) page
    where coalesce(weight_before, 0) < ${pageMaximumInBytes}
    order by ${order}
    limit ${limit}
  `.execute(database);
  const last = rows.at(-1);
  return {
    items: rows.map(toItem),
    lastIndex: last && Number(last.change_index),
    hasMore: last !== undefined && last.found > rows.length,
  };
}
