import type { Exercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { createGapText } from '../exercises/gap-text.ts';
import { createPicture } from '../views/course-page.ts';

/** Lines for a text of some sentences. */
const essayLines = 12;

/** An exercise on paper: as it is before anybody has answered it, without what would give its answer away. */
export function createPaperExercise(exercise: Exercise): HTMLElement {
  return el(
    'section',
    { class: 'paper-exercise', 'data-exercise': exercise.id },
    el('h2', exercise.title),
    el('p', paperInstruction(exercise)),
    ...fieldsOf(exercise),
  );
}

/** On paper nothing is dragged or pressed. */
function paperInstruction({ answerType, instruction }: Exercise): string {
  if (answerType === 'match_position')
    return 'Schreib zu jeder Nummer das Wort, das im Bild dorthin passt.';
  if (answerType === 'match_place') return 'Schreib jedes Wort in das Feld, in das es gehört.';
  return instruction;
}

function fieldsOf(exercise: Exercise): readonly HTMLElement[] {
  switch (exercise.answerType) {
    case 'essay':
      return Array.from({ length: essayLines }, createLine);
    case 'choice':
      return [
        el(
          'ul',
          { class: 'paper-choices', 'data-several': exercise.several },
          ...exercise.choices.map(({ text }) => el('li', text)),
        ),
      ];
    case 'match_keyboard':
      return [
        createWords(exercise.words),
        el('p.paper-gaps', ...createGapText(exercise.text, () => el('span.paper-gap'))),
      ];
    case 'match_position':
      return [
        createWords(exercise.labels.map(({ text }) => text)),
        el(
          'div.paper-picture',
          createPicture(exercise.picture),
          ...exercise.positions.map(({ x, y }, index) => {
            const number = el('span', String(index + 1));
            number.style.left = `${x}%`;
            number.style.top = `${y}%`;
            return number;
          }),
        ),
        el('ol.paper-legend', ...exercise.positions.map(() => el('li'))),
      ];
    case 'match_place':
      return [
        createWords(exercise.cards.map(({ text }) => text)),
        el('div.paper-places', ...exercise.places.map(({ name }) => el('div', el('h3', name)))),
      ];
    case 'sketchpad':
      return [el('div.paper-sheet')];
  }
}

function createWords(words: readonly string[]): HTMLElement {
  return el('p.paper-words', words.join('\u00a0· '));
}

function createLine(): HTMLElement {
  return el('div.paper-line');
}
