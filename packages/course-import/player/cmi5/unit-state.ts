import type { Cmi5Progress } from '@lectern/sdk';
import type { Cmi5Au } from '../../src/cmi5-structure.ts';
import { texts } from '../texts/texts.ts';

type AuProgress = Cmi5Progress['aus'][number];
export type UnitMark = keyof (typeof texts)['startPage']['states'];

/** The learner's state in a unit's row. */
export interface UnitState {
  readonly mark: UnitMark;
  /** With the score, where there is one. */
  readonly text: string;
  readonly isDone: boolean;
}

/** @param progress nothing: not read yet, or of a structure that does not have the unit. */
export function stateOf(au: Cmi5Au, progress: AuProgress | undefined): UnitState {
  const mark = markOf(au, progress);
  const { scaled_score: score } = progress ?? {};
  const hasScore = score !== undefined && (mark === 'passed' || mark === 'failed');
  const percent = hasScore ? `, ${Math.round(score * 100)} %` : '';
  return {
    mark,
    text: texts.startPage.states[mark] + percent,
    isDone: progress?.is_satisfied === true && mark !== 'optional',
  };
}

function markOf({ move_on }: Cmi5Au, progress: AuProgress | undefined): UnitMark {
  if (!progress) return 'unknown';
  if (progress.success === 'passed') {
    // A unit that is passed may still have something left to do.
    return progress.is_satisfied ? 'passed' : 'open';
  }
  if (progress.success === 'failed') return 'failed';
  if (progress.is_completed) return progress.is_satisfied ? 'completed' : 'open';
  return move_on === 'NotApplicable' ? 'optional' : 'open';
}

/**
 * An outcome is reported once for a registration (cmi5, section 9.3): a unit that is done is
 * opened for looking at (section 10.2.2). One that was failed can be tried again.
 */
export function launchModeOf(progress: AuProgress | undefined): 'Normal' | 'Review' {
  if (!progress) return 'Normal';
  const { is_completed, is_satisfied, success } = progress;
  const isOver = is_completed || success === 'passed';
  return is_satisfied && isOver && success !== 'failed' ? 'Review' : 'Normal';
}
