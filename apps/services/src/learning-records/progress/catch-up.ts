import { sql, type RawBuilder } from 'kysely';
import { coursesBesides } from '../../annotations/public.ts';
import type { Database } from '../../storage/database.ts';
import { addSigns, forgetProgress, type IssueVersion } from './projection.ts';
import { possibleCourses } from '../model/statement-courses.ts';
import { signsOf } from './rules.ts';
import { pageSize, statementsAfter, type StatementRow } from './statement-page.ts';

/** Of how many subjects at once; requests of others want connections, too. */
const subjectsAtOnce = 4;
/** After so many statements a question is answered with those that were read: about a second. */
const statementsMaximum = 20_000;

/** A version of an issue, and its exercises, that learners' statements are read for. */
export interface ReadIssue extends IssueVersion {
  readonly exerciseIds: ReadonlySet<string>;
}

/**
 * Reads what subjects have recorded since their progress was last asked for. Each statement is stored at a
 * later time than all before it (`lars.store_statements`), so whoever has read up to one has read all before it;
 * whoever stores one with an old time has what was read forgotten.
 *
 * What was read is kept together with how far: whoever is stopped in between, or comes at the same time,
 * counts nothing twice.
 *
 * @param maximum how many statements are read before it ends, and some hundred more
 * @returns of how many subjects there is more to be read
 */
export async function catchUp(
  database: Database,
  subjects: readonly string[],
  issue: ReadIssue,
  maximum = statementsMaximum,
): Promise<number> {
  const waiting = await subjectsBehind(database, subjects, issue);
  let left = maximum;
  let behindCount = 0;
  const readers = Array.from({ length: subjectsAtOnce }, async () => {
    for (let subject = waiting.pop(); subject !== undefined; subject = waiting.pop()) {
      let page: Page = { count: 0, isLast: false };
      while (!page.isLast && left > 0) {
        page = await readPage(database, subject, issue);
        left -= page.count;
      }
      if (!page.isLast) behindCount++;
    }
  });
  await Promise.all(readers);
  return behindCount;
}

/** Held by each change of what was read from the statements of some subjects. */
export async function lockProgress(
  transaction: Database,
  subjects: readonly string[],
): Promise<void> {
  // In order, so that nobody waits in a circle.
  await sql`
    select pg_advisory_xact_lock(hashtextextended('lars.progress:' || subject, 0)) from (
      select subject from unnest(${subjects}::text[]) subject order by subject collate "C"
    ) one
  `.execute(transaction);
}

/** Statements voided since the last reading change the subject's count. */
const voidedOf = sql`(
  select count(*)::integer from lars.statements voided
  where voided.subject = given.subject and voided.is_voided
    and (voided.stored, voided.sequence) <= (reading.stored, reading.sequence)
)`;

/** Subjects with unread statements, with other voided ones than then, or read for another version. */
async function subjectsBehind(
  database: Database,
  subjects: readonly string[],
  { course_id, issue_id, version }: ReadIssue,
): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select given.subject
    from unnest(${subjects}::text[]) given (subject)
      left join lars.progress_readings reading on reading.subject = given.subject
        and course_id = ${course_id} and issue_id = ${issue_id}
    where (
        -- In the order of the primary key: for anyone at all the table might be gone through.
        select newer.sequence from lars.statements newer
        where newer.subject = given.subject and (newer.stored, newer.sequence)
          > (coalesce(reading.stored, '-infinity'), coalesce(reading.sequence, 0))
        order by newer.subject, newer.stored, newer.sequence limit 1
      ) is not null
      or reading.version <> ${version} or reading.voided_count <> ${voidedOf}
  `.execute(database);
  return rows.map(({ subject }) => subject);
}

/** One page of a reading. */
interface Page {
  /** How many statements it counts as. */
  readonly count: number;
  /** Nothing comes after it, and what was read holds. */
  readonly isLast: boolean;
}

function readPage(database: Database, subject: string, issue: ReadIssue): Promise<Page> {
  return database.transaction().execute(async (transaction) => {
    await lockProgress(transaction, [subject]);
    await forgetWhere(transaction, subject, issue, sql`reading.version <> ${issue.version}`);
    const { recorded, isLast } = await statementsAfter(transaction, subject, issue);
    await addPage(transaction, subject, issue, recorded);
    // Also where they are few and large: a page takes about as long in either case.
    if (!isLast) return { count: pageSize, isLast };
    // Only at the end: where something is voided every second, it is reached all the same.
    const isStale = sql`reading.voided_count <> ${voidedOf}`;
    const isForgotten = await forgetWhere(transaction, subject, issue, isStale);
    return { count: recorded.length, isLast: !isForgotten };
  });
}

/** Adds what statements say, and up to which one was read. */
async function addPage(
  transaction: Database,
  subject: string,
  issue: ReadIssue,
  recorded: readonly StatementRow[],
): Promise<void> {
  const last = recorded.at(-1);
  // Subjects without statements get no row.
  if (!last) return;
  const valid = recorded.filter(({ is_voided }) => !is_voided);
  const named = valid.flatMap(({ statement, saidWithin }) =>
    saidWithin ? [] : possibleCourses(statement),
  );
  const courses = await coursesBesides(transaction, issue.course_id, [...new Set(named)]);
  const lengths = [...issue.exerciseIds].map((id) => id.length);
  const exerciseIdLength = lengths.reduce((most, length) => Math.max(most, length), 0);
  const course = { ...issue, exerciseIdLength, courses };
  const signs = valid.flatMap((one) => signsOf(one, course));
  await addSigns(transaction, subject, issue, signs);
  await sql`
    insert into lars.progress_readings as known (
      subject, course_id, issue_id, version, stored, sequence, voided_count
    )
    values (${subject}, ${issue.course_id}, ${issue.issue_id}, ${issue.version}, ${last.place},
      ${last.sequence}, ${recorded.length - valid.length})
    on conflict (subject, course_id, issue_id) do update
      set stored = excluded.stored, sequence = excluded.sequence,
        voided_count = known.voided_count + excluded.voided_count
  `.execute(transaction);
}

/**
 * Drops outdated readings, so that they begin anew.
 * @returns true where any was dropped
 */
async function forgetWhere(
  transaction: Database,
  subject: string,
  { course_id, issue_id }: ReadIssue,
  condition: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    select from (values (${subject})) given (subject)
      join lars.progress_readings reading on reading.subject = given.subject
        and course_id = ${course_id} and issue_id = ${issue_id}
    where ${condition}
  `.execute(transaction);
  if (rows.length === 0) return false;
  await forgetProgress(transaction, [subject], { course_id, issue_id });
  return true;
}
