import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { givenCopies } from './conflict-copies.ts';
import { givenItem, givenLocalStoreItem } from './item-rows.ts';
import { columnsOf, type Issue, type ItemKey } from './item.ts';

/** The bytes that are stored under these keys, with conflict copies where these count, too. */
export async function weightOf(
  database: Database,
  issue: Issue,
  keys: readonly ItemKey[],
  withCopies: boolean,
): Promise<number> {
  if (keys.length === 0) return 0;
  const { kinds, modelTypes, modelIds, segments, itemIds } = columnsOf(keys);
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(held.bytes), 0) as bytes
    from unnest(
      ${kinds}::text[], ${modelTypes}::text[], ${modelIds}::text[], ${segments}::text[],
      ${itemIds}::text[]
    ) as given (kind, model_type, model_id, segment, item_id)
    cross join lateral (
      select item.bytes from (${givenItem(issue)}) item
      union all
      select octet_length(item.value) from (${givenLocalStoreItem(issue)}) item
      where given.kind = 'local_store_item'
      union all
      select copy.bytes from (${givenCopies(issue)}) copy where ${withCopies}
    ) held
  `.execute(database);
  return Number(rows[0]!.bytes);
}
