import { requests } from '@lectern/sdk/protocol';
import { expect, it } from 'vitest';
import type { AnswerType, Exercise } from '../src/course/model.ts';
import { exercisesOf } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { keptOf, valuesOf } from '../src/exercises/answer-values.ts';

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
