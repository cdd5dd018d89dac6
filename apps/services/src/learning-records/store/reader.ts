import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { foundColumns, type FoundStatement } from './found-statement.ts';
import { refersToReadable } from './readable-targets.ts';
import { termOf, type TermKind } from './terms.ts';

/** Filters of statements; all of them have to hold (xAPI 1.0.3, Communication 2.1.3). */
export interface StatementFilter {
  /** `agentKey` of its actor, of its object, or of a member of either. */
  readonly agent?: string | undefined;
  readonly verb?: string | undefined;
  readonly activity?: string | undefined;
  readonly registration?: string | undefined;
  /** Named by the statement itself, and not by one that it refers to. */
  readonly registrationItself?: string | undefined;
  /** `agentKey` of anybody whom it names. */
  readonly relatedAgent?: string | undefined;
  readonly relatedActivity?: string | undefined;
  /** `agentKey` of who said it. */
  readonly authority?: string | undefined;
  /** `data/put`'s name for it. */
  readonly dtoId?: string | undefined;
  readonly readable?: Readable | undefined;
  /** Stored after this moment (ISO 8601). */
  readonly since?: string | undefined;
  /** Stored at this moment or before. */
  readonly until?: string | undefined;
}

/** Readable statements: all of the reader's own, and those of others that happened in a course. */
export interface Readable {
  readonly subject: string;
  /** By subject and course: since when. */
  readonly since?: ReadonlyMap<string, ReadonlyMap<string, Date>>;
}

/** Where a page ended. */
export interface Position {
  /** ISO 8601, to the microsecond. */
  readonly stored: string;
  readonly sequence: string;
}

export interface PageRequest {
  /** Oldest first. */
  readonly ascending: boolean;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after?: Position | undefined;
}

type Condition = RawBuilder<unknown>;

/**
 * Finds statements in the order in which they were stored, by keyset: a page costs the same wherever it
 * is. What came in while somebody pages from the newest to the oldest is not on their pages.
 */
export async function findStatements(
  database: Database,
  filter: StatementFilter,
  page: PageRequest,
): Promise<{ readonly statements: readonly FoundStatement[]; readonly isLast: boolean }> {
  const { ascending, limit } = page;
  const order = ascending ? sql`asc` : sql`desc`;
  const always = [
    ...rangeOf(filter, page),
    ...present([
      filter.dtoId !== undefined && sql`dto_id = ${filter.dtoId}`,
      filter.registrationItself !== undefined && sql`registration = ${filter.registrationItself}`,
      filter.authority !== undefined &&
        sql`authority = ${termOf('authority', filter.authority)}::bigint`,
    ]),
    sql`not is_voided`,
  ];
  // Of one person there are few, in order; the index of terms would be gone through for each of them,
  // and what it holds of a term grows with the platform.
  const isOfPerson = filter.readable !== undefined || filter.agent !== undefined;
  const terms = relatedOf(filter).map((one) => (isOfPerson ? sql`(${one}) is true` : one));
  const targets = targetsOf(filter);
  const related = terms.length > 0 ? [...terms, ...targets] : [];
  const direct = [...directOf(filter), ...related];
  const cut = sql`order by found.stored ${order}, found.sequence ${order} limit ${limit + 1}`;
  const found = (conditions: readonly Condition[]) =>
    sql`select * from lars.statements found where ${all(conditions)} ${cut}`;

  const parts = [
    filter.readable
      ? sql`select of_one.* from jsonb_each(${sinceOf(filter.readable, filter.agent)}) reader (subject, since)
          cross join lateral (${found([...direct, ...always, sql`found.subject = reader.subject`, isSince('found', sql`reader.since`)])})
            of_one`
      : found([...direct, ...always]),
  ];
  const apart = termsApart(filter);
  if (apart.length > 0) {
    // Few are found by these alone. Left to itself the database would go through all that is stored.
    parts.push(sql`select found.* from (
      with found as materialized (
        select subject, stored, sequence from lars.statements found
        where ${all([contains(apart), sql`(${all(direct)}) is not true`, ...always, ...readableOf(filter, 'found'), ...targets])}
      ) select * from found ${cut}
    ) place join lars.statements found on (found.subject, found.stored, found.sequence)
      = (place.subject, place.stored, place.sequence)`);
  }
  const { rows } = await sql<FoundStatement>`
    select ${foundColumns} from (
      select found.* from (${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      )}) found ${cut}
    ) found
  `.execute(database);
  return { statements: rows.slice(0, limit), isLast: rows.length <= limit };
}

/** @returns `undefined` where there is none of this id, or it is (not) voided */
export async function findStatement(
  database: Database,
  id: string,
  isVoided: boolean,
): Promise<FoundStatement | undefined> {
  const { rows } = await sql<FoundStatement>`
    select ${foundColumns} from lars.statements found
    where (subject, stored, sequence) = (
      select subject, stored, sequence from lars.statement_ids where statement_id = ${id}
    ) and is_voided = ${isVoided}
  `.execute(database);
  return rows[0];
}

/**
 * Up to when whatever was stored is visible: now where nobody writes, else the time of the last
 * statement. To be asked before the statements are looked for.
 *
 * @returns ISO 8601
 */
export async function consistentThrough(database: Database): Promise<string> {
  const { rows } = await sql<{ moment: Date }>`
    select case when pg_try_advisory_xact_lock_shared(hashtextextended('lars.statements', 0))
      then statement_timestamp()
      else coalesce((select max(stored) from lars.statements), 'epoch') end as moment
  `.execute(database);
  return rows[0]!.moment.toISOString();
}

function directOf({ agent, verb, activity, registration }: StatementFilter): Condition[] {
  return present([
    agent !== undefined && sql`found.subject = ${agent}`,
    verb !== undefined && sql`verb = ${termOf('verb', verb)}::bigint`,
    activity !== undefined && sql`activity = ${termOf('activity', activity)}::bigint`,
    registration !== undefined && sql`registration = ${registration}`,
  ]);
}

function relatedOf(filter: StatementFilter): Condition[] {
  const terms = relatedTerms(filter);
  return terms.length > 0 ? [contains(terms)] : [];
}

/**
 * Subjects of readable statements, as JSON: by subject, since when by the term of a course; null for all of it.
 *
 * @param only this subject
 */
function sinceOf({ subject: own, since }: Readable, only?: string): Condition {
  const entries = [...(since ?? [])].map(([subject, courses]) => [
    subject,
    Object.fromEntries([...courses].map(([course, begin]) => [termOf('course', course), begin])),
  ]);
  const all = [...entries, [own, null]].filter(
    ([subject]) => only === undefined || subject === only,
  );
  return sql`${JSON.stringify(Object.fromEntries(all))}::jsonb`;
}

/** @param name of a row of `lars.statements` */
function isSince(name: 'found' | 'target', since: Condition): Condition {
  const column = (of: string) => sql.ref(`${name}.${of}`);
  return sql`(${since} = 'null' or exists (
    select from unnest(${column('courses')}) course
    where ${column('stored')} > (${since} ->> course::text)::timestamptz
  ))`;
}

function readableOf({ readable }: StatementFilter, name: 'found' | 'target'): Condition[] {
  if (!readable) return [];
  const subject = sql.ref(`${name}.subject`);
  const subjects = [readable.subject, ...(readable.since?.keys() ?? [])];
  return [
    sql`${subject} = any(${subjects}::text[])`,
    isSince(name, sql`(${sinceOf(readable)} -> ${subject})`),
  ];
}

/** A filter on agents is a filter on subjects, too. */
function targetsOf(filter: StatementFilter): Condition[] {
  const { authority } = filter;
  const readable = present([
    ...readableOf(filter, 'target'),
    authority !== undefined && sql`target.authority = ${termOf('authority', authority)}::bigint`,
  ]);
  return readable.length > 0 ? [refersToReadable(all(readable))] : [];
}

/**
 * By what else a statement is found than by its columns; empty where the columns say all. Who is not its
 * actor stands in its terms, and so does, with an agent, all else; without one only what it refers to can
 * add anything.
 */
function termsApart(filter: StatementFilter): readonly string[] {
  const { agent, verb, activity, registration } = filter;
  const direct =
    agent === undefined
      ? termsFrom([
          ['target', verb === undefined ? undefined : termOf('verb', verb)],
          ['target', activity === undefined ? undefined : termOf('activity', activity)],
          ['target', registration],
        ])
      : termsFrom([
          ['agent', agent],
          ['verb', verb],
          ['activity', activity],
          ['registration', registration],
        ]);
  if (direct.length === 0) return [];
  return [...direct, ...relatedTerms(filter)];
}

function relatedTerms({ relatedAgent, relatedActivity }: StatementFilter): readonly string[] {
  return termsFrom([
    ['related-agent', relatedAgent],
    ['related-activity', relatedActivity],
  ]);
}

function termsFrom(
  asked: readonly (readonly [kind: TermKind, value: string | undefined])[],
): readonly string[] {
  return asked.flatMap(([kind, value]) => (value === undefined ? [] : [termOf(kind, value)]));
}

function rangeOf(
  { since, until }: StatementFilter,
  { ascending, after }: PageRequest,
): Condition[] {
  const beyond = ascending ? sql`>` : sql`<`;
  return present([
    since !== undefined && sql`found.stored > ${since}::timestamptz`,
    until !== undefined && sql`found.stored <= ${until}::timestamptz`,
    // The first one is what an index is entered by.
    after && sql`found.stored ${beyond}= ${after.stored}::timestamptz`,
    after &&
      sql`(found.stored, found.sequence) ${beyond} (${after.stored}::timestamptz, ${after.sequence}::bigint)`,
  ]);
}

function contains(terms: readonly string[]): Condition {
  return sql`terms @> ${terms}::bigint[]`;
}

function all(conditions: readonly Condition[]): Condition {
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
}

function present(conditions: readonly (Condition | false | undefined)[]): Condition[] {
  return conditions.filter((condition) => condition !== false && condition !== undefined);
}
