import { sql, type RawBuilder } from 'kysely';
import type { CourseExercise, FeedbackTimes } from '../../annotations/public.ts';
import type { IssueVersion } from './projection.ts';

/** Somebody who is asked about, and since when: what was before is told to nobody else. */
export interface Learner {
  readonly subject: string;
  /** Absent: the caller is the learner. */
  readonly since?: string;
}

/** Subjects and exercises of a count. */
export interface Counted {
  readonly learners: readonly Learner[];
  readonly issue: IssueVersion;
  readonly exercises: readonly CourseExercise[];
  /** Of the leaders, on answers of the learners. */
  readonly feedback: readonly FeedbackTimes[];
}

/**
 * `lars.exercise_progress` as it is told: an exercise that was begun earlier counts as begun then, and
 * what it came to earlier is left out. A try that succeeded counts, whatever came later; feedback counts until it is
 * finished once more, and what is not finished until there is more of it. An exercise that was to do again is done
 * (`done_at`) when it was finished last.
 */
export function progressRows(counted: Counted): RawBuilder<unknown> {
  // Mostly there is none: nothing is looked for in it then.
  const feedback =
    counted.feedback.length === 0
      ? sql`null::jsonb`
      : sql`${JSON.stringify(feedbackBySubject(counted))}::jsonb -> subject -> exercise_id`;
  return sql`(
    with known as materialized (
      select progress.*, ${sinceOf(counted)} as since
      from lars.exercise_progress progress where ${isCounted(counted)}
    )
    select subject, exercise_id, begun_at, finished_at, last_active_at, best_score, last_score, is_asked_again,
      case when (${feedback} ->> 'was_again')::boolean then last_finished_at else finished_at end as done_at,
      case when is_asked_again then 'AGAIN'
        when finished_at is null then 'BEGUN'
        when last_succeeded_at >= since then 'SUCCEEDED'
        when last_judged_at >= since then 'AGAIN'
        when (${feedback} ->> 'seen_at')::timestamptz >= last_finished_stored then 'SEEN'
        else 'HANDED_IN' end as exercise_state
    from (select told.*, coalesce((${feedback} ->> 'again_at')::timestamptz
      >= case when finished_at is null then last_stored else last_finished_stored end, false) as is_asked_again
    from (select subject, exercise_id, greatest(begun_at, since) as begun_at, since, last_judged_at,
      last_succeeded_at, last_stored, last_finished_stored,
      case when finished_at >= since then finished_at
        when last_finished_at >= since then last_finished_at end as finished_at,
      case when last_finished_at >= since then last_finished_at end as last_finished_at, last_active_at,
      case when begun_at >= since then best_score when scored_at >= since then last_score end
        as best_score,
      case when scored_at >= since then last_score end as last_score
    from known where last_active_at >= since) told) asked
  )`;
}

function feedbackBySubject({ feedback }: Counted) {
  const bySubject = Map.groupBy(feedback, ({ subject }) => subject);
  return Object.fromEntries(
    [...bySubject].map(([subject, ofSubject]) => [
      subject,
      Object.fromEntries(ofSubject.map(({ exercise_id, ...times }) => [exercise_id, times])),
    ]),
  );
}

/** `lars.exercise_activity` as it is told. */
export function activityRows(counted: Counted): RawBuilder<unknown> {
  return sql`(
    select begins, statements_count from lars.exercise_activity
    where ${isCounted(counted)}
      -- Of the quarter of an hour in which it begins nobody can tell.
      and begins > ${sinceOf(counted)} - interval '15 minutes'
  )`;
}

/**
 * A value for each key of a column: in a table that the planner knows nothing of yet, a join with the pairs would compare
 * each row with each pair.
 */
export function lookUp(
  pairs: Iterable<readonly [string, string]>,
  column: 'subject' | 'exercise_id',
): RawBuilder<string> {
  return sql`${JSON.stringify(Object.fromEntries(pairs))}::jsonb ->> ${sql.ref(column)}`;
}

function sinceOf({ learners }: Counted): RawBuilder<unknown> {
  const pairs = learners.map(({ subject, since = '-infinity' }) => [subject, since] as const);
  return sql`(${lookUp(pairs, 'subject')})::timestamptz`;
}

function isCounted({ learners, issue, exercises }: Counted): RawBuilder<unknown> {
  return sql`subject = any(${learners.map(({ subject }) => subject)}::text[])
    and course_id = ${issue.course_id} and issue_id = ${issue.issue_id}
    and exercise_id = any(${exercises.map(({ exercise_id }) => exercise_id)}::text[])`;
}
