import type {
  Cmi5Au,
  Cmi5Structure,
} from '@lectern/contracts/calls/learning-records/cmi5-structure';
import type { Session } from './sessions.ts';

/** Progress of a learner in one assignable unit of a registration. */
export interface AuProgress {
  readonly isCompleted: boolean;
  readonly success: 'unknown' | 'passed' | 'failed';
  /** Of the latest statement that has one. */
  readonly scaled: number | undefined;
  readonly isSatisfied: boolean;
}

type Untold = Pick<Session, 'au_id' | 'told'>;

/** @param sessions of the registration, the earliest first */
export function progressOf(au: Cmi5Au, sessions: readonly Untold[]): AuProgress {
  const own = sessions.filter(({ au_id }) => au_id === au.id).map(({ told }) => told);
  const isCompleted = own.some(({ completed }) => completed);
  const isPassed = own.some(({ passed }) => passed);
  const isFailed = own.some(({ failed }) => failed);
  const scores = own.flatMap(({ passed, failed }) => (passed ?? failed)?.scaled ?? []);
  return {
    isCompleted,
    success: isPassed ? 'passed' : isFailed ? 'failed' : 'unknown',
    scaled: scores.at(-1),
    isSatisfied: meets(au.move_on, isCompleted, isPassed),
  };
}

/** Section 10.2.5. */
function meets(moveOn: Cmi5Au['move_on'], isCompleted: boolean, isPassed: boolean): boolean {
  switch (moveOn) {
    case 'Passed':
      return isPassed;
    case 'Completed':
      return isCompleted;
    case 'CompletedAndPassed':
      return isCompleted && isPassed;
    case 'CompletedOrPassed':
      return isCompleted || isPassed;
    case 'NotApplicable':
    default:
      return true;
  }
}

/**
 * Ids of the blocks, and of the course, all of whose units are satisfied (section 9.3.9); what is within
 * another stands before it.
 */
export function satisfiedParts(
  structure: Cmi5Structure,
  sessions: readonly Untold[],
): readonly string[] {
  const { blocks, aus } = structure;
  const byAu = Map.groupBy(sessions, ({ au_id }) => au_id);
  const parentOf = new Map(blocks.map(({ id, parent_id }) => [id, parent_id]));
  const open = new Set<string>();
  for (const au of aus) {
    if (progressOf(au, byAu.get(au.id) ?? []).isSatisfied) continue;
    open.add(structure.id);
    let block = au.parent_id;
    while (block !== undefined && !open.has(block)) {
      open.add(block);
      block = parentOf.get(block);
    }
  }
  const inner = blocks.map(({ id }) => id).toReversed();
  return [...inner, structure.id].filter((id) => !open.has(id));
}
