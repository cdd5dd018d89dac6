import { sql, type RawBuilder } from 'kysely';
import type { CourseExercise } from '../../annotations/public.ts';
import type { IssueVersion } from './projection.ts';

/** Somebody who is asked about, and since when: what was before is told to nobody else. */
export interface Learner {
  readonly subject: string;
  /** Absent: the caller is the learner. */
  readonly since?: Date;
}

/** Subjects and exercises of a count. */
export interface Counted {
  readonly learners: readonly Learner[];
  readonly issue: IssueVersion;
  readonly exercises: readonly CourseExercise[];
}

const columnsOf = (learners: readonly Learner[]) => sql`unnest(
  ${learners.map(({ subject }) => subject)}::text[],
  ${learners.map(({ since }) => since?.toISOString() ?? '-infinity')}::timestamptz[]
) learner (subject, since)`;

/**
 * `lars.exercise_progress` as it is told: an exercise that was begun earlier counts as begun then, and
 * what it came to earlier is left out.
 */
export function progressRows({ learners, issue, exercises }: Counted): RawBuilder<unknown> {
  return sql`(
    select subject, exercise_id, greatest(begun_at, since) as begun_at,
      case when finished_at >= since then finished_at
        when last_finished_at >= since then last_finished_at end as finished_at, last_active_at,
      case when begun_at >= since or last_finished_at >= since then has_succeeded end as has_succeeded,
      case when begun_at >= since then best_score when scored_at >= since then last_score end
        as best_score,
      case when scored_at >= since then last_score end as last_score
    from ${columnsOf(learners)} join lars.exercise_progress using (subject)
    where ${isOf(issue, exercises)} and last_active_at >= since
  )`;
}

/** `lars.exercise_activity` as it is told. */
export function activityRows({ learners, issue, exercises }: Counted): RawBuilder<unknown> {
  return sql`(
    select begins, statements_count
    from ${columnsOf(learners)} join lars.exercise_activity using (subject)
    -- Of the quarter of an hour in which it begins nobody can tell.
    where ${isOf(issue, exercises)} and begins > since - interval '15 minutes'
  )`;
}

function isOf(
  { course_id, issue_id }: IssueVersion,
  exercises: readonly CourseExercise[],
): RawBuilder<unknown> {
  return sql`course_id = ${course_id} and issue_id = ${issue_id}
    and exercise_id = any(${exercises.map(({ exercise_id }) => exercise_id)}::text[])`;
}
