import type { Assignment } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { isDoneHere, shownTarget, type ShownTarget } from './words.ts';

/** How long a finished assignment stays in the list after it was due and done, in milliseconds. */
const keptAfterEndInMs = 7 * 24 * 60 * 60 * 1000;

interface ToDoTarget extends ShownTarget {
  readonly isDone: boolean;
  /** A teacher has asked for it once more. */
  readonly isAgain: boolean;
}

/** An assignment in the list of what is to do. */
export interface ToDoEntry {
  readonly assignment: Assignment;
  /** Those that this edition has. */
  readonly targets: readonly ToDoTarget[];
  readonly isDone: boolean;
  readonly isLate: boolean;
}

/**
 * What there is to do: open ones first, by when they are due, and what was done not long ago. A page without exercises
 * cannot be done: the others alone count, and without any the assignment goes as if it were done.
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
    .map((assignment) => {
      const { done_targets, again_targets = [] } = assignment;
      const targets = assignment.targets.flatMap((target, place) => {
        const found = shownTarget(course, target);
        if (!found) return [];
        const isAgain = again_targets.includes(place);
        // What was done here counts before the service knows it.
        const isDone = !isAgain && (done_targets.includes(place) || isDoneHere(found, answers));
        return [{ ...found, isDone, isAgain }];
      });
      const counted = targets.filter(({ isDone, exerciseIds }) => isDone || exerciseIds.length > 0);
      const isOpen = counted.some(({ isDone }) => !isDone);
      const isDone = counted.length > 0 && !isOpen;
      return { assignment, targets, isDone, isOpen, isLate: isOpen && dueOf(assignment) < now };
    })
    .filter(
      ({ assignment, targets, isOpen, isDone }) =>
        targets.length > 0 && (isOpen || endOf(assignment, isDone, now) + keptAfterEndInMs > now),
    )
    .sort(
      (a, b) =>
        Number(a.isDone) - Number(b.isDone) || dueOf(a.assignment) - dueOf(b.assignment) || 0,
    )
    .map(({ isOpen: _, ...entry }) => entry);
}

function endOf(assignment: Assignment, isDone: boolean, now: number): number {
  if (!isDone) return dueOf(assignment);
  const { begins_at, due_at = begins_at, done_at = begins_at } = assignment;
  // Done here, and the service does not know it yet.
  if (assignment.assignment_state !== 'FINISHED') return now;
  return Math.max(Date.parse(due_at), Date.parse(done_at));
}

function dueOf({ due_at }: Assignment): number {
  return due_at ? Date.parse(due_at) : Infinity;
}
