import type { Exercise } from '../course/model.ts';
import { el } from '../dom.ts';
import type { Kept } from '../exercises/answer-values.ts';
import { createExercise } from '../exercises/create.ts';
import { createPreview } from '../exercises/preview.ts';

let count = 0;

/** An answer as its pupil sees it, to read. Texts and drawings are read as such, and not in a closed field. */
export function createReadOnly(exercise: Exercise, { value }: Kept, label: string): HTMLElement {
  const written = exercise.answerType === 'essay' || exercise.answerType === 'sketchpad';
  if (written) {
    const element = el('div', { class: 'read-only written' }, ...createPreview(exercise, value));
    element.querySelector('canvas')?.setAttribute('aria-label', label);
    return element;
  }
  // Its fields are no part of the exercise's own.
  const view = createExercise({ ...exercise, id: `${exercise.id}-read-${(count += 1)}` }, () => {});
  view.restore(value);
  return el('fieldset', { class: 'read-only', disabled: true, 'aria-label': label }, view.element);
}
