import { sql } from 'kysely';
import { coursesBesides } from '../../annotations/public.ts';
import { comesAfter } from '../../course-access/public.ts';
import type { Database } from '../../storage/database.ts';
import { addProgress, type IssueVersion } from './projection.ts';
import { possibleCourses } from '../model/statement-courses.ts';
import { type ReadCourse, signsOf } from './rules.ts';
import { nextStatements, type StatementRow } from './statement-page.ts';

/** After so many statements a question is answered with those that were read: about a second. */
const statementsMaximum = 20_000;

/** A version of an issue, and its exercises, that learners' statements are read for. */
export interface ReadIssue extends IssueVersion {
  readonly exerciseIds: ReadonlySet<string>;
}

/**
 * Reads what subjects have recorded since their progress was last asked for. Each statement is stored at a
 * later time than all before it (`lars.store_statements`), so a reading up to one has all before it; code that
 * stores one with an old time forgets the reading.
 *
 * The reading is kept together with how far it goes: a process that is stopped in between, or reads at the
 * same time, counts nothing twice.
 *
 * @param maximum how many statements are read before it ends, and up to a page more
 * @returns of how many subjects there is more to be read
 */
export async function catchUp(
  database: Database,
  subjects: readonly string[],
  issue: ReadIssue,
  maximum = statementsMaximum,
): Promise<number> {
  let waiting = subjects;
  for (let count = 0; waiting.length > 0 && count < maximum;) {
    const { recorded, isLast } = await readPage(database, waiting, issue);
    if (isLast) return 0;
    count += recorded.length;
    const last = recorded.at(-1)!.subject;
    waiting = waiting.filter((subject) => subject === last || comesAfter(subject, last));
  }
  return (await subjectsBehind(database, waiting, issue)).length;
}

/** Held by each change of what was read from the statements of some subjects. */
export async function lockProgress(
  transaction: Database,
  subjects: readonly string[],
): Promise<void> {
  // In order, so that nobody waits in a circle.
  await sql`
    select lars.lock_progress(subject) from (
      select subject from unnest(${subjects}::text[]) subject order by subject collate "C"
    ) one
  `.execute(transaction);
}

/** Subjects with unread statements, with other voided ones than then, or read for another version. */
async function subjectsBehind(
  database: Database,
  subjects: readonly string[],
  { course_id, issue_id, version }: ReadIssue,
): Promise<string[]> {
  if (subjects.length === 0) return [];
  const { rows } = await sql<{ subject: string }>`
    select subject from unnest(${subjects}::text[]) subject
    where lars.is_behind(subject, ${course_id}, ${issue_id}, ${version})
  `.execute(database);
  return rows.map(({ subject }) => subject);
}

/** Reads a page, and keeps what it says together with how far it goes. */
function readPage(database: Database, subjects: readonly string[], issue: ReadIssue) {
  return database.transaction().execute(async (transaction) => {
    const page = await nextStatements(transaction, subjects, issue);
    const valid = page.recorded.filter(({ is_voided }) => !is_voided);
    const course = await courseOf(transaction, issue, valid);
    const bySubject = Map.groupBy(page.recorded, ({ subject }) => subject);
    const read = [...bySubject].map(([subject, recorded]) => {
      const last = recorded.at(-1)!;
      const own = recorded.filter(({ is_voided }) => !is_voided);
      return {
        subject,
        last_stored: last.place,
        last_sequence: last.sequence,
        voided: recorded.length - own.length,
        signs: own.flatMap((one) => signsOf(one, course)),
      };
    });
    await addProgress(transaction, issue, read);
    return page;
  });
}

async function courseOf(
  transaction: Database,
  issue: ReadIssue,
  recorded: readonly StatementRow[],
): Promise<ReadCourse> {
  const named = recorded.flatMap(({ statement, saidWithin }) =>
    saidWithin ? [] : possibleCourses(statement),
  );
  // Most statements name no more than an exercise, which counts as no course, and this one.
  const others = [...new Set(named)].filter(
    (id) => id !== issue.course_id && !issue.exerciseIds.has(id),
  );
  const besides = await coursesBesides(transaction, issue.course_id, others);
  const courses = new Set([issue.course_id, ...besides]);
  const lengths = [...issue.exerciseIds].map((id) => id.length);
  const exerciseIdLength = lengths.reduce((most, length) => Math.max(most, length), 0);
  return { ...issue, exerciseIdLength, courses };
}
