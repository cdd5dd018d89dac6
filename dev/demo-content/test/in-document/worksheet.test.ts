// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { solutionOf } from '../../src/assignments/solution.ts';
import { exercisesOf, type Exercise } from '../../src/course/model.ts';
import { wasser } from '../../src/course/wasser.ts';
import { placesOf } from '../../src/navigation.ts';
import { createPaper, type Printed } from '../../src/print/paper.ts';
import { createPaperExercise } from '../../src/print/worksheet.ts';

const places = placesOf(wasser);
const exercises = places.flatMap(({ page }) => exercisesOf(page));

/** All that an element says, also to those who do not see its pictures, but for lists to choose from. */
function saidBesidesLists(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const list of copy.querySelectorAll('.paper-words, .paper-choices')) list.remove();
  const attributes = [...copy.querySelectorAll('*')].flatMap((child) =>
    ['alt', 'title', 'aria-label'].map((name) => child.getAttribute(name) ?? ''),
  );
  return [copy.textContent, ...attributes].join('\n');
}

/** Texts that tell the answer, or help to find it. */
function secretsOf(exercise: Exercise): readonly string[] {
  const hints = exercise.hint === undefined ? [] : [exercise.hint];
  switch (exercise.answerType) {
    case 'essay':
      return [...hints, exercise.example];
    case 'choice':
      return [...hints, exercise.explanation, ...exercise.choices.map(({ text }) => text)];
    case 'match_keyboard':
      return [...hints, ...Object.values(exercise.gaps).flat()];
    case 'match_position':
      return [
        ...hints,
        ...exercise.labels.map(({ text }) => text),
        ...exercise.positions.map(({ name }) => name),
      ];
    case 'match_place':
      return [...hints, ...exercise.cards.map(({ text }) => text)];
    case 'sketchpad':
      return hints;
  }
}

/** Words to choose from, in the order in which they would be right; nothing where there are none. */
function wordsInOrder(exercise: Exercise): readonly string[] {
  switch (exercise.answerType) {
    case 'match_keyboard':
      return [...exercise.text.matchAll(/\{(.+?)\}/g)].map(([, gap]) => exercise.gaps[gap!]![0]);
    case 'match_position':
      return exercise.positions.map(
        ({ id }) => exercise.labels.find((label) => exercise.solution[label.id] === id)!.text,
      );
    case 'match_place':
      return exercise.places.flatMap(({ id }) =>
        exercise.cards.filter((card) => exercise.solution[card.id] === id).map(({ text }) => text),
      );
    case 'choice':
    case 'essay':
    case 'sketchpad':
      return [];
  }
}

const wordsOn = (paper: Element) =>
  paper.querySelector('.paper-words')?.textContent.split(/\s*·\s*/) ?? [];

describe.each(exercises.map((exercise) => [exercise.id, exercise] as const))(
  'on paper %s',
  (_, exercise) => {
    const paper = createPaperExercise(exercise);

    it('tells no answer and no hint', () => {
      const said = saidBesidesLists(paper);
      const secrets = [...secretsOf(exercise), ...solutionOf(exercise)];
      const isWord = (secret: string) =>
        new RegExp(`(?<!\\p{L})${secret.replaceAll(/[^\p{L}\s]/gu, '.')}(?!\\p{L})`, 'iu').test(
          said,
        );
      expect(secrets.filter(isWord)).toEqual([]);
    });

    it('has each word to choose from once, in an order that tells nothing', () => {
      const right = wordsInOrder(exercise);
      expect(wordsOn(paper).toSorted()).toEqual(right.toSorted());
      expect(right.length > 0 && wordsOn(paper).join() === right.join()).toBe(false);
    });

    it('marks no choice, and fills nothing in', () => {
      const choices = [...paper.querySelectorAll('.paper-choices li')];
      expect(choices.map(({ textContent }) => textContent)).toEqual(
        exercise.answerType === 'choice' ? exercise.choices.map(({ text }) => text) : [],
      );
      expect(choices.flatMap((choice) => [...choice.attributes])).toEqual([]);
      for (const empty of paper.querySelectorAll(
        '.paper-gap, .paper-legend li, .paper-line, .paper-sheet, input, textarea',
      ))
        expect(empty.childNodes).toHaveLength(0);
    });
  },
);

it('every type of exercise is on a worksheet', () => {
  const papers = exercises.map((exercise) => [exercise.answerType, createPaperExercise(exercise)]);
  expect(new Set(papers.map(([type]) => type)).size).toBe(6);
});

it.each<Printed>(['all', 'text', 'exercises'])(
  'no page has what is for teachers alone, printed with %s',
  (printed) => {
    for (const place of places) {
      const said = createPaper(place, printed).map(saidBesidesLists).join('\n');
      const hints = exercisesOf(place.page).flatMap(({ hint }) => hint ?? []);
      expect([...place.page.teacherHints, ...hints].filter((hint) => said.includes(hint))).toEqual(
        [],
      );
    }
  },
);

it('a worksheet has the exercises of its page, and not the text that they are about', () => {
  for (const place of places) {
    const sheet = document.createElement('main');
    sheet.append(...createPaper(place, 'exercises'));
    expect(
      [...sheet.querySelectorAll<HTMLElement>('[data-exercise]')].map(
        ({ dataset }) => dataset['exercise'],
      ),
    ).toEqual(exercisesOf(place.page).map(({ id }) => id));
    const texts = place.page.blocks.flatMap((block) =>
      block.kind === 'paragraph' || block.kind === 'fact' ? [block.text] : [],
    );
    expect(texts.filter((text) => sheet.textContent.includes(text.replaceAll('**', '')))).toEqual(
      [],
    );
  }
});
