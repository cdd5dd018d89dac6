import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { RowCounts } from '../../storage/subject-data.ts';
import { countSizeAnew } from './subject-size.ts';

/** A table of items, with what differs between the two. */
interface ItemTable {
  readonly name: 'clag.content_items' | 'clag.local_store_items';
  /** What names an item within an issue. */
  readonly key: readonly string[];
  /** Columns that go with the content: the newer one's stay. */
  readonly contents: readonly string[];
  /** Parts of the name of a conflict copy, of the row `item`. */
  readonly copyKey: Readonly<Record<'kind' | 'segment' | 'item_id', RawBuilder<unknown>>>;
  /** The content and its size as a conflict copy has them; `row` is the alias of an item. */
  readonly copied: (row: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const tables: readonly ItemTable[] = [
  {
    name: 'clag.content_items',
    key: ['course_id', 'issue_id', 'kind', 'model_type', 'model_id', 'item_id'],
    contents: ['content', 'bytes'],
    copyKey: { kind: sql`item.kind`, segment: sql`''`, item_id: sql`item.item_id` },
    copied: (row) => sql`${row}.content, ${row}.bytes`,
  },
  {
    name: 'clag.local_store_items',
    key: ['course_id', 'issue_id', 'model_type', 'model_id', 'segment', 'key'],
    contents: ['value'],
    copyKey: {
      kind: sql`'local_store_item'`,
      segment: sql`item.segment`,
      item_id: sql`item.key`,
    },
    copied: (row) => sql`jsonb_build_object('value', ${row}.value), octet_length(${row}.value)`,
  },
];

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(column)));

/**
 * Gives a subject's items and conflict copies to another one. Where both have an item, the one that was
 * updated last stays, and the other becomes a conflict copy.
 *
 * The versions of such an item are added up, and the copies of the first subject are moved above those of
 * the second: so no two are equal, and whoever changes it on a version of before meets a conflict.
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
  for (const table of tables) {
    await copyLosing(transaction, table, from, to);
    moved[table.name] = await moveRows(transaction, table, from, to);
  }
  moved['clag.conflict_copies'] = copies;
  for (const { name } of tables) await tellAnew(transaction, name, from, to);
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
async function lockIssues(transaction: Database, from: string, to: string): Promise<void> {
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

/** Of either, some may have been erased that the other one has. */
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
      (subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version, content,
        bytes, updated_at)
    select ${to}, copy.course_id, copy.issue_id, copy.kind, copy.model_type, copy.model_id,
      copy.segment, copy.item_id, copy.version + coalesce(item.version, local.version, 0),
      copy.content, copy.bytes, copy.updated_at
    from clag.conflict_copies copy
    left join clag.content_items item
      on item.subject = ${to} and item.course_id = copy.course_id
      and item.issue_id = copy.issue_id and item.kind = copy.kind
      and item.model_type = copy.model_type and item.model_id = copy.model_id
      and item.item_id = copy.item_id
    left join clag.local_store_items local
      on local.subject = ${to} and local.course_id = copy.course_id
      and local.issue_id = copy.issue_id and copy.kind = 'local_store_item'
      and local.model_type = copy.model_type and local.model_id = copy.model_id
      and local.segment = copy.segment and local.key = copy.item_id
    where copy.subject = ${from}
  `.execute(transaction);
  const { numAffectedRows } = await sql`
    delete from clag.conflict_copies where subject = ${from}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Keeps, of each two items of one name and other content, the older one as a conflict copy. */
async function copyLosing(
  transaction: Database,
  { name, key, contents: [content], copyKey, copied }: ItemTable,
  from: string,
  to: string,
): Promise<void> {
  const sameName = sql.join(
    key.map((column) => sql`item.${sql.id(column)} = other.${sql.id(column)}`),
    sql` and `,
  );
  const [item, other] = [sql`item`, sql`other`];
  await sql`
    insert into clag.conflict_copies
      (subject, course_id, issue_id, kind, model_type, model_id, segment, item_id, version, content,
        bytes, updated_at)
    select ${to}, item.course_id, item.issue_id, ${copyKey.kind}, item.model_type, item.model_id,
      ${copyKey.segment}, ${copyKey.item_id}, kept.*
    from ${sql.table(name)} item
    join ${sql.table(name)} other on ${sameName}
    cross join lateral (
      select item.version + other.version, ${copied(item)}, item.updated_at
      where item.updated_at <= other.updated_at and item.${sql.id(content!)} is not null
      union all
      select other.version, ${copied(other)}, other.updated_at
      where item.updated_at > other.updated_at and other.${sql.id(content!)} is not null
    ) kept
    where item.subject = ${from} and other.subject = ${to}
      and item.${sql.id(content!)} is distinct from other.${sql.id(content!)}
  `.execute(transaction);
}

/** A distribution key cannot be updated, so rows are written anew under the other subject. */
async function moveRows(
  transaction: Database,
  { name, key, contents }: ItemTable,
  from: string,
  to: string,
): Promise<number> {
  const columns = [...key, ...contents, 'version', 'change_index', 'updated_at', 'recent'];
  const newer = sql.join(
    [...contents, 'updated_at'].map(
      (column) => sql`${sql.id(column)} = case when excluded.updated_at > item.updated_at
        then excluded.${sql.id(column)} else item.${sql.id(column)} end`,
    ),
  );
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

/** Has everything of the moved issues told to all devices: it comes after what they know. */
async function tellAnew(
  transaction: Database,
  name: ItemTable['name'],
  from: string,
  to: string,
): Promise<void> {
  const key = tables.find((table) => table.name === name)!.key;
  const sameName = sql.join(
    key.map((column) => sql`item.${sql.id(column)} = told.${sql.id(column)}`),
    sql` and `,
  );
  await sql`
    with told as (
      select ${sql.join(key.map((column) => sql`item.${sql.id(column)}`))},
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
      from told where item.subject = ${to} and ${sameName}
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
