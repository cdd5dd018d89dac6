import { hash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import type { Tables } from '../../../storage/tables.ts';
import type { Precondition } from './preconditions.ts';

/** Bytes of some media type under a name. */
export interface Content {
  readonly contentType: string;
  readonly content: Buffer;
}

export interface StoredDocument extends Content {
  /** Without its quotes. */
  readonly etag: string;
  readonly updatedAt: Date;
}

type DocumentTable = 'lars.states' | 'lars.agent_profiles' | 'lars.activity_profiles';

/** Columns with their values. */
type Columns = Readonly<Record<string, string | Buffer | null>>;

/** One document: the table that it is in, and what names it there. */
export interface DocumentPlace {
  readonly table: DocumentTable & keyof Tables;
  /** The primary key. */
  readonly key: Columns;
  /** The hashed parts of the key. */
  readonly names: Columns;
  /**
   * The registration for a course of cmi5 in whose room it lies; null: in that of its subject. Absent: its
   * table has no rooms of registrations.
   */
  readonly keptFor?: string | null | undefined;
  /** Documents stored before this time are hidden. */
  readonly since?: string | undefined;
}

/** Several documents: all with these values. */
export interface DocumentSet {
  readonly table: DocumentTable & keyof Tables;
  readonly where: Columns;
  /** Documents stored before this time are hidden. */
  readonly since?: string | undefined;
  /** Column of what is listed. */
  readonly id: 'profile_id' | 'state_id';
}

/** Of the content alone, as xAPI 1.0.3 wants it (Communication 3.1): it guards against mistakes. */
export function etagOf(content: Buffer): string {
  return hash('sha1', content, 'hex');
}

export async function findDocument(
  database: Database,
  { table, key, since }: DocumentPlace,
  lock: RawBuilder<unknown> = sql``,
): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select content_type as "contentType", content, etag, updated_at as "updatedAt"
    from ${sql.table(table)} stored where ${allEqual(key)} and ${isStoredSince(since)} ${lock}
  `.execute(database);
  return rows[0];
}

/**
 * Stores a document if what is there is as it has to be: one statement, so that of two who replace the
 * same state of a document one is refused.
 *
 * @returns whether it was stored.
 */
export async function putDocument(
  database: Database,
  place: DocumentPlace,
  { contentType, content }: Content,
  precondition: Precondition,
): Promise<boolean> {
  const { table, key, names, keptFor } = place;
  const columns: Columns = {
    ...key,
    ...names,
    ...(keptFor !== undefined && { kept_for: keptFor }),
    content_type: contentType,
    etag: etagOf(content),
    content,
  };
  const holds = isAsAsked(precondition);
  const changed = (now: RawBuilder<Date>) => sql`content_type = ${contentType},
    etag = ${columns['etag']}, content = ${content}, updated_at = greatest(stored.updated_at, ${now})
    ${keptFor === undefined ? sql`` : sql`, kept_for = ${keptFor}`}`;
  const stored =
    precondition.match === undefined
      ? sql`insert into ${sql.table(table)} as stored
          (${sql.join([...Object.keys(columns), 'updated_at'].map((column) => sql.id(column)))})
        values (${sql.join(Object.values(columns))}, clock_timestamp())
        on conflict (${sql.join(Object.keys(key).map((column) => sql.id(column)))})
        do update set ${changed(sql`excluded.updated_at`)} where ${holds}`
      : sql`update ${sql.table(table)} stored set ${changed(sql`statement_timestamp()`)}
          where ${allEqual(key)} and ${holds}`;
  const { numAffectedRows } = await stored.execute(database);
  return numAffectedRows === 1n;
}

/** @returns whether it is gone; not so where there was none as it has to be. */
export async function removeDocument(
  database: Database,
  { table, key }: DocumentPlace,
  precondition: Precondition,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} stored where ${allEqual(key)} and ${isAsAsked(precondition)}
  `.execute(database);
  return numAffectedRows === 1n;
}

export async function removeDocuments(
  database: Database,
  { table, where }: DocumentSet,
): Promise<void> {
  await sql`delete from ${sql.table(table)} stored where ${allEqual(where)}`.execute(database);
}

/**
 * Ids of the documents of a set, and when one of them was last changed.
 *
 * @param changedSince Only those that were changed later: ISO 8601.
 */
export async function listDocuments(
  database: Database,
  { table, where, since, id }: DocumentSet,
  changedSince: string | undefined,
): Promise<{ readonly ids: readonly string[]; readonly updatedAt: Date | undefined }> {
  const { rows } = await sql<{ id: string; updatedAt: Date }>`
    select ${sql.id(id)} as id, max(updated_at) as "updatedAt"
    from ${sql.table(table)} stored
    where ${allEqual(where)} and ${isStoredSince(since)}
      and ${changedSince === undefined ? sql`true` : sql`updated_at > ${changedSince}::timestamptz`}
    group by ${sql.id(id)} order by ${sql.id(id)} collate "C"
  `.execute(database);
  const latest = Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime()));
  return {
    ids: rows.map((row) => row.id),
    updatedAt: rows.length === 0 ? undefined : new Date(latest),
  };
}

/** True where the stored document meets the precondition. */
function isAsAsked({ match = '*', noneMatch = [] }: Precondition): RawBuilder<unknown> {
  if (noneMatch === '*') return sql`false`;
  const isMatched = match === '*' ? sql`true` : sql`stored.etag = any(${match}::text[])`;
  return sql`${isMatched} and stored.etag <> all(${noneMatch}::text[])`;
}

function isStoredSince(since: string | undefined): RawBuilder<unknown> {
  return since === undefined ? sql`true` : sql`stored.updated_at >= ${since}`;
}

function allEqual(columns: Columns): RawBuilder<unknown> {
  const conditions = Object.entries(columns).map(
    ([column, value]) => sql`stored.${sql.id(column)} = ${value}`,
  );
  return sql.join(conditions, sql` and `);
}
