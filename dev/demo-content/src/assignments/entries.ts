import type { Assignment } from '@lectern/sdk';
import type { Answer } from '../answers.ts';
import type { Course } from '../course/model.ts';
import { isDoneHere, shownTarget, type ShownTarget } from './words.ts';

/** How long a finished assignment stays in the list after it was due and done, in milliseconds. */
const keptAfterEndInMs = 7 * 24 * 60 * 60 * 1000;

/** Assignments later than this stand behind those of today, in milliseconds. */
const longLateAfterInMs = 14 * 24 * 60 * 60 * 1000;

interface ToDoTarget extends ShownTarget {
  readonly isDone: boolean;
  /** A teacher has asked for it once more. */
  readonly isAgain: boolean;
}

export interface ToDoEntry {
  readonly assignment: Assignment;
  /** Targets that this edition has. */
  readonly targets: readonly ToDoTarget[];
  readonly isDone: boolean;
  readonly isLate: boolean;
}

/**
 * Open assignments by their due date, those that are long late after the others, then those done not long ago. Pages
 * without exercises cannot be done: the other targets count alone, and an assignment without any leaves like a done one.
 *
 * @param now By the clock of the service, in milliseconds.
 */
export function toDoEntries(
  course: Course,
  assignments: readonly Assignment[],
  answers: ReadonlyMap<string, Answer>,
  now: number,
): readonly ToDoEntry[] {
  const isLongLate = ({ assignment, targets, isLate }: ToDoEntry) =>
    isLate &&
    !targets.some(({ isAgain }) => isAgain) &&
    dueOf(assignment) + longLateAfterInMs < now;
  return assignments
    .map((assignment) => {
      const { done_targets, again_targets = [] } = assignment;
      const targets = assignment.targets.flatMap((target, place) => {
        const found = shownTarget(course, target);
        if (!found) return [];
        const isAgain = again_targets.includes(place);
        // Work done here counts before the service knows it.
        const isDone = !isAgain && (done_targets.includes(place) || isDoneHere(found, answers));
        return [{ ...found, isDone, isAgain }];
      });
      const counted = targets.filter(({ isDone, exerciseIds }) => isDone || exerciseIds.length > 0);
      const isOpen = counted.some(({ isDone }) => !isDone);
      const isDone = counted.length > 0 && !isOpen;
      const isLate = isOpen && dueOf(assignment) < now;
      // A task on its way would be gone before the service knows it.
      const end = targets.some((target) => isOnItsWay(target, answers))
        ? now
        : endOf(assignment, isDone);
      return { assignment, targets, isDone, isOpen, isLate, end };
    })
    .filter(
      ({ targets, isOpen, end }) => targets.length > 0 && (isOpen || end + keptAfterEndInMs > now),
    )
    .sort(
      (a, b) =>
        Number(a.isDone) - Number(b.isDone) ||
        Number(isLongLate(a)) - Number(isLongLate(b)) ||
        dueOf(a.assignment) - dueOf(b.assignment) ||
        0,
    )
    .map(({ isOpen: _, end: __, ...entry }) => entry);
}

function endOf(assignment: Assignment, isDone: boolean): number {
  if (!isDone) return dueOf(assignment);
  const { begins_at, due_at = begins_at, done_at = begins_at } = assignment;
  return Math.max(Date.parse(due_at), Date.parse(done_at));
}

/** Something is done here, and no service has it yet. */
function isOnItsWay({ exerciseIds }: ToDoTarget, answers: ReadonlyMap<string, Answer>): boolean {
  return exerciseIds.some((id) => {
    const answer = answers.get(id);
    return answer?.isDone && answer.status.kind !== 'saved';
  });
}

function dueOf({ due_at }: Assignment): number {
  return due_at ? Date.parse(due_at) : Infinity;
}
