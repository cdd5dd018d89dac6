import { sql, type RawBuilder } from 'kysely';
import {
  keyOf,
  type ConflictCopy,
  type Content,
  type Issue,
  type ItemKey,
  type ItemKind,
  type RecentVersion,
  type StoredItem,
} from './item.ts';

/*
 * Everything that a user has written, as rows of one form:
 *
 *   clag.content_items      annotations, notes, bookmarks, answers, … ─┐
 *                                                                      ├▶ itemsOf ─┐
 *   clag.local_store_items  values that content keeps ─────────────────┘           ├▶ versionsOf
 *   clag.conflict_copies    replaced versions of both ─────────────────────────────┘
 *
 * PostgreSQL pulls the unions up into a query, so that each table is read by its own indexes. For that the columns
 * have the same types in all tables. A value stays text: `toItem` makes a content of it.
 */

const contentItems = `
  select subject, course_id, issue_id, kind, model_type, model_id, ''::text as segment, item_id, version, content,
    null::text as value, bytes, updated_at, change_index, recent, content is null as is_removed, false as is_copy,
    shared_version, shared_at
  from clag.content_items`;
const localStoreItems = `
  select subject, course_id, issue_id, 'local_store_item'::text as kind, model_type, model_id, segment,
    key as item_id, version, null::jsonb as content, value, octet_length(value) as bytes, updated_at, change_index,
    recent, false as is_removed, false as is_copy, null::integer as shared_version, null::timestamptz as shared_at
  from clag.local_store_items`;
const conflictCopies = `
  select subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version, content,
    null::text as value, bytes, updated_at, null::bigint as change_index, null::jsonb as recent,
    false as is_removed, true as is_copy, null::integer as shared_version, null::timestamptz as shared_at
  from clag.conflict_copies`;

const isLocal = (kind: ItemKind) => kind === 'local_store_item';
const union = (tables: readonly string[]) => sql.raw(`(${tables.join(' union all ')})`);

/** The tables of these kinds alone: a table that is not named takes no time to plan. */
const tablesOf = (kinds: readonly ItemKind[]) => [
  ...(kinds.every(isLocal) ? [] : [contentItems]),
  ...(kinds.some(isLocal) ? [localStoreItems] : []),
];

export const itemsOf = (kinds: readonly ItemKind[]) => union(tablesOf(kinds));

/** Items of these kinds and conflict copies of all kinds as a table. A copy has its content in `content`. */
export const versionsOf = (kinds: readonly ItemKind[]) =>
  union([...tablesOf(kinds), conflictCopies]);

/**
 * The first rows in the order of an index. PostgreSQL expects a tenth of the rows where it does not see how many are
 * asked for: so it reads by that index. Otherwise it may read and sort all rows of an issue, of which it expects few.
 */
export const firstRows = (count: number) => sql`limit (select ${count}::bigint)`;

export const inIssue = ({ subject, course_id, issue_id }: Issue) =>
  sql`subject = ${subject} and course_id = ${course_id} and issue_id = ${issue_id}`;

/** Columns that name an item within an issue. */
export const itemKey = ['kind', 'model_type', 'model_id', 'segment', 'item_id'] as const;

/** Two rows have the same values in these columns. */
export const same = (columns: readonly string[], one: string, other: string) =>
  sql.raw(columns.map((column) => `${one}.${column} = ${other}.${column}`).join(' and '));

export const sameItem = (one: string, other: string) => same(itemKey, one, other);

/** Keys, and versions of them, as a table `given`. */
export function givenKeys(keys: readonly ItemKey[], versions: readonly number[] = []) {
  const given = columnsOf(keys);
  return sql`unnest(
    ${given.kinds}::text[], ${given.modelTypes}::text[], ${given.modelIds}::text[],
    ${given.segments}::text[], ${given.itemIds}::text[], ${versions}::integer[]
  ) as given (kind, model_type, model_id, segment, item_id, version)`;
}

/**
 * The rows of `given` in a table: one look into its primary key. Without the barrier PostgreSQL may read all of an
 * issue at once instead, where it expects few rows there.
 */
export const givenIn = (table: RawBuilder<unknown>, issue: Issue) => sql`(
  select * from ${table} held where ${inIssue(issue)} and ${sameItem('held', 'given')} offset 0
)`;

/** A row of {@link itemsOf}. */
export interface ItemRow extends ItemKey {
  readonly version: number;
  readonly change_index: string;
  readonly content: Content | null;
  readonly value: string | null;
  readonly bytes: number;
  readonly updated_at: Date;
  readonly recent: readonly RecentVersion[];
  readonly shared_version: number | null;
  readonly shared_at: Date | null;
}

export const itemColumns = sql.raw(`
  item.kind, item.model_type, item.model_id, item.segment, item.item_id, item.version, item.change_index,
  item.content, item.value, item.bytes, item.updated_at, item.recent, item.shared_version, item.shared_at`);

export function toItem(row: ItemRow): StoredItem {
  const { shared_version, shared_at } = row;
  const shared = { version: shared_version ?? row.version, at: shared_at ?? row.updated_at };
  return {
    key: keyOf(row),
    version: row.version,
    content: row.value === null ? row.content : { value: row.value },
    bytes: row.bytes,
    updatedAt: row.updated_at,
    ...(row.kind === 'answer' && row.content && { shared }),
    recent: row.recent,
  };
}

/** The content of a row of {@link itemsOf} or {@link versionsOf}, as `toItem` makes it. */
export const contentOf = (row: string) =>
  sql.raw(`coalesce(${row}.content, jsonb_build_object('value', ${row}.value))`);

/** A row of `clag.conflict_copies`. */
export interface CopyRow extends ItemKey {
  readonly version: number;
  readonly content: Content;
  readonly bytes: number;
  readonly updated_at: Date;
}

export const copyColumns = sql.raw(`
  copy.kind, copy.model_type, copy.model_id, copy.segment, copy.item_id, copy.version, copy.content,
  copy.bytes, copy.updated_at`);

export function toCopy(row: CopyRow): ConflictCopy {
  return {
    key: keyOf(row),
    version: row.version,
    content: row.content,
    bytes: row.bytes,
    updatedAt: row.updated_at,
  };
}

/** Keys as columns, which `unnest` turns into rows. */
export function columnsOf(keys: readonly ItemKey[]) {
  return {
    kinds: keys.map(({ kind }) => kind),
    modelTypes: keys.map(({ model_type }) => model_type),
    modelIds: keys.map(({ model_id }) => model_id),
    segments: keys.map(({ segment }) => segment),
    itemIds: keys.map(({ item_id }) => item_id),
  };
}
