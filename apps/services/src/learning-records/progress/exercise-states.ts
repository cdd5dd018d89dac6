import type { CourseExercise, PublishedIssue } from '../../annotations/public.ts';
import type { Database } from '../../storage/database.ts';
import { catchUp } from './catch-up.ts';
import type { Learner } from './learned.ts';
import { progressOf } from './learners.ts';

/** The exercises that a learner has begun, and when it finished them, as RFC 3339. */
export type ExerciseStates = ReadonlyMap<string, { readonly finishedAt: string | undefined }>;

/**
 * How far learners are with exercises of an issue, as `progress/getForGroup` tells it.
 *
 * @param exercises All of the issue.
 * @param asked Those of them that are told.
 * @returns by subject, and of how many subjects there is more to be read
 */
export async function exerciseStates(
  database: Database,
  learners: readonly Learner[],
  issue: PublishedIssue,
  exercises: readonly CourseExercise[],
  asked: readonly CourseExercise[],
): Promise<{
  readonly states: ReadonlyMap<string, ExerciseStates>;
  readonly behindCount: number;
}> {
  const subjects = learners.map(({ subject }) => subject);
  const exerciseIds = new Set(exercises.map(({ exercise_id }) => exercise_id));
  const behindCount = await catchUp(database, subjects, { ...issue, exerciseIds });
  // Whether one is finished feedback does not change.
  const counted = { learners, issue, exercises: asked, feedback: [] };
  const progress = await progressOf(database, counted, true);
  const states = new Map(
    Array.from(progress, ([subject, { exercises: begun = [] }]) => [
      subject,
      new Map(
        begun.map(({ exercise_id, finished_at }) => [exercise_id, { finishedAt: finished_at }]),
      ),
    ]),
  );
  return { states, behindCount };
}
