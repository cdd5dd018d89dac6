import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { sendLater } from '../../storage/send-later.ts';
import {
  columnsOf,
  copyColumns,
  givenKeys,
  inIssue,
  sameItem,
  toCopy,
  type CopyRow,
} from './item-rows.ts';
import type { ConflictCopy, Issue, ItemKey, StoredItem } from './item.ts';

/** An item as it is to be written. */
interface NextItem extends StoredItem {
  readonly changeIndex: number;
}

/** Writes items, new ones and known ones. The caller has the lock of the issue. */
export async function writeItems(
  transaction: Database,
  issue: Issue,
  items: readonly NextItem[],
): Promise<void> {
  const { local = [], others = [] } = Object.groupBy(items, ({ key }) =>
    key.kind === 'local_store_item' ? 'local' : 'others',
  );
  if (others.length > 0) await writeContentItems(transaction, issue, others);
  if (local.length > 0) await writeLocalStoreItems(transaction, issue, local);
}

async function writeContentItems(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  items: readonly NextItem[],
): Promise<void> {
  const keys = columnsOf(items.map(({ key }) => key));
  // The row has it where leaders see another version.
  const earlier = items.map(({ shared, version }) =>
    shared?.version === version ? undefined : shared,
  );
  await sendLater(
    transaction,
    sql`
      insert into clag.content_items
        (subject, course_id, issue_id, kind, model_type, model_id, item_id, version, change_index,
          content, bytes, updated_at, recent, shared_version, shared_at)
      select ${subject}, ${course_id}, ${issue_id}, given.*
      from unnest(
        ${keys.kinds}::text[], ${keys.modelTypes}::text[], ${keys.modelIds}::text[],
        ${keys.itemIds}::text[],
        ${items.map(({ version }) => version)}::integer[],
        ${items.map(({ changeIndex }) => changeIndex)}::bigint[],
        ${items.map(({ content }) => content && JSON.stringify(content))}::jsonb[],
        ${items.map(({ bytes }) => bytes)}::integer[],
        ${items.map(({ updatedAt }) => updatedAt.toISOString())}::timestamptz[],
        ${items.map(({ recent }) => JSON.stringify(recent))}::jsonb[],
        ${earlier.map((shared) => shared?.version ?? null)}::integer[],
        ${earlier.map((shared) => shared?.at.toISOString() ?? null)}::timestamptz[]
      ) as given
      on conflict (subject, course_id, issue_id, kind, model_type, model_id, item_id)
      do update set
        version = excluded.version, change_index = excluded.change_index, content = excluded.content,
        bytes = excluded.bytes, updated_at = excluded.updated_at, recent = excluded.recent,
        shared_version = excluded.shared_version, shared_at = excluded.shared_at
    `,
  );
}

async function writeLocalStoreItems(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  items: readonly NextItem[],
): Promise<void> {
  const keys = columnsOf(items.map(({ key }) => key));
  await sendLater(
    transaction,
    sql`
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
    `,
  );
}

/** Keeps replaced versions. */
export async function writeCopies(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  copies: readonly ConflictCopy[],
): Promise<void> {
  if (copies.length === 0) return;
  const keys = columnsOf(copies.map(({ key }) => key));
  await sendLater(
    transaction,
    sql`
      insert into clag.conflict_copies
        (subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version, content,
          bytes, updated_at)
      select ${subject}, ${course_id}, ${issue_id}, given.*
      from unnest(
        ${keys.kinds}::text[], ${keys.modelTypes}::text[], ${keys.modelIds}::text[],
        ${keys.segments}::text[], ${keys.itemIds}::text[],
        ${copies.map(({ version }) => version)}::integer[],
        ${copies.map(({ content }) => JSON.stringify(content))}::jsonb[],
        ${copies.map(({ bytes }) => bytes)}::integer[],
        ${copies.map(({ updatedAt }) => updatedAt.toISOString())}::timestamptz[]
      ) as given
    `,
  );
}

/** A conflict copy by its name. */
export interface CopyName {
  readonly key: ItemKey;
  readonly version: number;
}

/** Deletes settled copies. @returns those that were there */
export async function deleteCopies(
  transaction: Database,
  issue: Issue,
  names: readonly CopyName[],
): Promise<readonly ConflictCopy[]> {
  if (names.length === 0) return [];
  const given = givenKeys(
    names.map(({ key }) => key),
    names.map(({ version }) => version),
  );
  const { rows } = await sql<CopyRow>`
    delete from clag.conflict_copies copy using ${given}
    where ${inIssue(issue)} and ${sameItem('copy', 'given')} and copy.version = given.version
    returning ${copyColumns}
  `.execute(transaction);
  return rows.map(toCopy);
}
