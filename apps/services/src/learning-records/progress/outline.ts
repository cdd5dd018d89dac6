import type { Answer, Contract } from '@lectern/contracts';
import { difficulty } from '@lectern/contracts/calls/annotations/exercise-toc';
import type { CourseExercise, PublishedIssue } from '../../annotations/public.ts';

type Outline = Answer<Contract['lars']['progressGetOutline']>;

/** Topics and exercises of an issue that can be asked about; all lists are in reading order. */
export function outlineOf(
  { issue_id, title }: PublishedIssue,
  exercises: readonly CourseExercise[],
): Outline {
  const used = new Set(exercises.map((exercise) => exercise.difficulty));
  return {
    issue_id,
    title,
    themen: groupBy(exercises, ({ thema_id }) => thema_id).map(([thema_id, ofThema]) => ({
      thema_id,
      title: ofThema[0]!.thema_title,
      exercises_count: ofThema.length,
      sub_themen: groupBy(ofThema, ({ topic_id }) => topic_id).map(([topic_id, ofTopic]) => ({
        topic_id,
        title: ofTopic[0]!.topic_title,
        exercises_count: ofTopic.length,
      })),
      exercise_groups: groupBy(ofThema, ({ exercise_group_id }) => exercise_group_id).map(
        ([exercise_group_id, ofGroup]) => ({
          exercise_group_id,
          title: ofGroup[0]!.title,
          exercises_count: ofGroup.length,
        }),
      ),
    })),
    difficulties: difficulty.options.filter((option) => used.has(option)),
  };
}

/** How many exercises each Thema has. */
export function themenOf(exercises: readonly CourseExercise[]) {
  return groupBy(exercises, ({ thema_id }) => thema_id).map(([thema_id, ofThema]) => ({
    thema_id,
    exercises_count: ofThema.length,
  }));
}

function groupBy(
  exercises: readonly CourseExercise[],
  keyOf: (exercise: CourseExercise) => string,
): readonly (readonly [string, readonly CourseExercise[]])[] {
  return [...Map.groupBy(exercises, keyOf)];
}
