import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contentOf, firstRows, inIssue, itemsOf, versionsOf } from '../items/item-rows.ts';
import { itemKinds, keyOf, type Issue, type ItemKey } from '../items/item.ts';
import type { StoredVersion } from './line.ts';

/** Size of a piece; one item may be larger, up to 4 MiB. */
const bytesAtOnce = 256 * 1024;
const rowsAtOnce = 500;

interface Row extends ItemKey {
  readonly version: number;
  readonly json: string;
  readonly updated_at: Date;
  readonly is_copy: boolean;
}

/** Rows that are read in the order of their table's primary key. */
interface Source {
  readonly table: RawBuilder<unknown>;
  readonly order: readonly (keyof ItemKey | 'version')[];
}

/** Items before conflict copies: a version that is replaced meanwhile is there twice rather than nowhere. */
const sources: readonly Source[] = [
  {
    table: itemsOf(itemKinds.filter((kind) => kind !== 'local_store_item')),
    order: ['kind', 'model_type', 'model_id', 'item_id'],
  },
  {
    table: itemsOf(['local_store_item']),
    order: ['model_type', 'model_id', 'segment', 'item_id'],
  },
  {
    table: versionsOf([]),
    order: ['kind', 'model_type', 'model_id', 'segment', 'item_id', 'version'],
  },
];

/**
 * Gives all that is stored of an issue, piece by piece. No connection is held in between, however slowly the pieces
 * are taken.
 */
export async function* storedVersions(
  database: Database,
  issue: Issue,
): AsyncGenerator<readonly StoredVersion[]> {
  for (const source of sources) {
    let last: Row | undefined;
    for (;;) {
      const { rows } = await pieceOf(source, issue, last).execute(database);
      last = rows.at(-1);
      if (!last) break;
      yield rows.map(toVersion);
    }
  }
}

/** The rows after a row, until they are many or large together; the database looks at no content for that. */
function pieceOf({ table, order }: Source, issue: Issue, last: Row | undefined) {
  const columns = sql.join(order.map((column) => sql.ref(column)));
  const after = last && order.map((column) => sql`${last[column]}`);
  return sql<Row>`
    select kind, model_type, model_id, segment, item_id, version, updated_at, is_copy,
      ${contentOf('piece')}::text as json
    from (
      select piece.*, sum(bytes) over (order by ${columns}) - bytes as bytes_before
      from (
        select * from ${table} version
        where ${inIssue(issue)} and not is_removed
          and ${after ? sql`(${columns}) > (${sql.join(after)})` : sql`true`}
        order by ${columns}
        ${firstRows(rowsAtOnce)}
      ) piece
    ) piece
    where bytes_before < ${bytesAtOnce}
    order by ${columns}
  `;
}

function toVersion(row: Row): StoredVersion {
  const { version, json, updated_at, is_copy } = row;
  return { key: keyOf(row), version, json, updatedAt: updated_at, isConflictCopy: is_copy };
}

/** The issues of a course in which a subject has items or conflict copies. */
export async function issuesWithContent(
  database: Database,
  subject: string,
  course_id: string,
  issue_id: string | undefined,
): Promise<readonly string[]> {
  const isAsked = issue_id === undefined ? sql`true` : sql`issue_id = ${issue_id}`;
  const { rows } = await sql<{ issue_id: string }>`
    select issue_id from clag.issue_changes issue
    where subject = ${subject} and course_id = ${course_id} and ${isAsked}
      and exists (
        select 1 from ${versionsOf(itemKinds)} held
        where held.subject = ${subject} and held.course_id = ${course_id}
          and held.issue_id = issue.issue_id and not held.is_removed
      )
    order by issue_id
  `.execute(database);
  return rows.map((row) => row.issue_id);
}
