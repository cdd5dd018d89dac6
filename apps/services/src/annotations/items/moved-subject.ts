import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import type { RowCounts } from '../../storage/subject-data.ts';
import { contentOf, itemKey, itemsOf, same } from './item-rows.ts';
import { itemKinds } from './item.ts';
import { countSizeAnew } from './subject-size.ts';

/** A table of items, which rows are written to. */
interface ItemTable {
  readonly name: 'clag.content_items' | 'clag.local_store_items';
  /** Columns that name an item, and those of `itemsOf` that go there. */
  readonly key: Readonly<Record<string, string>>;
  /** Columns that go with the content: the newer one's stay. */
  readonly contents: readonly string[];
  /** Columns that are null where two rows become one. */
  readonly versions: readonly string[];
  /** True for a row of `itemsOf` that the table has. */
  readonly isOfTable: RawBuilder<boolean>;
}

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.id(column)));
/** Columns that name an item of a subject. */
const subjectKey = ['course_id', 'issue_id', ...itemKey];
const namesOfText = sql.join(subjectKey.map((column) => sql`${sql.id(column)} text`));
const asThey = (columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, column]));

const tables: readonly ItemTable[] = [
  {
    name: 'clag.content_items',
    key: asThey(['course_id', 'issue_id', 'kind', 'model_type', 'model_id', 'item_id']),
    contents: ['content', 'bytes', 'shared_at'],
    versions: ['shared_version'],
    isOfTable: sql`kind <> 'local_store_item'`,
  },
  {
    name: 'clag.local_store_items',
    key: {
      ...asThey(['course_id', 'issue_id', 'model_type', 'model_id', 'segment']),
      key: 'item_id',
    },
    contents: ['value'],
    versions: [],
    isOfTable: sql`kind = 'local_store_item'`,
  },
];

const items = itemsOf(itemKinds);
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
  const floors = await lockIssues(transaction, from, to);
  const copies = await moveCopies(transaction, from, to);
  const moved = await moveRows(transaction, from, to);
  for (const table of tables) await tellAnew(transaction, table, to, floors);
  const versionFloor = await greatestFloor(transaction, from, to);
  await sql`
    update clag.issue_changes issue set
      version_floor = greatest(issue.version_floor, ${versionFloor}),
      removed_items = (
        select count(*) from clag.content_items item
        where item.subject = ${to} and item.course_id = issue.course_id
          and item.issue_id = issue.issue_id and item.content is null
      )
    where issue.subject = ${to}
  `.execute(transaction);
  await sql`delete from clag.issue_changes where subject = ${from}`.execute(transaction);
  await sql`delete from clag.content_sizes where subject = ${from}`.execute(transaction);
  await countSizeAnew(transaction, to, versionFloor);
  return { ...moved, 'clag.conflict_copies': copies };
}

/** Issues of the moved subject: a JSON list of `course_id`, `issue_id` and `version_floor`. */
type MovedIssues = string;

const tableOf = (issues: MovedIssues) => sql`
  json_to_recordset(${issues}::json) other (course_id text, issue_id text, version_floor integer)`;

/** Keeps all others from the issues of both subjects, in one order, so that two moves never wait in a circle. */
export async function lockIssues(
  transaction: Database,
  from: string,
  to: string,
): Promise<MovedIssues> {
  const issuesOf = async (subject: string, lock: RawBuilder<unknown>): Promise<MovedIssues> => {
    const { rows } = await sql<{ row: string }>`
      select json_build_object(
        'course_id', course_id, 'issue_id', issue_id, 'version_floor', version_floor
      )::text as row
      from clag.issue_changes where subject = ${subject} order by course_id, issue_id ${lock}
    `.execute(transaction);
    return `[${rows.map(({ row }) => row).join(',')}]`;
  };
  const begin = (issues: MovedIssues, onConflict: RawBuilder<unknown>) =>
    sql`
      insert into clag.issue_changes as issue (subject, course_id, issue_id, version_floor)
      select ${to}, course_id, issue_id, version_floor from ${tableOf(issues)}
      order by course_id, issue_id
      on conflict (subject, course_id, issue_id) do ${onConflict}
    `.execute(transaction);
  // Locks no row that is there: that would be out of order.
  await begin(await issuesOf(from, sql``), sql`nothing`);
  const [first, second] = [from, to].toSorted() as [string, string];
  const locked = new Map([
    [first, await issuesOf(first, sql`for update`)],
    [second, await issuesOf(second, sql`for update`)],
  ]);
  const issues = locked.get(from)!;
  // With those that have begun until then.
  await begin(
    issues,
    sql`update set version_floor = greatest(issue.version_floor, excluded.version_floor)`,
  );
  return issues;
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
  const columns = sql`${names(subjectKey)}, version, content, bytes, updated_at`;
  const query = sql<{ row: string }>`
    select row_to_json(copy)::text as row
    from (select ${columns} from clag.conflict_copies where subject = ${from}) copy
  `;
  for await (const rows of streamRows(transaction, query)) {
    await sql`
      insert into clag.conflict_copies (subject, ${columns})
      select ${to}, ${sql.join(subjectKey.map((column) => sql.id('copy', column)))},
        copy.version + coalesce(item.version, 0), copy.content, copy.bytes, copy.updated_at
      from json_to_recordset(${`[${rows.join(',')}]`}::json) copy (
        ${namesOfText}, version integer, content jsonb, bytes integer, updated_at timestamptz
      )
      left join ${items} item on item.subject = ${to} and ${same(subjectKey, 'item', 'copy')}
    `.execute(transaction);
  }
  const { numAffectedRows } = await sql`
    delete from clag.conflict_copies where subject = ${from}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Moves the items. Of each two of one name the one that was updated last stays. */
async function moveRows(transaction: Database, from: string, to: string): Promise<RowCounts> {
  const query = sql<{ row: string }>`
    select row_to_json(item)::text as row from ${items} item where subject = ${from}
  `;
  // Rows pass through here, because the two subjects may lie on two machines.
  for await (const rows of streamRows(transaction, query)) {
    const given = sql`json_to_recordset(${`[${rows.join(',')}]`}::json) item (
      ${namesOfText}, version integer, content jsonb, value text, bytes integer,
      updated_at timestamptz, change_index bigint, recent jsonb, is_removed boolean,
      shared_version integer, shared_at timestamptz
    )`;
    await copyLosing(transaction, given, to);
    for (const table of tables) await writeRows(transaction, table, given, to);
  }
  const moved: Record<string, number> = {};
  for (const { name } of tables) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(name)} where subject = ${from}
    `.execute(transaction);
    moved[name] = Number(numAffectedRows ?? 0);
  }
  return moved;
}

/**
 * Keeps, of each two items of one name and other content, the older one as a conflict copy.
 *
 * @param given moved items, as a table `item`
 */
async function copyLosing(
  transaction: Database,
  given: RawBuilder<unknown>,
  to: string,
): Promise<void> {
  await sql`
    insert into clag.conflict_copies
      (subject, ${names(subjectKey)}, version, content, bytes, updated_at)
    select ${to}, ${sql.join(subjectKey.map((column) => sql.id('item', column)))}, kept.version,
      ${contentOf('kept')}, kept.bytes, kept.updated_at
    from ${given}
    join ${items} other on other.subject = ${to} and ${same(subjectKey, 'item', 'other')}
    cross join lateral (
      select item.version + other.version as version, item.content, item.value, item.bytes, item.updated_at
      where item.updated_at <= other.updated_at and not item.is_removed
      union all
      select other.version, other.content, other.value, other.bytes, other.updated_at
      where item.updated_at > other.updated_at and not other.is_removed
    ) kept
    where (item.content, item.value) is distinct from (other.content, other.value)
  `.execute(transaction);
}

async function writeRows(
  transaction: Database,
  { name, key, contents, versions, isOfTable }: ItemTable,
  given: RawBuilder<unknown>,
  to: string,
): Promise<void> {
  const others = [...contents, ...versions, 'version', 'change_index', 'updated_at', 'recent'];
  const newer = sql.join([
    ...[...contents, 'updated_at'].map(
      (column) => sql`${sql.id(column)} = case when excluded.updated_at > item.updated_at
        then excluded.${sql.id(column)} else item.${sql.id(column)} end`,
    ),
    ...versions.map((column) => sql`${sql.id(column)} = null`),
  ]);
  await sql`
    insert into ${sql.table(name)} as item (subject, ${names([...Object.keys(key), ...others])})
    select ${to}, ${names([...Object.values(key), ...others])} from ${given} where ${isOfTable}
    on conflict (subject, ${names(Object.keys(key))}) do update set
      ${newer}, version = item.version + excluded.version + 1, recent = '[]'
  `.execute(transaction);
}

/** Gives all items of the moved issues new indexes, so that each device is told of them. */
async function tellAnew(
  transaction: Database,
  { name, key }: ItemTable,
  to: string,
  issues: MovedIssues,
): Promise<void> {
  const columns = Object.keys(key);
  await sql`
    update ${sql.table(name)} item set change_index = told.change_index
    from (
      select ${sql.join(columns.map((column) => sql.id('item', column)))},
        issue.last_index + row_number() over (
          partition by item.course_id, item.issue_id order by item.change_index, item.version
        ) as change_index
      from ${sql.table(name)} item
      join clag.issue_changes issue
        on issue.subject = ${to} and issue.course_id = item.course_id
        and issue.issue_id = item.issue_id
      join ${tableOf(issues)}
        on other.course_id = item.course_id and other.issue_id = item.issue_id
      where item.subject = ${to}
    ) told
    where item.subject = ${to} and ${same(columns, 'item', 'told')}
  `.execute(transaction);
  await sql`
    update clag.issue_changes issue set last_index = last.change_index
    from (
      select course_id, issue_id, max(change_index) as change_index
      from ${sql.table(name)} where subject = ${to} group by course_id, issue_id
    ) last
    where issue.subject = ${to} and issue.course_id = last.course_id
      and issue.issue_id = last.issue_id and issue.last_index < last.change_index
  `.execute(transaction);
}
