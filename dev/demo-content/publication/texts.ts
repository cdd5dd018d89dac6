import type { Block, Exercise, Page } from '../src/course/model.ts';

/*
 * Texts for the search: those of a page, without what only teachers see, and of an
 * exercise without what would give its answer away.
 */

/** The text of a page, a line for each of its parts; exercises have texts of their own. */
export function textOfPage({ lead, blocks }: Page): string {
  return linesOf([lead, ...blocks.flatMap(partsOf)]);
}

/** The text of an exercise as it is before anybody has answered it. */
export function textOfExercise(exercise: Exercise): string {
  return linesOf([exercise.instruction, ...taskOf(exercise)]);
}

function partsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block.text];
    case 'fact':
      return [block.title, block.text];
    case 'picture':
      return [block.picture.alt, block.caption];
    case 'film':
      return [block.film.title, ...block.film.description];
    case 'exercise':
      return [];
  }
}

function taskOf(exercise: Exercise): readonly string[] {
  const textsOf = (cards: readonly { readonly text: string }[]) => cards.map(({ text }) => text);
  switch (exercise.answerType) {
    case 'choice':
      return textsOf(exercise.choices);
    case 'match_keyboard':
      return [...exercise.words, exercise.text.replace(/\{.+?\}/g, '…')];
    case 'match_position':
      return [exercise.picture.alt, ...textsOf(exercise.labels)];
    case 'match_place':
      return [...exercise.places.map(({ name }) => name), ...textsOf(exercise.cards)];
    case 'essay':
    case 'sketchpad':
      return [];
  }
}

function linesOf(parts: readonly string[]): string {
  return parts
    .map((part) => part.replaceAll('**', ''))
    .filter((part) => part !== '')
    .join('\n');
}
