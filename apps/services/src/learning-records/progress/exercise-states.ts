import { sql } from 'kysely';
import type { CourseExercise, FeedbackTimes, PublishedIssue } from '../../annotations/public.ts';
import type { Database } from '../../storage/database.ts';
import { catchUp } from './catch-up.ts';
import { progressRows, type Learner } from './learned.ts';

/** The exercises that a learner has begun. */
export type ExerciseStates = ReadonlyMap<
  string,
  {
    /** As RFC 3339; absent: it is not finished, or a leader has asked for a task once more since. */
    readonly finishedAt: string | undefined;
    readonly isAskedAgain: boolean;
  }
>;

/**
 * How far learners are with exercises of an issue, as `progress/getForGroup` tells it.
 *
 * @param exercises All of the issue.
 * @param asked Those of them that are told.
 * @param feedbackOn Reads the feedback of leaders on exercises.
 * @returns by subject, and of how many subjects there is more to be read
 */
export async function exerciseStates(
  database: Database,
  learners: readonly Learner[],
  issue: PublishedIssue,
  exercises: readonly CourseExercise[],
  asked: readonly CourseExercise[],
  feedbackOn: (exerciseIds: readonly string[]) => Promise<readonly FeedbackTimes[]>,
): Promise<{
  readonly states: ReadonlyMap<string, ExerciseStates>;
  readonly behindCount: number;
}> {
  const subjects = learners.map(({ subject }) => subject);
  const exerciseIds = new Set(exercises.map(({ exercise_id }) => exercise_id));
  const behindCount = await catchUp(database, subjects, { ...issue, exerciseIds });
  const feedback = await feedbackOn(asked.map(({ exercise_id }) => exercise_id));
  const { rows } = await sql<{
    subject: string;
    exercise_id: string;
    done_at: Date | null;
    is_asked_again: boolean;
  }>`
    select subject, exercise_id, done_at, is_asked_again
    from ${progressRows({ learners, issue, exercises: asked, feedback })} progress
  `.execute(database);
  const bySubject = Map.groupBy(rows, ({ subject }) => subject);
  const states = new Map(
    subjects.map((subject) => [
      subject,
      new Map(
        bySubject.get(subject)?.map(({ exercise_id, done_at, is_asked_again }) => [
          exercise_id,
          {
            finishedAt: is_asked_again ? undefined : done_at?.toISOString(),
            isAskedAgain: is_asked_again,
          },
        ]),
      ),
    ]),
  );
  return { states, behindCount };
}
