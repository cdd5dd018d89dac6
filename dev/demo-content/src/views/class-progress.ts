import { el } from '../dom.ts';
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
  const button = el('button', { type: 'button', class: 'quiet' }, 'Fortschritt der Klassen');
  button.addEventListener('click', openProgress);
  const show = () => void (button.hidden = !learner.isTeacher);
  learner.addEventListener('change', show, { signal });
  show();
  return button;
}
