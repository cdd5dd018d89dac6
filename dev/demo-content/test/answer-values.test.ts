import { requests } from '@lectern/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { AnswerType, Exercise } from '../src/course/model.ts';
import { exercisesOf } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { keptOf, valuesOf } from '../src/exercises/answer-values.ts';
import { Sketch } from '../src/exercises/sketch.ts';
import { decodeStrokes } from '../src/exercises/strokes.ts';

const exercises = wasser.themen.flatMap(({ pages }) => pages.flatMap(exercisesOf));
const exerciseOf = (type: AnswerType) =>
  exercises.find(({ answerType }) => answerType === type) as Exercise;

const values: Readonly<Record<AnswerType, unknown>> = {
  essay: 'Lieber Bach',
  choice: ['a', 'b'],
  match_keyboard: { x: 'Regen' },
  match_position: { dampf: 'oben' },
  match_place: { fisch: 'wasser', vogel: 'luft' },
  sketchpad: { strokes: [[0, 10, 20, 3, -4]], description: 'Ein Bach' },
};

it.each(Object.entries(values))('%s is kept in the contract’s form', (type, value) => {
  const exercise = exerciseOf(type as AnswerType);
  const answers = valuesOf(exercise, { value, done: true, score: 75, shared: value });
  const fault = requests.saveAnswers.payload.faultIn({
    course_id_dto: { course_id: 'wasser' },
    issue_id_dto: { issue_id: '1' },
    exercise_dto: { exercise_id: exercise.id },
    answers: Object.entries(answers).map(([answer_id, answer]) => ({
      answer_id,
      ...answer,
      version: 0,
    })),
  });
  expect(fault).toBeUndefined();
  expect(keptOf(exercise, answers)).toMatchObject({ value, done: true, score: 75 });
});

it.each(Object.keys(values))('%s without an input is no answer', (type) => {
  const exercise = exerciseOf(type as AnswerType);
  expect(valuesOf(exercise, { value: undefined, done: false })).toEqual({});
  expect(keptOf(exercise, {})).toEqual({ value: undefined, done: false });
});

describe('a drawing is never more than the contract takes', () => {
  const exercise = exerciseOf('sketchpad');
  /** As in the contract (`drawing.ts`). */
  const [strokesMaximum, numbersMaximum] = [5_000, 10_001] as const;

  function expectValid(value: unknown): readonly (readonly number[])[] {
    const { content } = valuesOf(exercise, { value, done: false })['answer']!;
    const { strokes } = (content as { drawing: { strokes: readonly (readonly number[])[] } })
      .drawing;
    expect(strokes.length).toBeLessThanOrEqual(strokesMaximum);
    for (const stroke of strokes) expect(stroke.length).toBeLessThanOrEqual(numbersMaximum);
    return strokes;
  }

  it.each([
    [5_000, 1],
    [5_001, 2],
    [9_999, 2],
    [12_000, 3],
  ])('with one stroke of %i points', (points, count) => {
    const sketch = new Sketch();
    sketch.begin(2, { x: 0, y: 0 });
    for (let step = 1; step < points; step += 1) sketch.moveTo({ x: (step % 2) * 5, y: 0 });
    const strokes = expectValid({ strokes: sketch.encoded(), description: '' });
    expect(strokes).toHaveLength(count);
    const drawn = decodeStrokes(strokes);
    // Without the first of each, which is the last of the one before.
    const [first, ...others] = drawn.map((stroke) => stroke.points);
    expect([...first!, ...others.flatMap(([, ...next]) => next)]).toEqual(
      sketch.strokes[0]!.points,
    );
    expect(new Set(drawn.map(({ pen }) => pen))).toEqual(new Set([2]));
  });

  it('with so many strokes', () => {
    const sketch = new Sketch();
    sketch.restore(Array.from({ length: strokesMaximum - 1 }, () => [0, 1, 1]));
    expect(sketch.isFull).toBe(false);
    sketch.begin(0, { x: 5, y: 5 });
    sketch.end();
    expect(sketch.isFull).toBe(true);
    expectValid({ strokes: sketch.encoded(), description: '' });
  });
});
