import { sql, type RawBuilder } from 'kysely';
import type { Question } from '../../http/page-cursor.ts';
import type { Database } from '../../storage/database.ts';
import { readIdCursor, writeIdCursor } from './id-cursor.ts';
import {
  firstRows,
  inIssue,
  itemColumns,
  itemsOf,
  sameItem,
  toItem,
  type ItemRow,
} from './item-rows.ts';
import {
  itemKinds,
  type ConflictCopy,
  type Issue,
  type ItemKind,
  type Model,
  type StoredItem,
} from './item.ts';
import { readCopiesOf } from './read.ts';
import type { SyncPlace } from './sync-cursor.ts';

/** Most bytes of content in one answer; it has at least one item. */
export const pageMaximumInBytes = 4 * 1024 * 1024;

/** Items in their order. */
export interface Page {
  readonly items: readonly StoredItem[];
  /** Index of the last one's change. */
  readonly lastIndex: number | undefined;
  readonly hasMore: boolean;
}

/** The bytes of the conflict copies of `item`, which is the subject's. */
const copiesWeight = (subject: string) => sql`coalesce((
  select sum(copy.bytes) from clag.conflict_copies copy
  where copy.subject = ${subject} and copy.course_id = item.course_id
    and copy.issue_id = item.issue_id and ${sameItem('copy', 'item')}
), 0)`;

interface Asked {
  readonly limit: number;
  /** Conflict copies are given, too, and count. */
  readonly withCopies: boolean;
}

/** A list that a call gives page by page. With conflict copies it has those of removed items, too. */
interface List extends Asked {
  readonly kind: ItemKind;
  readonly model_type: Model['model_type'];
  /** Absent: of all topics or exercises. */
  readonly modelIds: readonly string[] | undefined;
  /** Of `item`: its content is asked for. */
  readonly isAsked?: RawBuilder<unknown>;
  /** Begin of the page; a cursor is bound to its question. */
  readonly cursor: string | undefined;
  readonly question: Question;
}

interface ListPage {
  readonly items: readonly StoredItem[];
  /** Absent: not asked for. */
  readonly copies: readonly ConflictCopy[] | undefined;
  readonly next: { readonly next_cursor?: string };
}

/**
 * Items of one kind, by topic or exercise and id.
 *
 * @returns `undefined` where the cursor was never given, or with another question
 */
export async function readList(
  database: Database,
  issue: Issue,
  { kind, model_type, modelIds, isAsked, withCopies, limit, cursor, question }: List,
): Promise<ListPage | undefined> {
  const after = cursor === undefined ? [] : readIdCursor(question, cursor);
  if (!after) return undefined;
  const [afterModel, afterItem = ''] = after;
  const isThere = isAsked ? sql`not is_removed and ${isAsked}` : sql`not is_removed`;
  const condition = sql`
    ${inIssue(issue)} and kind = ${kind} and model_type = ${model_type}
    and ${modelIds ? sql`model_id = any(${[...modelIds]}::text[])` : sql`true`}
    and ${afterModel === undefined ? sql`true` : sql`(model_id, item_id) > (${afterModel}, ${afterItem})`}
    and (${isThere} ${withCopies ? sql`or is_removed and ${copiesWeight(issue.subject)} > 0` : sql``})`;
  const page = await readPage(database, issue.subject, [kind], condition, sql`model_id, item_id`, {
    limit,
    withCopies,
  });
  const keys = page.items.map(({ key }) => key);
  const last = page.hasMore ? keys.at(-1) : undefined;
  const ids = last && [last.model_id, ...(last.item_id === '' ? [] : [last.item_id])];
  return {
    items: page.items.filter(({ content }) => content !== null),
    copies: withCopies ? await readCopiesOf(database, issue, keys) : undefined,
    next: ids ? { next_cursor: writeIdCursor(question, ids) } : {},
  };
}

/**
 * Items that have changed since a place, removals among them, in the order of their last changes.
 *
 * @param upTo Index of the last change.
 */
export function readChangesSince(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  { after, own }: Pick<SyncPlace, 'after' | 'own'>,
  upTo: number,
  asked: Asked,
): Promise<Page> {
  // By the indexes of changes, which have the issue as one value.
  const condition = sql`
    subject = ${subject}
    and array[subject, course_id, issue_id] = ${[subject, course_id, issue_id]}::text[]
    and change_index > ${after} and change_index <= ${upTo}
    and ${own ? sql`change_index not between ${own.from} and ${own.to}` : sql`true`}`;
  return readPage(database, subject, itemKinds, condition, sql`change_index`, asked);
}

/**
 * Reads the first items: as many as asked for, or fewer where they are large.
 *
 * @param order Columns that an index of each table has in this order.
 */
async function readPage(
  database: Database,
  subject: string,
  kinds: readonly ItemKind[],
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit, withCopies }: Asked,
): Promise<Page> {
  const weight = withCopies ? sql`bytes + ${copiesWeight(subject)}` : sql`bytes`;
  const { rows } = await sql<ItemRow & { readonly found: number }>`
    select ${itemColumns}, found from (
      select item.*,
        sum(weight) over (
          order by ${order} rows between unbounded preceding and 1 preceding
        ) as weight_before,
        count(*) over ()::integer as found
      from (
        select item.*, ${weight} as weight from ${itemsOf(kinds)} item
        where ${condition} order by ${order} ${firstRows(limit + 1)}
      ) item
    ) item
    where coalesce(weight_before, 0) < ${pageMaximumInBytes}
    order by ${order}
    limit ${limit}
  `.execute(database);
  const last = rows.at(-1);
  return {
    items: rows.map(toItem),
    lastIndex: last && Number(last.change_index),
    hasMore: last !== undefined && last.found > rows.length,
  };
}
