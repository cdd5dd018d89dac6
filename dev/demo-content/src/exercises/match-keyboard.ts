import type { MatchKeyboardExercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { responseSeparator, type Changed, type ExerciseView } from './exercise.ts';
import { mark } from './marks.ts';
import { scoreGaps } from './scoring.ts';

/** Longest word, in UTF-16 code units. */
const wordMaximumLength = 60;

/** Words typed into the gaps of a text. The answer is an object: gap id → what was typed. */
export function createMatchKeyboard(
  exercise: MatchKeyboardExercise,
  changed: Changed,
): ExerciseView {
  const gapCount = Object.keys(exercise.gaps).length;
  const gaps = new Map<string, HTMLInputElement>();
  const text = el('p', { class: 'gap-text' });

  // `{id}` splits the text so that every second piece is the id of a gap.
  for (const [index, piece] of exercise.text.split(/[{}]/).entries()) {
    if (index % 2 === 0) {
      text.append(piece);
      continue;
    }
    const input = el('input', {
      type: 'text',
      'aria-label': `Lücke ${gaps.size + 1} von ${gapCount}`,
      maxlength: String(wordMaximumLength),
      // The browser shall neither fill in last week's words nor correct the learner's.
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
    });
    const gap = el('span', { class: 'gap' }, input);
    input.addEventListener('input', () => {
      mark(gap, undefined);
      input.removeAttribute('aria-invalid');
      changed();
    });
    gaps.set(piece, input);
    text.append(gap);
  }

  const words = el(
    'ul',
    { class: 'words', 'aria-label': 'Diese Wörter kannst du verwenden' },
    ...exercise.words.map((word) => el('li', {}, word)),
  );
  const typed = () => Object.fromEntries([...gaps].map(([id, { value }]) => [id, value]));

  return {
    element: el('div', { class: 'match-keyboard' }, words, text),
    value: typed,
    restore(saved) {
      if (typeof saved !== 'object' || saved === null) return;
      // Gaps that the text no longer has are left out.
      for (const [id, word] of Object.entries(saved)) {
        const input = gaps.get(id);
        if (input && typeof word === 'string') input.value = word;
      }
    },
    response: () => Object.values(typed()).join(responseSeparator),
    check() {
      const verdict = scoreGaps(exercise.gaps, typed());
      for (const [id, input] of gaps) {
        const right = verdict.parts[id];
        if (input.parentElement) mark(input.parentElement, right);
        if (right === undefined) input.removeAttribute('aria-invalid');
        else input.setAttribute('aria-invalid', String(!right));
      }
      return verdict;
    },
  };
}
