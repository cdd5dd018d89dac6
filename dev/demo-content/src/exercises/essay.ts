import type { EssayExercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { createLengthLimit } from '../views/length-limit.ts';
import { countSentences, countWords } from './count-sentences.ts';
import type { Changed, ExerciseView } from './exercise.ts';

/** Longest text, in UTF-16 code units: some ten printed pages, far below what one item may hold. */
const textMaximumLength = 20_000;

/** Long text. The answer is the text itself. */
export function createEssay(exercise: EssayExercise, changed: Changed): ExerciseView {
  const text = el('textarea', {
    'aria-label': `Dein Text: ${exercise.title}`,
    placeholder: exercise.placeholder,
    maxlength: String(textMaximumLength),
    rows: '7',
  });
  const count = el('p.word-count');
  const element = el('div.essay', text, createLengthLimit(text, 'diese Antwort'), count);

  const { sentencesMinimum } = exercise;

  /** Good enough to see that one gets on. */
  function showCount(): void {
    const words = countWords(text.value);
    const ofWords = words === 1 ? '1 Wort' : `${words} Wörter`;
    count.textContent = ofSentences() + ofWords;
    // Paper shows all of it, however high the field is.
    element.dataset['text'] = text.value;
  }

  function ofSentences(): string {
    if (sentencesMinimum === undefined) return '';
    const sentences = countSentences(text.value);
    return sentences > sentencesMinimum
      ? `${sentences} Sätze · `
      : `${sentences} von ${sentencesMinimum} Sätzen · `;
  }

  text.addEventListener('input', () => {
    showCount();
    changed();
  });
  showCount();

  return {
    element,
    value: () => text.value,
    restore(saved) {
      if (typeof saved !== 'string') return;
      text.value = saved;
      showCount();
    },
    response: () => text.value.trim(),
    missing() {
      const sentences = countSentences(text.value);
      if (sentencesMinimum === undefined || sentences >= sentencesMinimum) return undefined;
      const there = sentences === 1 ? '1 Satz' : `${sentences} Sätze`;
      return `Bis jetzt sind es ${there} von ${sentencesMinimum}. Jeder Satz hört mit einem Punkt, einem Fragezeichen oder einem Ausrufezeichen auf. Gleiche Sätze zählen einmal. Schreib noch ein Stück weiter!`;
    },
    afterword: `So könnte man es zum Beispiel schreiben: «${exercise.example}»`,
  };
}
