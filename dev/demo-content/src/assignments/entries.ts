import type { Assignment } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { isDoneHere, shownTarget, type ShownTarget } from './words.ts';

/** How long a finished assignment stays in the list after it was due, in milliseconds. */
const keptAfterDueInMs = 7 * 24 * 60 * 60 * 1000;

/** An assignment in the list of what is to do. */
export interface ToDoEntry {
  readonly assignment: Assignment;
  /** Those that this edition has. */
  readonly targets: readonly (ShownTarget & { readonly isDone: boolean })[];
  readonly isDone: boolean;
  readonly isLate: boolean;
}

/**
 * What there is to do: open ones first, by when they are due, and what was done not long ago.
 *
 * @param now By the clock of the service, in milliseconds.
 */
export function toDoEntries(
  course: Course,
  assignments: readonly Assignment[],
  answers: ReadonlyMap<string, Answer>,
  now: number,
): readonly ToDoEntry[] {
  return assignments
    .map((assignment): ToDoEntry => {
      const { done_targets } = assignment;
      const targets = assignment.targets.flatMap((target, place) => {
        const found = shownTarget(course, target);
        // What was done here counts before the service knows it.
        const isDone = found && (done_targets.includes(place) || isDoneHere(found, answers));
        return found ? [{ ...found, isDone: isDone === true }] : [];
      });
      const isDone = targets.length > 0 && targets.every((target) => target.isDone);
      return { assignment, targets, isDone, isLate: !isDone && dueOf(assignment) < now };
    })
    .filter(
      ({ assignment, isDone }) =>
        !isDone || Date.parse(assignment.due_at ?? assignment.begins_at) + keptAfterDueInMs > now,
    )
    .sort(
      (a, b) =>
        Number(a.isDone) - Number(b.isDone) || dueOf(a.assignment) - dueOf(b.assignment) || 0,
    );
}

function dueOf({ due_at }: Assignment): number {
  return due_at ? Date.parse(due_at) : Infinity;
}
