import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import {
  columnsOf,
  keyOf,
  type ConflictCopy,
  type Content,
  type Issue,
  type ItemKey,
  type Model,
} from './item.ts';

interface CopyRow extends ItemKey {
  readonly version: number;
  readonly content: Content;
  readonly bytes: number;
  readonly updated_at: Date;
}

const columns = sql.raw(`
  copy.kind, copy.model_type, copy.model_id, copy.segment, copy.item_id, copy.version, copy.content,
  copy.bytes, copy.updated_at`);
const order = sql.raw(
  `copy.kind, copy.model_type, copy.model_id, copy.segment, copy.item_id, copy.version`,
);

function toCopy(row: CopyRow): ConflictCopy {
  return {
    key: keyOf(row),
    version: row.version,
    content: row.content,
    bytes: row.bytes,
    updatedAt: row.updated_at,
  };
}

/** The conflict copies of the item that is `given`, as `givenItem` finds it. */
export const givenCopies = ({ subject, course_id, issue_id }: Issue) => sql`
  select * from clag.conflict_copies copy
  where copy.subject = ${subject} and copy.course_id = ${course_id}
    and copy.issue_id = ${issue_id} and copy.kind = given.kind
    and copy.model_type = given.model_type and copy.model_id = given.model_id
    and copy.segment = given.segment and copy.item_id = given.item_id
  offset 0`;

/** The conflict copies of these items. */
export async function readCopiesOf(
  database: Database,
  issue: Issue,
  keys: readonly ItemKey[],
): Promise<ConflictCopy[]> {
  if (keys.length === 0) return [];
  const given = columnsOf(keys);
  const { rows } = await sql<CopyRow>`
    select ${columns}
    from unnest(
      ${given.kinds}::text[], ${given.modelTypes}::text[], ${given.modelIds}::text[],
      ${given.segments}::text[], ${given.itemIds}::text[]
    ) as given (kind, model_type, model_id, segment, item_id)
    cross join lateral (${givenCopies(issue)}) copy
    order by ${order}
  `.execute(database);
  return rows.map(toCopy);
}

/** The conflict copies on a topic or exercise, of some kinds. */
export async function readCopiesOn(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  { model_type, model_id }: Model,
  kinds: readonly ItemKey['kind'][],
): Promise<ConflictCopy[]> {
  const { rows } = await sql<CopyRow>`
    select ${columns}
    from clag.conflict_copies copy
    where copy.subject = ${subject} and copy.course_id = ${course_id}
      and copy.issue_id = ${issue_id} and copy.kind in (${sql.join(kinds)})
      and copy.model_type = ${model_type} and copy.model_id = ${model_id}
    order by ${order}
  `.execute(database);
  return rows.map(toCopy);
}

/** Keeps replaced versions. */
export async function writeCopies(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  copies: readonly ConflictCopy[],
): Promise<void> {
  if (copies.length === 0) return;
  const keys = columnsOf(copies.map(({ key }) => key));
  await sql`
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
  `.execute(transaction);
}

/** A conflict copy by its name. */
export interface CopyName {
  readonly key: ItemKey;
  readonly version: number;
}

/** Forgets copies that somebody has settled; those that are not there are none. */
export async function deleteCopies(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  names: readonly CopyName[],
): Promise<readonly (CopyName & { readonly bytes: number })[]> {
  if (names.length === 0) return [];
  const keys = columnsOf(names.map(({ key }) => key));
  const { rows } = await sql<CopyRow>`
    delete from clag.conflict_copies copy
    using unnest(
      ${keys.kinds}::text[], ${keys.modelTypes}::text[], ${keys.modelIds}::text[],
      ${keys.segments}::text[], ${keys.itemIds}::text[],
      ${names.map(({ version }) => version)}::integer[]
    ) as given (kind, model_type, model_id, segment, item_id, version)
    where copy.subject = ${subject} and copy.course_id = ${course_id}
      and copy.issue_id = ${issue_id} and copy.kind = given.kind
      and copy.model_type = given.model_type and copy.model_id = given.model_id
      and copy.segment = given.segment and copy.item_id = given.item_id
      and copy.version = given.version
    returning ${columns}
  `.execute(transaction);
  return rows.map(toCopy);
}
