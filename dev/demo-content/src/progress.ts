import type { Answer } from './answers.ts';
import { exercisesOf, type Course, type Page } from './course/model.ts';
import { placesOf, type Place } from './navigation.ts';

type Answers = ReadonlyMap<string, Answer>;

/** How many exercises there are, and how many of them are done. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

export function progressOf(pages: readonly Page[], answers: Answers): Progress {
  const exercises = pages.flatMap(exercisesOf);
  return {
    done: exercises.filter(({ id }) => answers.get(id)?.isDone).length,
    total: exercises.length,
  };
}

export function isComplete({ done, total }: Progress): boolean {
  return done === total;
}

/** The first page with something left to do; undefined when all is done. */
export function nextPlace(course: Course, answers: Answers): Place | undefined {
  return placesOf(course).find(({ page }) => !isComplete(progressOf([page], answers)));
}
