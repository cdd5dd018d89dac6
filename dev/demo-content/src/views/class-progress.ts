import { button } from '../dom.ts';
import type { Learner } from '../learner.ts';

/** Where teachers look for their classes; pupils have nothing to press there. */
export interface ClassProgressContext {
  readonly learner: Learner;
  /** Where the container shows how far classes are. */
  readonly openProgress: () => void;
  /** Ends with the page. */
  readonly signal: AbortSignal;
}

/** Leads to the statistics, once it is known that a teacher reads. */
export function createClassProgressButton(context: ClassProgressContext): HTMLElement {
  const { learner, openProgress, signal } = context;
  const progress = button('quiet', 'Fortschritt der Klassen', openProgress);
  const show = () => void (progress.hidden = !learner.isTeacher);
  learner.addEventListener('change', show, { signal });
  show();
  return progress;
}
