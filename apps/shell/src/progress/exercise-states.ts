import { exerciseState } from '@lectern/contracts/calls/learning-records/progress';
import type { Progress } from './progress-source.ts';

/* States of exercises, as the tables, the legend, the charts and the file show them. docs/decisions/0033 */

type ExerciseProgress = NonNullable<Progress['exercises']>[number];
type ThemaProgress = Progress['themen'][number];
export type ExerciseState = ExerciseProgress['exercise_state'];

export const exerciseStates = exerciseState.options;

/** Where help is needed first. */
const byNeed: readonly ExerciseState[] = [
  'AGAIN',
  'NOT_BEGUN',
  'BEGUN',
  'HANDED_IN',
  'SEEN',
  'SUCCEEDED',
];

export function stateOf(progress: ExerciseProgress | undefined): ExerciseState {
  return progress?.exercise_state ?? 'NOT_BEGUN';
}

/** Place of an exercise among those of others: less is more need of help. Within a state it is the score that counts. */
export function needOf(progress: ExerciseProgress | undefined): number {
  return byNeed.indexOf(stateOf(progress)) + (progress?.best_score ?? 0) / 2;
}

export type StateCounts = Readonly<Record<ExerciseState, number>>;

export function stateCountsOf(
  progress: ThemaProgress | undefined,
  exercisesCount: number,
): StateCounts {
  const counts = {
    AGAIN: progress?.again_count ?? 0,
    SUCCEEDED: progress?.succeeded_count ?? 0,
    HANDED_IN: progress?.handed_in_count ?? 0,
    SEEN: progress?.seen_count ?? 0,
  };
  const begun = progress?.begun_count ?? 0;
  return {
    NOT_BEGUN: exercisesCount - begun,
    BEGUN: begun - counts.AGAIN - settledCount(counts),
    ...counts,
  };
}

/** Exercises for which there is nothing left to do. */
export function settledCount({
  SUCCEEDED,
  HANDED_IN,
  SEEN,
}: Pick<StateCounts, 'SUCCEEDED' | 'HANDED_IN' | 'SEEN'>): number {
  return SUCCEEDED + HANDED_IN + SEEN;
}

/** A share in whole percent; a hundred only where nothing is missing. */
export function wholePercent(share: number): number {
  const rounded = Math.round(share * 100);
  return rounded === 100 && share < 1 ? 99 : rounded;
}
