// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createReadOnly } from '../../src/classes/read-only.ts';
import { exercisesOf } from '../../src/course/model.ts';
import { wasser } from '../../src/course/wasser.ts';
import { placesOf } from '../../src/navigation.ts';

const exercises = placesOf(wasser).flatMap(({ page }) => exercisesOf(page));
const textOf = (id: string, value: unknown) =>
  createReadOnly(
    exercises.find((exercise) => exercise.id === id)!,
    { value, done: true },
    'Antwort',
  ).textContent;

it.each([
  ['nebel-waehlen', ['wolke'], ['wolke', 'frueher']],
  ['tiere-luecken', { seide: 'Seide', laub: '' }, { seide: 'Seide', frueher: 'Laub' }],
  ['bach-lauf', { quelle: 'hang' }, { quelle: 'frueher' }],
  ['bach-tiere', { eisvogel: 'grund' }, { eisvogel: 'grund', frueher: 'ufer' }],
  ['bach-brief', 'Liebe Gemeinde', undefined],
  ['bach-zeichnen', { strokes: [], description: 'Ein Bach' }, undefined],
])(
  '%s: of an answer to an earlier edition it is said that something is missing',
  (id, here, earlier) => {
    expect(textOf(id, here)).not.toContain('Diese Aufgabe war früher anders');
    expect(textOf(id, earlier)).toContain('Diese Aufgabe war früher anders');
  },
);
