import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Issue } from './item.ts';
import { itemColumns, localStoreColumns } from './item-rows.ts';
import { copiesWeight, itemCopiesWeight, readPage, type Page } from './page.ts';
import type { SyncPlace } from './sync-cursor.ts';

const localCopiesWeight = copiesWeight(sql`'local_store_item'`, sql`item.segment`, sql`item.key`);

/**
 * Items that have changed since a place, removals among them, in the order of their last changes.
 *
 * @param upTo The last change to be told.
 */
export function readChangesSince(
  database: Database,
  issue: Issue,
  { after, own }: Pick<SyncPlace, 'after' | 'own'>,
  upTo: number,
  { limit, withCopies }: { readonly limit: number; readonly withCopies: boolean },
): Promise<Page> {
  const { subject, course_id, issue_id } = issue;
  /** A table whose rows count as much as given; each is read by its index of changes, and no further. */
  const from = (
    table: RawBuilder<unknown>,
    columns: RawBuilder<unknown>,
    bytes: RawBuilder<unknown>,
    copies: RawBuilder<unknown>,
  ) => sql`(
    select ${columns}, ${bytes} + ${withCopies ? copies : sql`0`} as weight
    from ${table} item
    where item.subject = ${subject}
      and array[item.subject, item.course_id, item.issue_id]
        = ${[subject, course_id, issue_id]}::text[]
      and item.change_index > ${after} and item.change_index <= ${upTo}
      and ${own ? sql`item.change_index not between ${own.from} and ${own.to}` : sql`true`}
    order by item.change_index limit ${limit + 1}
  )`;
  const items = from(
    sql.table('clag.content_items'),
    itemColumns,
    sql`item.bytes`,
    itemCopiesWeight,
  );
  const localStoreItems = from(
    sql.table('clag.local_store_items'),
    localStoreColumns,
    sql`octet_length(item.value)`,
    localCopiesWeight,
  );
  const source = sql`${items} union all ${localStoreItems}`;
  return readPage(database, source, sql`change_index`, limit);
}
