import type { Card, Exercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { Drawing } from './drawing.ts';
import { decodeStrokes } from './strokes.ts';
import { membersOf, textOf } from './answer-values.ts';

/** Stands where nothing was entered. */
const blank = '…';

/** An answer in short, to read and not to change. What does not fit the exercise is left out. */
export function createPreview(exercise: Exercise, value: unknown): readonly Node[] {
  const lines = linesOf(exercise, value).filter((line) => line !== '');
  const drawn = exercise.answerType === 'sketchpad' ? drawingOf(membersOf(value)['strokes']) : [];
  if (lines.length === 0 && drawn.length === 0) return [el('p', 'Hier ist noch nichts.')];
  return [...drawn, ...lines.map((line) => el('p', { dir: 'auto' }, line))];
}

function linesOf(exercise: Exercise, value: unknown): readonly string[] {
  const members = membersOf(value);
  switch (exercise.answerType) {
    case 'essay':
      return [textOf(value)];
    case 'choice':
      return exercise.choices
        .filter(({ id }) => Array.isArray(value) && value.includes(id))
        .map(({ text }) => text);
    case 'match_keyboard': {
      const words = Object.keys(exercise.gaps).map((gap) => textOf(members[gap]).trim() || blank);
      return words.every((word) => word === blank) ? [] : [words.join(', ')];
    }
    case 'match_position':
      return pairs(exercise.labels, exercise.positions, members);
    case 'match_place':
      return pairs(exercise.cards, exercise.places, members);
    case 'sketchpad':
      return [textOf(members['description'])];
  }
}

function pairs(
  cards: readonly Card[],
  targets: readonly { readonly id: string; readonly name: string }[],
  placed: Readonly<Record<string, unknown>>,
): readonly string[] {
  return cards.flatMap(({ id, text }) => {
    const target = targets.find((candidate) => candidate.id === placed[id]);
    return target ? [`${text}: ${target.name}`] : [];
  });
}

function drawingOf(encoded: unknown): readonly Node[] {
  const strokes = decodeStrokes(encoded);
  if (strokes.length === 0) return [];
  const canvas = el('canvas', { role: 'img', 'aria-label': 'Die andere Zeichnung' });
  new Drawing(canvas).show(strokes);
  return [canvas];
}
