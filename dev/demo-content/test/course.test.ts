import { readFile, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exercisesOf, type Exercise } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { scoreGaps } from '../src/exercises/scoring.ts';

const exercises = wasser.themen.flatMap(({ pages }) => pages.flatMap(exercisesOf));
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).toSorted();
const same = (a: readonly string[], b: readonly string[]) =>
  JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());

/** True where the exercise's own parts suffice to solve it, and none is left over. */
function isSolvable(exercise: Exercise): boolean {
  switch (exercise.answerType) {
    case 'choice': {
      const right = exercise.choices.filter((choice) => choice.right).length;
      return exercise.several ? right > 1 : right === 1;
    }
    case 'match_keyboard': {
      const gapsInText = [...exercise.text.matchAll(/\{(.+?)\}/g)].map(([, gap]) => gap ?? '');
      const words = Object.entries(exercise.gaps).map(([gap, [word]]) => [gap, word] as const);
      const verdict = scoreGaps(exercise.gaps, Object.fromEntries(words));
      return (
        same(gapsInText, Object.keys(exercise.gaps)) &&
        same(
          words.map(([, word]) => word),
          exercise.words,
        ) &&
        verdict.right === verdict.total
      );
    }
    case 'match_position':
      return (
        same(Object.keys(exercise.solution), idsOf(exercise.labels)) &&
        same(Object.values(exercise.solution), idsOf(exercise.positions))
      );
    case 'match_place':
      return (
        same(Object.keys(exercise.solution), idsOf(exercise.cards)) &&
        same([...new Set(Object.values(exercise.solution))], idsOf(exercise.places))
      );
    case 'essay':
    case 'sketchpad':
      return true;
  }
}

const films = wasser.themen.flatMap(({ pages }) =>
  pages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'film' ? [block.film] : [])),
  ),
);
const fileOf = (path: string) => new URL(`../public/${path}`, import.meta.url);
/** The most bytes that a phone on a slow line loads in a few seconds. */
const filmMaximumInBytes = 400_000;

describe('a film', () => {
  it.each(films.map((film) => [film.title, film] as const))(
    'is small, and has captions and a text beside it: %s',
    async (_, { path, captions, description }) => {
      expect((await stat(fileOf(path))).size).toBeLessThan(filmMaximumInBytes);
      const text = await readFile(fileOf(captions), 'utf8');
      expect(text).toMatch(/^WEBVTT\n\n\d\d:\d\d\.\d{3} --> /);
      expect(description.join('').length).toBeGreaterThan(100);
    },
  );

  it('is in the course', () => expect(films).not.toEqual([]));
});

describe('the course', () => {
  it('has an exercise of every basic answer type', () => {
    expect(new Set(exercises.map(({ answerType }) => answerType))).toEqual(
      new Set(['essay', 'choice', 'match_keyboard', 'match_position', 'match_place', 'sketchpad']),
    );
  });

  it('names each exercise once', () => {
    expect(new Set(idsOf(exercises)).size).toBe(exercises.length);
  });

  it.each(exercises.map((exercise) => [exercise.id, exercise] as const))(
    'can be solved: %s',
    (_, exercise) => expect(isSolvable(exercise)).toBe(true),
  );

  it('is written as in Switzerland', () => {
    expect(JSON.stringify(wasser)).not.toMatch(/ß|[„“”]/);
  });

  it('describes every picture that carries meaning', () => {
    const pictures = wasser.themen.flatMap(({ pages }) =>
      pages.flatMap(({ blocks }) =>
        blocks.flatMap((block) => {
          if (block.kind === 'picture') return [block.picture];
          const exercise = block.kind === 'exercise' ? block.exercise : undefined;
          return exercise?.answerType === 'match_position' ? [exercise.picture] : [];
        }),
      ),
    );
    expect(pictures.filter(({ alt }) => alt === '')).toEqual([]);
    expect(pictures.length).toBeGreaterThan(0);
  });
});
