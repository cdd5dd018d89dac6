import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import {
  copyColumns,
  givenIn,
  givenKeys,
  inIssue,
  itemColumns,
  itemKey,
  itemsOf,
  toCopy,
  toItem,
  versionsOf,
  type CopyRow,
  type ItemRow,
} from './item-rows.ts';
import type { ConflictCopy, Issue, ItemKey, ItemKind, Model, StoredItem } from './item.ts';

/** Items of some kinds on topics or on exercises of an issue. */
export interface OnModels {
  readonly kinds: readonly ItemKind[];
  readonly model_type: Model['model_type'];
  readonly model_ids: readonly string[];
}

const copies = sql.table('clag.conflict_copies');
const kindsOf = (keys: readonly ItemKey[]) => [...new Set(keys.map(({ kind }) => kind))];
const copyOrder = sql.raw(`
  copy.kind, copy.model_type, copy.model_id, copy.segment, copy.item_id, copy.version`);

/** @returns the items with these keys, removed ones too, in any order */
export async function readItems(
  database: Database,
  issue: Issue,
  keys: readonly ItemKey[],
): Promise<StoredItem[]> {
  const [first, ...others] = keys;
  if (!first) return [];
  const items = itemsOf(kindsOf(keys));
  // Most changes are of one item: PostgreSQL plans anew each time where it does not see how many keys a list has.
  const ofKeys =
    others.length === 0
      ? sql`${items} item where ${inIssue(issue)} and ${isKey(first)}`
      : sql`${givenKeys(keys)} cross join lateral ${givenIn(items, issue)} item`;
  const { rows } = await sql<ItemRow>`select ${itemColumns} from ${ofKeys}`.execute(database);
  return rows.map(toItem);
}

/** @returns the conflict copies of the items with these keys */
export async function readCopiesOf(
  database: Database,
  issue: Issue,
  keys: readonly ItemKey[],
): Promise<ConflictCopy[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<CopyRow>`
    select ${copyColumns} from ${givenKeys(keys)} cross join lateral ${givenIn(copies, issue)} copy
    order by ${copyOrder}
  `.execute(database);
  return rows.map(toCopy);
}

const isKey = (key: ItemKey) =>
  sql.join(
    itemKey.map((column) => sql`${sql.id(column)} = ${key[column]}`),
    sql` and `,
  );

const onModels = ({ kinds, model_type, model_ids }: OnModels) => sql`
  kind in (${sql.join(kinds)}) and model_type = ${model_type} and ${isOneOf(model_ids)}`;

/** Most questions are about one: see {@link readItems}. */
const isOneOf = (ids: readonly string[]) =>
  ids.length === 1 ? sql`model_id = ${ids[0]}` : sql`model_id = any(${[...ids]}::text[])`;

/** @returns items, removed ones too where asked for, by their last changes or by their names */
export async function readItemsOn(
  database: Database,
  issue: Issue,
  place: OnModels,
  { order, withRemoved = false }: { order: 'change' | 'name'; withRemoved?: boolean },
): Promise<StoredItem[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns} from ${itemsOf(place.kinds)} item
    where ${inIssue(issue)} and ${onModels(place)} and (${withRemoved} or not is_removed)
    order by ${order === 'change' ? sql`change_index` : sql`model_id, segment, item_id`}
  `.execute(database);
  return rows.map(toItem);
}

/** @returns conflict copies, also those of removed items */
export async function readCopiesOn(
  database: Database,
  issue: Issue,
  place: OnModels,
): Promise<ConflictCopy[]> {
  const { rows } = await sql<CopyRow>`
    select ${copyColumns} from clag.conflict_copies copy where ${inIssue(issue)} and ${onModels(place)}
    order by ${copyOrder}
  `.execute(database);
  return rows.map(toCopy);
}

/** @returns the bytes that are stored under these keys, with those of conflict copies where asked for */
export async function weightOf(
  database: Database,
  issue: Issue,
  keys: readonly ItemKey[],
  withCopies: boolean,
): Promise<number> {
  if (keys.length === 0) return 0;
  const table = (withCopies ? versionsOf : itemsOf)(kindsOf(keys));
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(held.bytes), 0) as bytes
    from ${givenKeys(keys)} cross join lateral ${givenIn(table, issue)} held
  `.execute(database);
  return Number(rows[0]!.bytes);
}

/** As {@link weightOf}. */
export async function weightOn(
  database: Database,
  issue: Issue,
  place: OnModels,
  withCopies: boolean,
): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce(sum(bytes), 0) as bytes
    from ${(withCopies ? versionsOf : itemsOf)(place.kinds)} held
    where ${inIssue(issue)} and ${onModels(place)}
  `.execute(database);
  return Number(rows[0]!.bytes);
}
