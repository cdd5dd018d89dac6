import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { itemColumns, localStoreColumns, toItem, type ItemRow } from './item-rows.ts';
import type { Issue, ItemKind, Model, StoredItem } from './item.ts';

/** What stands on a topic or exercise, of some kinds, in the order that it was last changed. */
export async function readItemsOn(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  { model_type, model_id }: Model,
  kinds: readonly ItemKind[],
): Promise<StoredItem[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns}
    from clag.content_items item
    where item.subject = ${subject} and item.course_id = ${course_id}
      and item.issue_id = ${issue_id} and item.kind in (${sql.join(kinds)})
      and item.model_type = ${model_type} and item.model_id = ${model_id}
      and item.content is not null
    order by item.change_index
  `.execute(database);
  return rows.map(toItem);
}

/** Everything of one kind on several topics or exercises, removed items among it. */
export async function readItemsOfModels(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  kind: ItemKind,
  modelType: Model['model_type'],
  modelIds: readonly string[],
): Promise<StoredItem[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns}
    from clag.content_items item
    where item.subject = ${subject} and item.course_id = ${course_id}
      and item.issue_id = ${issue_id} and item.kind = ${kind} and item.model_type = ${modelType}
      and item.model_id = any(${modelIds}::text[])
    order by item.model_id, item.item_id
  `.execute(database);
  return rows.map(toItem);
}

/** The local store items of a topic or exercise, by their names. */
export async function readLocalStore(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  { model_type, model_id }: Model,
): Promise<StoredItem[]> {
  const { rows } = await sql<ItemRow>`
    select ${localStoreColumns}
    from clag.local_store_items item
    where item.subject = ${subject} and item.course_id = ${course_id}
      and item.issue_id = ${issue_id} and item.model_type = ${model_type}
      and item.model_id = ${model_id}
    order by item.segment, item.key
  `.execute(database);
  return rows.map(toItem);
}
