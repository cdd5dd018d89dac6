import type { Selectable } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Tables } from '../../storage/tables.ts';

/** Names an issue; `course_id` is the key by which all of it is distributed. */
export interface IssueKey {
  readonly course_id: string;
  readonly issue_id: string;
}

export type IssueRow = Selectable<Tables['clag.issues']>;
export type VersionRow = Selectable<Tables['clag.issue_versions']>;

/**
 * An issue, locked until the transaction ends: `update` to make, remove or switch versions, `share` to add to a
 * version, which stays meanwhile.
 */
export function lockIssue(
  transaction: Database,
  { course_id, issue_id }: IssueKey,
  how: 'share' | 'update',
): Promise<IssueRow | undefined> {
  const query = transaction
    .selectFrom('clag.issues')
    .selectAll()
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id);
  return (how === 'update' ? query.forUpdate() : query.forShare()).executeTakeFirst();
}

/** The publisher of a course; `undefined`: nothing of it was ever current. */
export async function mandantOf(
  database: Database,
  course_id: string,
): Promise<string | undefined> {
  const course = await database
    .selectFrom('clag.courses')
    .select('mandant_identifier')
    .where('course_id', '=', course_id)
    .executeTakeFirst();
  return course?.mandant_identifier;
}

/**
 * A mandant may have a course of this id where no other mandant has such a course or exercise. Statements name both
 * by the ends of activity ids, so a course with the id of another mandant's exercise would have the records of that
 * exercise refused.
 */
export async function mayHaveCourse(
  database: Database,
  { course_id, mandant_identifier }: Pick<VersionRow, 'course_id' | 'mandant_identifier'>,
): Promise<boolean> {
  const owner = await mandantOf(database, course_id);
  if (owner !== undefined) return owner === mandant_identifier;
  const exercise = await database
    .selectFrom('clag.exercises')
    .innerJoin('clag.courses', 'clag.courses.course_id', 'clag.exercises.course_id')
    .select('exercise_id')
    .where('exercise_id', '=', course_id)
    .where('mandant_identifier', '<>', mandant_identifier)
    .limit(1)
    .executeTakeFirst();
  return exercise === undefined;
}

/**
 * Makes a course its mandant's, unless it is another's. A course binds its id with its first visible version, so that
 * an unfinished version keeps no id from others.
 *
 * @returns true where it is the mandant's
 */
export async function bindCourse(
  transaction: Database,
  { course_id, mandant_identifier }: VersionRow,
): Promise<boolean> {
  if (!(await mayHaveCourse(transaction, { course_id, mandant_identifier }))) return false;
  await transaction
    .insertInto('clag.courses')
    .values({ course_id, mandant_identifier })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await mandantOf(transaction, course_id)) === mandant_identifier;
}

export function findVersion(
  database: Database,
  { course_id, issue_id }: IssueKey,
  version: number,
): Promise<VersionRow | undefined> {
  return database
    .selectFrom('clag.issue_versions')
    .selectAll()
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** The version of an issue that readers see; `undefined`: there is none. */
export function findCurrentVersion(
  database: Database,
  { course_id, issue_id }: IssueKey,
): Promise<VersionRow | undefined> {
  return database
    .selectFrom('clag.issues as issue')
    .innerJoin('clag.issue_versions as current', (join) =>
      join
        .onRef('current.course_id', '=', 'issue.course_id')
        .onRef('current.issue_id', '=', 'issue.issue_id')
        .onRef('current.version', '=', 'issue.current_version'),
    )
    .selectAll('current')
    .where('issue.course_id', '=', course_id)
    .where('issue.issue_id', '=', issue_id)
    .executeTakeFirst();
}
