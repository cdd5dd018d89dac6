import type { Exercise } from '../course/model.ts';
import { el } from '../dom.ts';

/** The solution of an exercise, line by line; none where no answer is right or wrong. */
export function solutionOf(exercise: Exercise): readonly string[] {
  switch (exercise.answerType) {
    case 'choice':
      return [
        ...exercise.choices.filter(({ right }) => right).map(({ text }) => text),
        exercise.explanation,
      ];
    case 'match_keyboard':
      return [exercise.text.replaceAll(/\{(.+?)\}/g, (_, gap: string) => exercise.gaps[gap]![0])];
    case 'match_position':
      return pairs(exercise.labels, exercise.positions, exercise.solution);
    case 'match_place':
      return pairs(exercise.cards, exercise.places, exercise.solution);
    case 'essay':
      return [exercise.example];
    case 'sketchpad':
      return [];
  }
}

function pairs(
  cards: readonly { readonly id: string; readonly text: string }[],
  places: readonly { readonly id: string; readonly name: string }[],
  solution: Readonly<Record<string, string>>,
): readonly string[] {
  return cards.map(({ id, text }) => {
    const name = places.find((place) => place.id === solution[id])?.name ?? '';
    return `${text}: ${name}`;
  });
}

/** A solution to be opened; nothing where there is none. */
export function createSolution(exercise: Exercise): HTMLElement | undefined {
  const lines = solutionOf(exercise);
  if (lines.length === 0) return undefined;
  return el(
    'details.solution',
    el('summary', 'Lösung'),
    lines.length === 1 ? el('p', lines[0]) : el('ul', ...lines.map((line) => el('li', line))),
  );
}
