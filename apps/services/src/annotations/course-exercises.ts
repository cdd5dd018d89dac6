import { publicationLimits } from '@lectern/contracts/calls/publishing/publication';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '../storage/database.ts';

/** A version of an issue that readers see. */
export interface PublishedIssue {
  readonly course_id: string;
  readonly issue_id: string;
  readonly version: number;
  readonly title: string;
}

export interface CourseExercise {
  readonly exercise_id: string;
  readonly exercise_group_id: string;
  readonly topic_id: string;
  readonly topic_title: string;
  readonly thema_id: string;
  readonly thema_title: string;
  readonly title: string;
  readonly difficulty: 'easy' | 'medium' | 'hard' | 'mixed' | null;
}

export async function findPublishedIssue(
  database: Database,
  courseId: string,
  issueId: string,
): Promise<PublishedIssue | undefined> {
  const { rows } = await sql<PublishedIssue>`
    select course_id, issue_id, version, version.title
    from clag.issues issue join clag.issue_versions version using (course_id, issue_id)
    where course_id = ${courseId} and issue_id = ${issueId} and version = current_version
  `.execute(database);
  return rows[0];
}

/** Exercises that a process remembers: of a few hundred issues, mostly half a kilobyte each, at most four. */
const rememberedMaximum = publicationLimits.exercises;

/** Finds all exercises of a version in reading order, and remembers them: a version never changes. */
export function createExercisesOfIssue(database: Database) {
  const remembered = new LRUCache<string, readonly CourseExercise[], PublishedIssue>({
    maxSize: rememberedMaximum,
    sizeCalculation: ({ length }) => Math.max(1, length),
    // A request gets what it has read, also where there is no room to remember it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => exercisesOfIssue(database, context),
  });
  return async (issue: PublishedIssue): Promise<readonly CourseExercise[]> => {
    const { course_id, issue_id, version } = issue;
    const key = JSON.stringify([course_id, issue_id, version]);
    return remembered.get(key) ?? (await remembered.fetch(key, { context: issue }))!;
  };
}

/** All exercises of a version in reading order. */
export async function exercisesOfIssue(
  database: Database,
  { course_id, issue_id, version }: PublishedIssue,
): Promise<readonly CourseExercise[]> {
  // A Thema has the title of the topic that it is, or else of the first one in it.
  const { rows } = await sql<CourseExercise>`
    with topic as materialized (
      select topic_id, place, title, thema_id,
        first_value(title) over (
          partition by thema_id order by topic_id <> thema_id, place
        ) as thema_title,
        min(place) over (partition by thema_id) as thema_place
      from clag.topics
      where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
    )
    select exercise_id, exercise_group_id, topic_id, topic.title as topic_title, thema_id,
      thema_title, exercise.title, difficulty
    from clag.exercises exercise join topic using (topic_id)
    where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
    order by thema_place, exercise.place
  `.execute(database);
  return rows;
}

/**
 * The ids that are courses, which a statement about this course may mean: of its publisher, or there before
 * it. A course of another publisher that is called like something in the statements of this one takes nothing of it.
 */
export async function coursesBesides(
  database: Database,
  courseId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ course_id: string }>`
    select named.course_id from clag.courses named, clag.courses read
    where named.course_id = any(${ids}::text[]) and read.course_id = ${courseId}
      and (named.mandant_identifier = read.mandant_identifier or named.had_since < read.had_since)
  `.execute(database);
  return new Set(rows.map(({ course_id }) => course_id));
}
