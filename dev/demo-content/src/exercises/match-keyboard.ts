import { announce } from '../announce.ts';
import type { MatchKeyboardExercise } from '../course/model.ts';
import { el, spoken } from '../dom.ts';
import { createGapText } from './gap-text.ts';
import { responseSeparator, type Changed, type ExerciseView } from './exercise.ts';
import { mark } from './marks.ts';
import { comparable, scoreGaps } from './scoring.ts';

/** Longest word, in UTF-16 code units. */
const wordMaximumLength = 60;
const allFull = 'Alle Lücken sind voll. Wähle zuerst eine Lücke, oder hol ein Wort zurück.';

/**
 * Words put into the gaps of a text, typed or by pressing a word of the list. The answer is an object: gap id → what
 * stands there.
 */
export function createMatchKeyboard(
  exercise: MatchKeyboardExercise,
  changed: Changed,
): ExerciseView {
  const gapCount = Object.keys(exercise.gaps).length;
  const gaps = new Map<string, HTMLInputElement>();
  const nameOf = (number: number) => `Lücke ${number} von ${gapCount}`;

  function createGap(id: string): HTMLElement {
    const input = el('input', {
      type: 'text',
      'aria-label': nameOf(gaps.size + 1),
      maxlength: String(wordMaximumLength),
      // The browser shall neither fill in last week's words nor correct the learner's.
      autocomplete: 'off',
      autocapitalize: 'off',
      autocorrect: 'off',
      spellcheck: 'false',
    });
    input.addEventListener('input', () => edited(input));
    input.addEventListener('focus', () => (last = input));
    gaps.set(id, input);
    return el('span.gap', input);
  }
  const text = el('p.gap-text', ...createGapText(exercise.text, createGap));

  const inputs = [...gaps.values()];
  /** The gap that was used last: the next word goes on from there. */
  let last = inputs[0];

  const words = exercise.words.map((word) => {
    const used = spoken(' (verwendet)');
    const button = el('button', { type: 'button', class: 'word' }, word, used);
    // The gap keeps the focus that says where the word goes.
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => press(word));
    return { word, button, used };
  });

  function edited(input: HTMLInputElement): void {
    if (input.parentElement) mark(input.parentElement, undefined);
    input.removeAttribute('aria-invalid');
    full.hidden = true;
    showUsed();
    changed();
  }

  /**
   * Puts a word into the gap with the focus, else into the next empty one; a used word goes back to the list. A word in
   * a gap that nobody has chosen is never replaced.
   */
  function press(word: string): void {
    const used = inputs.find((input) => isIn(input, word));
    const focused = inputs.find((input) => input === document.activeElement);
    const input = used ?? focused ?? nextEmpty();
    if (!input) {
      full.hidden = false;
      announce(allFull);
      return;
    }
    input.value = used ? '' : word;
    last = input;
    edited(input);
    const name = nameOf(inputs.indexOf(input) + 1);
    announce(used ? `${word} zurückgelegt. ${name} ist leer.` : `${word}: ${name}.`);
    if (!used && focused) nextEmpty()?.focus({ preventScroll: true });
  }

  /** The first empty gap from the last one on, and round. */
  function nextEmpty(): HTMLInputElement | undefined {
    const from = last ? inputs.indexOf(last) : 0;
    return [...inputs.slice(from), ...inputs.slice(0, from)].find(
      ({ value }) => value.trim() === '',
    );
  }

  function showUsed(): void {
    for (const { word, button, used } of words) {
      const isUsed = inputs.some((input) => isIn(input, word));
      used.hidden = !isUsed;
      button.toggleAttribute('data-used', isUsed);
    }
  }

  const full = el('p', { class: 'gaps-full', hidden: '' }, allFull);
  const typed = () => Object.fromEntries([...gaps].map(([id, { value }]) => [id, value]));
  showUsed();

  return {
    element: el(
      'div.match-keyboard',
      el(
        'ul',
        { class: 'words', 'aria-label': 'Diese Wörter kannst du verwenden' },
        ...words.map(({ button }) => el('li', button)),
      ),
      full,
      text,
      el(
        'p.word-help',
        'Schreib in die Lücken, oder drück auf ein Wort: Dann steht es in der nächsten leeren Lücke. Noch einmal drücken holt es zurück.',
      ),
    ),
    value: typed,
    restore(saved) {
      if (typeof saved !== 'object' || saved === null) return;
      // Gaps that the text no longer has are left out.
      for (const [id, word] of Object.entries(saved)) {
        const input = gaps.get(id);
        if (input && typeof word === 'string') input.value = word;
      }
      showUsed();
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

function isIn({ value }: HTMLInputElement, word: string): boolean {
  return comparable(value) === comparable(word);
}
