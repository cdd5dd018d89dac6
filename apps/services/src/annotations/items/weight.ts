import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { columnsOf, type Issue, type ItemKey } from './item.ts';

/** The bytes that are stored under these keys, with conflict copies where these count, too. */
export async function weightOf(
  database: Database,
  { subject, course_id, issue_id }: Issue,
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
      select item.bytes from clag.content_items item
      where item.subject = ${subject} and item.course_id = ${course_id}
        and item.issue_id = ${issue_id} and item.kind = given.kind
        and item.model_type = given.model_type and item.model_id = given.model_id
        and item.item_id = given.item_id
      union all
      select octet_length(item.value) from clag.local_store_items item
      where given.kind = 'local_store_item' and item.subject = ${subject}
        and item.course_id = ${course_id} and item.issue_id = ${issue_id}
        and item.model_type = given.model_type and item.model_id = given.model_id
        and item.segment = given.segment and item.key = given.item_id
      union all
      select copy.bytes from clag.conflict_copies copy
      where ${withCopies} and copy.subject = ${subject} and copy.course_id = ${course_id}
        and copy.issue_id = ${issue_id} and copy.kind = given.kind
        and copy.model_type = given.model_type and copy.model_id = given.model_id
        and copy.segment = given.segment and copy.item_id = given.item_id
    ) held
  `.execute(database);
  return Number(rows[0]!.bytes);
}
