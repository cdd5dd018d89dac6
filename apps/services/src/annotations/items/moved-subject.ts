import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { RowCounts } from '../../storage/subject-data.ts';
import { contentOf, itemKey, itemsOf, same } from './item-rows.ts';
import { itemKinds } from './item.ts';
import { countSizeAnew } from './subject-size.ts';

/** A table of items, which rows are written to. */
interface ItemTable {
  readonly name: 'clag.content_items' | 'clag.local_store_items';
  /** Columns that name an item. */
  readonly key: readonly string[];
  /** Columns that go with the content: the newer one's stay. */
  readonly contents: readonly string[];
  /** Columns that are null where two rows become one. */
  readonly versions: readonly string[];
}

const tables: readonly ItemTable[] = [
  {
    name: 'clag.content_items',
    key: ['course_id', 'issue_id', 'kind', 'model_type', 'model_id', 'item_id'],
    contents: ['content', 'bytes', 'shared_at'],
    versions: ['shared_version'],
  },
  {
    name: 'clag.local_store_items',
    key: ['course_id', 'issue_id', 'model_type', 'model_id', 'segment', 'key'],
    contents: ['value'],
    versions: [],
  },
];

const items = itemsOf(itemKinds);
const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(column)));
/** Columns that name an item of a subject. */
const subjectKey = ['course_id', 'issue_id', ...itemKey];

/**
 * Gives a subject's items and conflict copies to another one. Where both have an item, the one that was
 * updated last stays, and the other becomes a conflict copy.
 *
 * The versions of such an item are added up, and the copies of the first subject are moved above those of
 * the second: so no two are equal, and a change on a version from before the move meets a conflict.
 *
 * @returns the rows that were moved, by table.
 */
export async function moveItems(
  transaction: Database,
  from: string,
  to: string,
): Promise<RowCounts> {
  const moved: Record<string, number> = {};
  await lockIssues(transaction, from, to);
  const copies = await moveCopies(transaction, from, to);
  await copyLosing(transaction, from, to);
  for (const table of tables) moved[table.name] = await moveRows(transaction, table, from, to);
  moved['clag.conflict_copies'] = copies;
  for (const table of tables) await tellAnew(transaction, table, from, to);
  const versionFloor = await greatestFloor(transaction, from, to);
  await sql`
    update clag.issue_changes issue set
      version_floor = greatest(issue.version_floor, ${versionFloor}, (
        select version_floor from clag.issue_changes other
        where other.subject = ${from} and other.course_id = issue.course_id
          and other.issue_id = issue.issue_id
      )),
      removed_items = (
        select count(*) from clag.content_items item
        where item.subject = issue.subject and item.course_id = issue.course_id
          and item.issue_id = issue.issue_id and item.content is null
      )
    where issue.subject = ${to}
  `.execute(transaction);
  await sql`delete from clag.issue_changes where subject = ${from}`.execute(transaction);
  await sql`delete from clag.content_sizes where subject = ${from}`.execute(transaction);
  await countSizeAnew(transaction, to, versionFloor);
  return moved;
}

/** Keeps all others from the issues of both. */
export async function lockIssues(transaction: Database, from: string, to: string): Promise<void> {
  await sql`
    insert into clag.issue_changes (subject, course_id, issue_id)
    select ${to}, course_id, issue_id from clag.issue_changes where subject = ${from}
    order by course_id, issue_id
    on conflict do nothing
  `.execute(transaction);
  await sql`
    select from clag.issue_changes where subject in (${from}, ${to})
    order by subject, course_id, issue_id
    for update
  `.execute(transaction);
}

/** The greatest version that either subject has erased: the other one may have the item. */
async function greatestFloor(transaction: Database, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ version_floor: number }>`
    select coalesce(max(version_floor), 0) as version_floor
    from clag.content_sizes where subject in (${from}, ${to})
  `.execute(transaction);
  return rows[0]!.version_floor;
}

async function moveCopies(transaction: Database, from: string, to: string): Promise<number> {
  await sql`
    insert into clag.conflict_copies
      (subject, ${names(subjectKey)}, version, content, bytes, updated_at)
    select ${to}, ${sql.join(subjectKey.map((column) => sql.id('copy', column)))},
      copy.version + coalesce(item.version, 0), copy.content, copy.bytes, copy.updated_at
    from clag.conflict_copies copy
    left join ${items} item on item.subject = ${to} and ${same(subjectKey, 'item', 'copy')}
    where copy.subject = ${from}
  `.execute(transaction);
  const { numAffectedRows } = await sql`
    delete from clag.conflict_copies where subject = ${from}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Keeps, of each two items of one name and other content, the older one as a conflict copy. */
async function copyLosing(transaction: Database, from: string, to: string): Promise<void> {
  await sql`
    insert into clag.conflict_copies
      (subject, ${names(subjectKey)}, version, content, bytes, updated_at)
    select ${to}, ${sql.join(subjectKey.map((column) => sql.id('item', column)))}, kept.version,
      ${contentOf('kept')}, kept.bytes, kept.updated_at
    from ${items} item
    join ${items} other on ${same(subjectKey, 'item', 'other')}
    cross join lateral (
      select item.version + other.version as version, item.content, item.value, item.bytes, item.updated_at
      where item.updated_at <= other.updated_at and not item.is_removed
      union all
      select other.version, other.content, other.value, other.bytes, other.updated_at
      where item.updated_at > other.updated_at and not other.is_removed
    ) kept
    where item.subject = ${from} and other.subject = ${to}
      and (item.content, item.value) is distinct from (other.content, other.value)
  `.execute(transaction);
}

/** A distribution key cannot be updated, so rows are written anew under the other subject. */
async function moveRows(
  transaction: Database,
  { name, key, contents, versions }: ItemTable,
  from: string,
  to: string,
): Promise<number> {
  const columns = [
    ...key,
    ...contents,
    ...versions,
    'version',
    'change_index',
    'updated_at',
    'recent',
  ];
  const newer = sql.join([
    ...[...contents, 'updated_at'].map(
      (column) => sql`${sql.id(column)} = case when excluded.updated_at > item.updated_at
        then excluded.${sql.id(column)} else item.${sql.id(column)} end`,
    ),
    ...versions.map((column) => sql`${sql.id(column)} = null`),
  ]);
  await sql`
    insert into ${sql.table(name)} as item (subject, ${names(columns)})
    select ${to}, ${names(columns)} from ${sql.table(name)} where subject = ${from}
    on conflict (subject, ${names(key)}) do update set
      ${newer}, version = item.version + excluded.version + 1, recent = '[]'
  `.execute(transaction);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(name)} where subject = ${from}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Gives all items of the moved issues new indexes, so that each device is told of them. */
async function tellAnew(
  transaction: Database,
  { name, key }: ItemTable,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    with told as (
      select ${sql.join(key.map((column) => sql.id('item', column)))},
        issue.last_index + row_number() over (
          partition by item.course_id, item.issue_id order by item.change_index, item.version
        ) as change_index
      from ${sql.table(name)} item
      join clag.issue_changes issue
        on issue.subject = ${to} and issue.course_id = item.course_id
        and issue.issue_id = item.issue_id
      join clag.issue_changes other
        on other.subject = ${from} and other.course_id = item.course_id
        and other.issue_id = item.issue_id
      where item.subject = ${to}
    ), written as (
      update ${sql.table(name)} item set change_index = told.change_index
      from told where item.subject = ${to} and ${same(key, 'item', 'told')}
    )
    update clag.issue_changes issue set last_index = last.change_index
    from (
      select course_id, issue_id, max(change_index) as change_index from told
      group by course_id, issue_id
    ) last
    where issue.subject = ${to} and issue.course_id = last.course_id
      and issue.issue_id = last.issue_id
  `.execute(transaction);
}
