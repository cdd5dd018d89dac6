import { sql, type RawBuilder } from 'kysely';
import { generalError } from '../../http/errors.ts';
import { statementTimeoutInMs, type Database } from '../../storage/database.ts';
import { foundColumns, type FoundStatement } from './found-statement.ts';
import { readableTargets, type Referring } from './readable-targets.ts';
import { findById } from './statement-place.ts';
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
  readonly since?: ReadonlyMap<string, ReadonlyMap<string, string>>;
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

/** As it is found. */
type FoundRow = FoundStatement & Referring;

/** How many statements are read at a time at least, where those read before were not enough. */
const rowsAtOnce = 250;

/**
 * Finds statements in the order in which they were stored, by keyset: a page costs the same wherever it
 * is. What came in while somebody pages from the newest to the oldest is not on their pages.
 *
 * @param options `subjectsAtOnce`: how many members are asked about at a time
 * @throws {CallError} `TOOK_TOO_LONG` where there is no page after `timeLimitInMs`, because nearly all that is found
 *   refers to what the reader may not read
 */
export async function findStatements(
  database: Database,
  filter: StatementFilter,
  page: PageRequest,
  {
    subjectsAtOnce = 100,
    timeLimitInMs = statementTimeoutInMs,
  }: { readonly subjectsAtOnce?: number; readonly timeLimitInMs?: number } = {},
): Promise<{ readonly statements: readonly FoundStatement[]; readonly isLast: boolean }> {
  const begin = performance.now();
  const isReadable = targetsOf(filter);
  const readableOnes = isReadable && readableTargets(database, isReadable);
  const statements: FoundStatement[] = [];
  for (let { after, limit } = page; ; limit = Math.max(limit, rowsAtOnce)) {
    const rows = await findRows(database, filter, { ...page, limit, after }, subjectsAtOnce);
    statements.push(...(readableOnes ? await readableOnes(rows) : rows));
    const isEnough = statements.length > page.limit;
    if (isEnough || rows.length <= limit) {
      return { statements: statements.slice(0, page.limit), isLast: !isEnough };
    }
    if (performance.now() - begin > timeLimitInMs) throw generalError('TOOK_TOO_LONG');
    after = rows.at(-1)!;
  }
}

/** The next ones, one more than the limit where there are so many. */
async function findRows(
  database: Database,
  filter: StatementFilter,
  page: PageRequest,
  subjectsAtOnce: number,
): Promise<readonly FoundRow[]> {
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
  const related = relatedOf(filter).map((one) => (isOfPerson ? sql`(${one}) is true` : one));
  const isByTerms = sql.lit(related.length > 0);
  const direct = [...directOf(filter), ...related];
  const cut = sql`order by found.stored ${order}, found.sequence ${order} limit ${limit + 1}`;
  const found = (conditions: readonly Condition[]) =>
    sql`select *, ${isByTerms} as is_by_terms from lars.statements found where ${all(conditions)} ${cut}`;

  // One part for each subject, so that each is read in order by the primary key.
  const parts = filter.readable
    ? subjectsOf(filter.readable, filter.agent).map(([subject, since]) =>
        found([
          ...direct,
          ...always,
          sql`found.subject = ${subject}`,
          ...(since ? [isSince(since)] : []),
        ]),
      )
    : [found([...direct, ...always])];
  const apart = termsApart(filter);
  if (apart.length > 0) {
    // Few are found by these alone. Left to itself the database would go through all that is stored.
    parts.push(sql`select found.*, true as is_by_terms from (
      with found as materialized (
        select subject, stored, sequence from lars.statements found
        where ${all([contains(apart), sql`(${all(direct)}) is not true`, ...always, ...readableOf(filter)])}
      ) select * from found ${cut}
    ) place join lars.statements found on (found.subject, found.stored, found.sequence)
      = (place.subject, place.stored, place.sequence)`);
  }
  const readPiece = async (from: Database, piece: readonly Condition[]) => {
    const { rows } = await sql<FoundRow>`
      select ${foundColumns}, found.refers_to as "refersTo", found.is_by_terms as "isByTerms" from (
        select found.* from (${sql.join(
          piece.map((part) => sql`(${part})`),
          sql` union all `,
        )}) found ${cut}
      ) found
    `.execute(from);
    return rows;
  };
  if (parts.length <= subjectsAtOnce) return readPiece(database, parts);
  // In one snapshot: a statement that came between two pieces would hide from a cursor those that came before it.
  const pages = await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const read: (readonly FoundRow[])[] = [];
      for (let begin = 0; begin < parts.length; begin += subjectsAtOnce) {
        read.push(await readPiece(transaction, parts.slice(begin, begin + subjectsAtOnce)));
      }
      return read;
    });
  const inOrder = (one: FoundRow, other: FoundRow) =>
    one.stored === other.stored
      ? Number(BigInt(one.sequence) - BigInt(other.sequence))
      : one.stored < other.stored
        ? -1
        : 1;
  const sorted = pages.flat().toSorted(inOrder);
  return (ascending ? sorted : sorted.toReversed()).slice(0, limit + 1);
}

/** @returns `undefined` where there is none of this id, or it is (not) voided */
export async function findStatement(
  database: Database,
  id: string,
  isVoided: boolean,
): Promise<FoundStatement | undefined> {
  const found = await findById(database, id);
  return found?.isVoided === isVoided ? found : undefined;
}

/**
 * Up to when whatever was stored is visible: now where nobody writes, else the time of the last
 * statement. To be asked before the statements are looked for.
 *
 * @returns ISO 8601
 */
export async function consistentThrough(database: Database): Promise<string> {
  const { rows: quiet } = await sql<{ moment: Date | null }>`
    select case when pg_try_advisory_xact_lock_shared(hashtextextended('lars.statements', 0))
      then statement_timestamp() end as moment
  `.execute(database);
  if (quiet[0]!.moment) return quiet[0]!.moment.toISOString();
  const { rows } = await sql<{ moment: Date | null }>`
    select max(stored) as moment from lars.statements
  `.execute(database);
  return (rows[0]!.moment ?? new Date(0)).toISOString();
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
 * Subjects of readable statements, each with the JSON of since when, by the term of a course; without one: all of it.
 *
 * @param only this subject
 */
function subjectsOf(
  { subject: own, since }: Readable,
  only?: string,
): readonly (readonly [subject: string, since: Condition | undefined])[] {
  const others = [...(since ?? [])].filter(([subject]) => subject !== own);
  return [
    ...others.map(([subject, courses]) => {
      const byTerm = [...courses].map(([course, begin]) => [termOf('course', course), begin]);
      return [subject, sql`${JSON.stringify(Object.fromEntries(byTerm))}::jsonb`] as const;
    }),
    [own, undefined] as const,
  ].filter(([subject]) => only === undefined || subject === only);
}

function isSince(since: Condition): Condition {
  return sql`exists (
    select 1 from unnest(found.courses) course
    where found.stored > (${since} ->> course::text)::timestamptz
  )`;
}

function readableOf({ readable }: StatementFilter): Condition[] {
  if (!readable) return [];
  const { subject: own, since } = readable;
  const subjects = [own, ...(since?.keys() ?? [])];
  const members = Object.fromEntries(
    [...(since ?? [])].map(([member, courses]) => [
      member,
      Object.fromEntries([...courses].map(([course, begin]) => [termOf('course', course), begin])),
    ]),
  );
  const sinceOf = sql`(${JSON.stringify(members)}::jsonb -> found.subject)`;
  return [
    sql`found.subject = any(${subjects}::text[])`,
    sql`(found.subject = ${own} or ${isSince(sinceOf)})`,
  ];
}

/**
 * Condition on a statement `found` that a readable one refers to; a filter on agents is a filter on subjects, too.
 * Absent: anything.
 */
function targetsOf(filter: StatementFilter): Condition | undefined {
  const { authority } = filter;
  const readable = present([
    ...readableOf(filter),
    authority !== undefined && sql`found.authority = ${termOf('authority', authority)}::bigint`,
  ]);
  return readable.length > 0 ? all(readable) : undefined;
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
