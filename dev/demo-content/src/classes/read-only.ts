import type { Exercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { answerId, valuesOf, type Kept } from '../exercises/answer-values.ts';
import { createExercise } from '../exercises/create.ts';
import { createPreview } from '../exercises/preview.ts';

let count = 0;

/** Said because an answer to another edition of the exercise looks empty. */
const editionWords =
  'Diese Aufgabe war früher anders: Was es hier nicht mehr gibt, ist nicht zu sehen.';

/** An answer as its pupil sees it, to read. Texts and drawings are read as such, and not in a closed field. */
export function createReadOnly(exercise: Exercise, { value }: Kept, label: string): HTMLElement {
  const edition = el('p.class-hint', editionWords);
  if (value === undefined) return edition;
  const written = exercise.answerType === 'essay' || exercise.answerType === 'sketchpad';
  if (written) {
    const element = el('div.read-only.written', ...createPreview(exercise, value));
    element.querySelector('canvas')?.setAttribute('aria-label', label);
    return element;
  }
  // Its fields are no part of the exercise's own.
  const view = createExercise({ ...exercise, id: `${exercise.id}-read-${(count += 1)}` }, () => {});
  view.restore(value);
  const shown = partsOf(exercise, view.value());
  const isWhole = partsOf(exercise, value).every((part) => shown.includes(part));
  return el(
    'fieldset',
    { class: 'read-only', disabled: true, 'aria-label': label },
    view.element,
    isWhole ? undefined : edition,
  );
}

/** The choices, words or pairs of an answer. */
function partsOf(exercise: Exercise, value: unknown): readonly string[] {
  const { content } = valuesOf(exercise, { value, done: false })[answerId]!;
  return Object.values(content)
    .flat()
    .map((part) => JSON.stringify(part));
}
