import type { ChoiceExercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { responseSeparator, type Changed, type ExerciseView } from './exercise.ts';
import { mark } from './marks.ts';
import { scoreChoice } from './scoring.ts';

/** One or several of a few choices. The answer is the list of the chosen ids. */
export function createChoice(exercise: ChoiceExercise, changed: Changed): ExerciseView {
  const options = exercise.choices.map(({ id, text }) => {
    const input = el('input', {
      type: exercise.several ? 'checkbox' : 'radio',
      name: exercise.id,
      value: id,
    });
    const label = el('label.option', input, el('span', text));
    return { id, input, label };
  });
  const element = el('div.choice', ...options.map(({ label }) => label));
  const chosen = () => options.filter(({ input }) => input.checked).map(({ id }) => id);

  // A mark belongs to the answer that was checked, not to the next one.
  element.addEventListener('change', () => {
    for (const { label } of options) mark(label, undefined);
    changed();
  });

  return {
    element,
    value: chosen,
    restore(saved) {
      // Ids of choices that the course no longer has simply match no option.
      if (!Array.isArray(saved)) return;
      for (const { id, input } of options) input.checked = saved.includes(id);
    },
    response: () => chosen().join(responseSeparator),
    check() {
      const verdict = scoreChoice(exercise, new Set(chosen()));
      for (const { id, label } of options) mark(label, verdict.parts[id]);
      return verdict;
    },
    afterword: exercise.explanation,
  };
}
