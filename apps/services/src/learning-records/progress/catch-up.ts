import { sql } from 'kysely';
import { lockByName } from '../../storage/advisory-lock.ts';
import { knownCourses } from '../../storage/course-exercises.ts';
import type { Database } from '../../storage/database.ts';
import { addSigns, forgetProgress, type IssueVersion } from './projection.ts';
import { possibleCourses, signsOf, type RecordedStatement } from './rules.ts';

/** Most statements that are read at a time, each time in a transaction of its own. */
const pageSize = 1_000;
/** Of how many subjects at once; requests of others want connections, too. */
const subjectsAtOnce = 4;

/** What learners are read for: a version of an issue, and its exercises. */
export interface ReadIssue extends IssueVersion {
  readonly exerciseIds: ReadonlySet<string>;
}

/**
 * Reads what subjects have recorded since their progress was last asked for. One writes statements at a
 * time (migration 0019), so whoever has read up to a number has read all before it.
 *
 * What was read is kept together with how far: whoever is stopped in between, or comes at the same time,
 * counts nothing twice.
 */
export async function catchUp(
  database: Database,
  subjects: readonly string[],
  issue: ReadIssue,
): Promise<void> {
  const waiting = await subjectsBehind(database, subjects, issue);
  const readers = Array.from({ length: subjectsAtOnce }, async () => {
    for (let subject = waiting.pop(); subject !== undefined; subject = waiting.pop()) {
      while (!(await readPage(database, subject, issue)));
    }
  });
  await Promise.all(readers);
}

/** Held by whoever changes what was read from a subject's statements. */
export async function lockProgress(transaction: Database, subject: string): Promise<void> {
  await lockByName(transaction, `lars.progress:${subject}`);
}

const voidedOf = sql`(
  select count(*)::integer from lars.statements voided
  where voided.subject = given.subject and voided.is_voided
)`;

/** Those with statements that were not read, with others voided than then, or read for another version. */
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
    where exists (
        select from lars.statements newer
        where newer.subject = given.subject and newer.sequence > coalesce(reading.sequence, 0)
      )
      or reading.version <> ${version} or reading.voided_count <> ${voidedOf}
  `.execute(database);
  return rows.map(({ subject }) => subject);
}

/** @returns whether all is read */
function readPage(database: Database, subject: string, issue: ReadIssue): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockProgress(transaction, subject);
    const { after, voidedCount } = await beginReading(transaction, subject, issue);
    const recorded = await statementsAfter(transaction, subject, after);
    const last = recorded.at(-1);
    // Of whoever has recorded nothing nothing is kept.
    if (!last) return true;

    const valid = recorded.filter(({ is_voided }) => !is_voided);
    const named = valid.flatMap(({ statement }) => possibleCourses(statement));
    const courses = await knownCourses(transaction, [...new Set(named)]);
    const signs = valid.flatMap((one) => signsOf(one, { ...issue, courses }));
    await addSigns(transaction, subject, issue, signs);
    await sql`
      insert into lars.progress_readings (
        subject, course_id, issue_id, version, sequence, voided_count
      )
      values (${subject}, ${issue.course_id}, ${issue.issue_id}, ${issue.version}, ${last.sequence},
        ${voidedCount})
      on conflict (subject, course_id, issue_id) do update
        set sequence = excluded.sequence, voided_count = excluded.voided_count
    `.execute(transaction);
    return recorded.length < pageSize;
  });
}

/**
 * Says where to read on, and forgets what was read where it does not hold any more. What is voided is
 * counted before statements are read: what is voided in between makes the next one begin anew.
 */
async function beginReading(
  transaction: Database,
  subject: string,
  { course_id, issue_id, version }: ReadIssue,
): Promise<{ readonly after: string; readonly voidedCount: number }> {
  const { rows } = await sql<{
    version: number | null;
    sequence: string | null;
    known_count: number | null;
    voided_count: number;
  }>`
    select version, sequence, reading.voided_count as known_count, ${voidedOf} as voided_count
    from (values (${subject})) given (subject)
      left join lars.progress_readings reading on reading.subject = given.subject
        and course_id = ${course_id} and issue_id = ${issue_id}
  `.execute(transaction);
  const [{ known_count, voided_count, ...reading }] = rows as [(typeof rows)[number]];
  if (reading.sequence === null) return { after: '0', voidedCount: voided_count };
  if (reading.version === version && known_count === voided_count) {
    return { after: reading.sequence, voidedCount: voided_count };
  }
  await forgetProgress(transaction, subject, { course_id, issue_id });
  return { after: '0', voidedCount: voided_count };
}

interface StatementRow extends RecordedStatement {
  readonly sequence: string;
  readonly is_voided: boolean;
}

async function statementsAfter(
  transaction: Database,
  subject: string,
  after: string,
): Promise<readonly StatementRow[]> {
  // The number is hidden from the planner: it must find the subject's own statements by the key, and not
  // read through those of everybody, which come in the same order.
  const { rows } = await sql<Omit<StatementRow, 'dtoId'> & { dto_id: string | null }>`
    with newer as materialized (
      select stored, sequence from lars.statements
      where subject = ${subject} and sequence > (select ${after}::bigint)
    ), page as materialized (
      select * from newer order by sequence limit ${pageSize}
    )
    select sequence, stored, is_voided, dto_id, statement
    from page join lars.statements found using (stored, sequence)
    where found.subject = ${subject}
    order by sequence
  `.execute(transaction);
  return rows.map(({ dto_id, ...row }) => ({ ...row, dtoId: dto_id }));
}
