import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { keyOf, type Issue, type ItemKey } from '../items/item.ts';
import type { StoredVersion } from './line.ts';

/** Pieces are read in so many bytes; one item may be larger, up to 4 MiB. */
const bytesAtOnce = 256 * 1024;
/** …and in so many rows. */
const rowsAtOnce = 500;

interface Row extends ItemKey {
  readonly version: number;
  readonly json: string;
  readonly updated_at: Date;
}

/** A table that is read in the order of its primary key. */
interface Source {
  readonly table: string;
  /** Columns of the key within an issue, and their types. */
  readonly key: readonly (readonly [name: string, type: string])[];
  /** Columns of {@link Row} that have other names in the table. */
  readonly columns: Readonly<Partial<Record<keyof Row | 'bytes', string>>>;
  readonly condition: string;
  readonly isConflictCopy: boolean;
}

const json = 'content::text';

const items: Source = {
  table: 'clag.content_items',
  key: [
    ['kind', 'text'],
    ['model_type', 'text'],
    ['model_id', 'text'],
    ['item_id', 'text'],
  ],
  columns: { segment: `''`, json },
  condition: 'content is not null',
  isConflictCopy: false,
};

const localStoreItems: Source = {
  table: 'clag.local_store_items',
  key: [
    ['model_type', 'text'],
    ['model_id', 'text'],
    ['segment', 'text'],
    ['key', 'text'],
  ],
  columns: {
    kind: `'local_store_item'`,
    item_id: 'key',
    json: `jsonb_build_object('value', value)::text`,
    bytes: 'octet_length(value)',
  },
  condition: 'true',
  isConflictCopy: false,
};

const conflictCopies: Source = {
  table: 'clag.conflict_copies',
  key: [
    ['kind', 'text'],
    ['model_type', 'text'],
    ['model_id', 'text'],
    ['segment', 'text'],
    ['item_id', 'text'],
    ['version', 'integer'],
  ],
  columns: { json },
  condition: 'true',
  isConflictCopy: true,
};

/**
 * Gives all that is stored of an issue, piece by piece: first the items, then the conflict copies, so that
 * what somebody writes meanwhile is rather there twice than nowhere. No connection is held in between,
 * however slowly the pieces are taken.
 */
export async function* storedVersions(
  database: Database,
  issue: Issue,
): AsyncGenerator<readonly StoredVersion[]> {
  for (const source of [items, localStoreItems, conflictCopies]) {
    let last: Row | undefined;
    for (;;) {
      const { rows } = await sql<Row>`${pieceOf(source, issue, last)}`.execute(database);
      last = rows.at(-1);
      if (!last) break;
      yield rows.map((row) => toVersion(row, source));
    }
  }
}

const names = [
  'kind',
  'model_type',
  'model_id',
  'segment',
  'item_id',
  'version',
  'updated_at',
  'json',
] as const;

/** The rows after a row, until they are many or large together; the database looks at no content for that. */
function pieceOf(
  { table, key, columns, condition }: Source,
  { subject, course_id, issue_id }: Issue,
  last: Row | undefined,
): RawBuilder<Row> {
  const order = sql.raw(key.map(([name]) => `piece.${name}`).join(', '));
  const selected = sql.raw(names.map((name) => `${columns[name] ?? name} as ${name}`).join(', '));
  const after = last
    ? sql`(${sql.raw(key.map(([name]) => name).join(', '))}) > (${sql.join(
        key.map(([name, type]) => {
          const value = last[(name === 'key' ? 'item_id' : name) as keyof Row];
          return sql`${value}::${sql.raw(type)}`;
        }),
      )})`
    : sql`true`;
  return sql<Row>`
    select ${selected}
    from (
      select piece.*, sum(${sql.raw(columns.bytes ?? 'bytes')}) over (order by ${order})
        - ${sql.raw(columns.bytes ?? 'bytes')} as bytes_before
      from (
        select * from ${sql.raw(table)}
        where subject = ${subject} and course_id = ${course_id} and issue_id = ${issue_id}
          and ${sql.raw(condition)} and ${after}
        order by ${sql.raw(key.map(([name]) => name).join(', '))}
        limit ${rowsAtOnce}
      ) piece
    ) piece
    where bytes_before < ${bytesAtOnce}
    order by ${order}
  `;
}

function toVersion(row: Row, { isConflictCopy }: Source): StoredVersion {
  const { version, json, updated_at } = row;
  return { key: keyOf(row), version, json, updatedAt: updated_at, isConflictCopy };
}

/** The issues of a course in which a subject has something. */
export async function issuesWithContent(
  database: Database,
  subject: string,
  course_id: string,
  issue_id: string | undefined,
): Promise<readonly string[]> {
  const isAsked = issue_id === undefined ? sql`true` : sql`issue_id = ${issue_id}`;
  const has = (table: string, condition: string) => sql`exists (
    select from ${sql.raw(table)} held
    where held.subject = ${subject} and held.course_id = ${course_id}
      and held.issue_id = issue.issue_id and ${sql.raw(condition)})`;
  const { rows } = await sql<{ issue_id: string }>`
    select issue_id from clag.issue_changes issue
    where subject = ${subject} and course_id = ${course_id} and ${isAsked}
      and (${sql.join(
        [items, localStoreItems, conflictCopies].map(({ table, condition }) =>
          has(table, condition),
        ),
        sql` or `,
      )})
    order by issue_id
  `.execute(database);
  return rows.map((row) => row.issue_id);
}
