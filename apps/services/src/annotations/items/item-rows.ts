import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import {
  columnsOf,
  keyOf,
  type Content,
  type Issue,
  type ItemKey,
  type RecentVersion,
  type StoredItem,
} from './item.ts';

/** A row of an item, whichever table it is in. */
export interface ItemRow extends ItemKey {
  readonly version: number;
  readonly change_index: string;
  readonly content: Content | null;
  readonly bytes: number;
  readonly updated_at: Date;
  readonly recent: readonly RecentVersion[];
}

/** An item as it is to be written. */
interface NextItem extends StoredItem {
  readonly changeIndex: number;
}

/** The columns of {@link ItemRow}, in both tables. */
export const itemColumns = sql.raw(`
  item.kind, item.model_type, item.model_id, '' as segment, item.item_id, item.version,
  item.change_index, item.content, item.bytes, item.updated_at, item.recent`);
export const localStoreColumns = sql.raw(`
  'local_store_item' as kind, item.model_type, item.model_id, item.segment, item.key as item_id,
  item.version, item.change_index, jsonb_build_object('value', item.value) as content,
  octet_length(item.value) as bytes, item.updated_at, item.recent`);

const isInLocalStore = ({ kind }: ItemKey) => kind === 'local_store_item';

/**
 * The row that is `given`: one look into the primary key. Without the barrier PostgreSQL may read all of an
 * issue at once instead, where it expects few rows there.
 */
export const givenItem = ({ subject, course_id, issue_id }: Issue) => sql`
  select * from clag.content_items item
  where item.subject = ${subject} and item.course_id = ${course_id}
    and item.issue_id = ${issue_id} and item.kind = given.kind
    and item.model_type = given.model_type and item.model_id = given.model_id
    and item.item_id = given.item_id
  offset 0`;
/** The same in the local store. */
export const givenLocalStoreItem = ({ subject, course_id, issue_id }: Issue) => sql`
  select * from clag.local_store_items item
  where item.subject = ${subject} and item.course_id = ${course_id}
    and item.issue_id = ${issue_id} and item.model_type = given.model_type
    and item.model_id = given.model_id and item.segment = given.segment
    and item.key = given.item_id
  offset 0`;

/** Reads what is stored under these keys; what is not stored is left out. */
export async function readItems(
  transaction: Database,
  issue: Issue,
  keys: readonly ItemKey[],
): Promise<StoredItem[]> {
  const items = columnsOf(keys.filter((key) => !isInLocalStore(key)));
  const local = columnsOf(keys.filter(isInLocalStore));
  const found: ItemRow[] = [];
  if (items.kinds.length > 0) {
    const { rows } = await sql<ItemRow>`
      select ${itemColumns}
      from unnest(
        ${items.kinds}::text[], ${items.modelTypes}::text[], ${items.modelIds}::text[],
        ${items.itemIds}::text[]
      ) as given (kind, model_type, model_id, item_id)
      cross join lateral (${givenItem(issue)}) item
    `.execute(transaction);
    found.push(...rows);
  }
  if (local.kinds.length > 0) {
    const { rows } = await sql<ItemRow>`
      select ${localStoreColumns}
      from unnest(
        ${local.modelTypes}::text[], ${local.modelIds}::text[], ${local.segments}::text[],
        ${local.itemIds}::text[]
      ) as given (model_type, model_id, segment, item_id)
      cross join lateral (${givenLocalStoreItem(issue)}) item
    `.execute(transaction);
    found.push(...rows);
  }
  return found.map(toItem);
}

export function toItem(row: ItemRow): StoredItem {
  return {
    key: keyOf(row),
    version: row.version,
    content: row.content,
    bytes: row.bytes,
    updatedAt: row.updated_at,
    recent: row.recent,
  };
}

/** Writes items, new ones and known ones. The caller has the lock of the issue. */
export async function writeItems(
  transaction: Database,
  issue: Issue,
  items: readonly NextItem[],
): Promise<void> {
  const local = items.filter(({ key }) => isInLocalStore(key));
  const others = items.filter(({ key }) => !isInLocalStore(key));
  if (others.length > 0) await writeContentItems(transaction, issue, others);
  if (local.length > 0) await writeLocalStoreItems(transaction, issue, local);
}

async function writeContentItems(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  items: readonly NextItem[],
): Promise<void> {
  const keys = columnsOf(items.map(({ key }) => key));
  await sql`
    insert into clag.content_items
      (subject, course_id, issue_id, kind, model_type, model_id, item_id, version, change_index,
        content, bytes, updated_at, recent)
    select ${subject}, ${course_id}, ${issue_id}, given.*
    from unnest(
      ${keys.kinds}::text[], ${keys.modelTypes}::text[], ${keys.modelIds}::text[],
      ${keys.itemIds}::text[],
      ${items.map(({ version }) => version)}::integer[],
      ${items.map(({ changeIndex }) => changeIndex)}::bigint[],
      ${items.map(({ content }) => content && JSON.stringify(content))}::jsonb[],
      ${items.map(({ bytes }) => bytes)}::integer[],
      ${items.map(({ updatedAt }) => updatedAt.toISOString())}::timestamptz[],
      ${items.map(({ recent }) => JSON.stringify(recent))}::jsonb[]
    ) as given
    on conflict (subject, course_id, issue_id, kind, model_type, model_id, item_id)
    do update set
      version = excluded.version, change_index = excluded.change_index, content = excluded.content,
      bytes = excluded.bytes, updated_at = excluded.updated_at, recent = excluded.recent
  `.execute(transaction);
}

async function writeLocalStoreItems(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  items: readonly NextItem[],
): Promise<void> {
  const keys = columnsOf(items.map(({ key }) => key));
  await sql`
    insert into clag.local_store_items
      (subject, course_id, issue_id, model_type, model_id, segment, key, value, version, change_index,
        updated_at, recent)
    select ${subject}, ${course_id}, ${issue_id}, given.*
    from unnest(
      ${keys.modelTypes}::text[], ${keys.modelIds}::text[], ${keys.segments}::text[],
      ${keys.itemIds}::text[],
      ${items.map(({ content }) => String(content?.['value']))}::text[],
      ${items.map(({ version }) => version)}::integer[],
      ${items.map(({ changeIndex }) => changeIndex)}::bigint[],
      ${items.map(({ updatedAt }) => updatedAt.toISOString())}::timestamptz[],
      ${items.map(({ recent }) => JSON.stringify(recent))}::jsonb[]
    ) as given
    on conflict (subject, course_id, issue_id, model_type, model_id, segment, key)
    do update set
      value = excluded.value, version = excluded.version, change_index = excluded.change_index,
      updated_at = excluded.updated_at, recent = excluded.recent
  `.execute(transaction);
}
