import type { ClassMember, Feedback, SharedAnswer } from '@lectern/sdk';
import { describe, expect, it } from 'vitest';
import {
  earlierOf,
  heldOf,
  keptOfShared,
  mainAnswer,
  namedMembers,
  percentWords,
  sharingWords,
  withoutWords,
  stateOf,
} from '../src/classes/shared-answers.ts';
import { exercisesOf } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';

const updated_at = '2026-11-29T08:00:00Z';
const essay = (version: number, is_done = true): SharedAnswer => ({
  exercise_id: 'bach-brief',
  answer_id: 'answer',
  content: { basic_answer_type: 'essay', shared_text: `Fassung ${version}` },
  is_done,
  version,
  updated_at,
});
const choice: SharedAnswer = {
  ...essay(1, false),
  content: { basic_answer_type: 'choice', choice_ids: ['a'] },
};
const about = (answer_version: number): Feedback => ({
  feedback_id: `f${answer_version}`,
  exercise_id: 'bach-brief',
  answer_id: 'answer',
  answer_version,
  content: { feedback_kind: 'again' },
  group_id: '5b',
  author: { subject: 'thomas' },
  version: 1,
  updated_at,
  delivered: true,
});
const member = (more: Partial<ClassMember> = {}): ClassMember => ({
  subject: 'mia',
  shared_since: updated_at,
  answers: [],
  feedback: [],
  earlier_versions: [],
  ...more,
});
const exerciseOf = (id: string) =>
  wasser.themen
    .flatMap(({ pages }) => pages.flatMap(exercisesOf))
    .find((exercise) => exercise.id === id)!;

describe('the state of a pupil', () => {
  it.each([
    ['unshared', { subject: 'mia', answers: [], feedback: [], earlier_versions: [] }],
    [
      'without',
      { subject: 'mia', without_course: true, answers: [], feedback: [], earlier_versions: [] },
    ],
    ['nothing', member()],
    ['begun', member({ answers: [choice] })],
    ['done', member({ answers: [essay(1)] })],
    // Its pupil has gone on since handing it in.
    ['done', member({ answers: [essay(1, false)] })],
    ['answered', member({ answers: [essay(2)], feedback: [about(2)] })],
    ['new', member({ answers: [essay(3)], feedback: [about(2)] })],
  ] as const)('is %s', (state, whole) => {
    expect(stateOf(whole, 'bach-brief')).toBe(state);
    const isOfMember = state === 'unshared' || state === 'without';
    expect(stateOf(whole, 'bach-zeichnen')).toBe(isOfMember ? state : 'nothing');
  });
});

it('an answer is new, too, where its description is newer than the feedback', () => {
  const drawing: SharedAnswer = {
    ...essay(2),
    content: {
      basic_answer_type: 'sketchpad',
      drawing: { width: 1000, height: 625, strokes: [] },
    },
  };
  const described = (moment: string) => ({
    ...essay(9),
    answer_id: 'description',
    updated_at: moment,
  });
  const stateWith = (moment: string) =>
    stateOf(member({ answers: [drawing, described(moment)], feedback: [about(2)] }), 'bach-brief');
  expect(stateWith('2026-11-29T07:59:00Z')).toBe('answered');
  expect(stateWith('2026-11-29T08:01:00Z')).toBe('new');
});

it('a class is told how many share nothing', () => {
  const unshared: ClassMember = { subject: 'b', answers: [], feedback: [], earlier_versions: [] };
  expect(sharingWords([member(), member()])).toBe('');
  expect(sharingWords([member(), unshared])).toMatch(/^1 von 2 teilt/);
  expect(sharingWords([unshared])).toMatch(/^Noch niemand/);
});

it('a class is told how many do not work with the course, and not that these share nothing', () => {
  const without: ClassMember = {
    subject: 'c',
    without_course: true,
    answers: [],
    feedback: [],
    earlier_versions: [],
  };
  expect(withoutWords([member()])).toBe('');
  expect(withoutWords([member(), without])).toMatch(/^1 Person in dieser Klasse arbeitet nicht/);
  expect(withoutWords([without, without])).toMatch(/^2 in dieser Klasse arbeiten nicht/);
  expect(sharingWords([member(), without])).toBe('');
  expect(sharingWords([without])).toBe('');
});

it('a drawing is what feedback is about, and its description is shown with it', () => {
  const description = { ...essay(1), exercise_id: 'bach-zeichnen', answer_id: 'description' };
  const drawing: SharedAnswer = {
    ...description,
    answer_id: 'answer',
    content: {
      basic_answer_type: 'sketchpad',
      drawing: { width: 1000, height: 625, strokes: [[0, 1, 2, 3, 4]] },
    },
  };
  const answers = [description, drawing];
  expect(mainAnswer(member({ answers }), 'bach-zeichnen')).toBe(drawing);
  expect(keptOfShared(exerciseOf('bach-zeichnen'), answers)).toMatchObject({
    value: { strokes: [[0, 1, 2, 3, 4]], description: 'Fassung 1' },
    done: true,
  });
});

it('an earlier version is one that the answer does not have any more', () => {
  const answers = [essay(3)];
  const earlier_versions = [essay(2)];
  expect(earlierOf({ answers, earlier_versions }, about(2))).toBe(earlier_versions[0]);
  expect(earlierOf({ answers, earlier_versions }, about(3))).toBeUndefined();
  expect(earlierOf({ answers, earlier_versions }, about(1))).toBeUndefined();
});

it.each([
  [
    ['Mia', 'Ben', 'Mia', undefined],
    ['Ben', 'Mia (1)', 'Mia (2)', 'Ohne Namen'],
  ],
  // They read the same.
  [
    ['mia', 'Mia', 'Ｍia'],
    ['mia (1)', 'Mia (2)', 'Ｍia (3)'],
  ],
  [
    ['Kind 10', 'Kind 2', 'Özlem', 'Zoe', 'Oskar'],
    ['Kind 2', 'Kind 10', 'Oskar', 'Özlem', 'Zoe'],
  ],
  [
    Array.from({ length: 11 }, () => undefined),
    Array.from({ length: 11 }, (_, index) => `Ohne Namen (${index + 1})`),
  ],
])('members %j are told apart, and stand by their names', (names, named) => {
  const members = names.map((display_name, index) =>
    member({ subject: String(index), ...(display_name !== undefined && { display_name }) }),
  );
  expect(namedMembers(members).map(({ name }) => name)).toEqual(named);
});

describe('an answer that moves on while a comment on it is typed', () => {
  const read = member({ answers: [essay(1)] });

  it('stays as it was read', () => {
    expect(heldOf(read, member({ answers: [essay(2)] }), 'bach-brief')).toBe(read);
  });

  it.each([
    ['nothing was read before', undefined, read],
    ['nothing has changed but what is said about it', read, { ...read, feedback: [about(1)] }],
    ['it is shared no more', read, { ...read, answers: [] }],
    ['it is the first one', member(), read],
    ['another pupil is chosen', read, { ...read, subject: 'lea', answers: [essay(2)] }],
  ])('is shown as it is now where %s', (_, before, now) => {
    expect(heldOf(before, now, 'bach-brief')).toBeUndefined();
  });
});

it.each([
  [100, '100 %'],
  [99.6, '99 %'],
  [66.7, '67 %'],
  [0, '0 %'],
])('says a hundred percent only where nothing is missing: %d', (score, words) => {
  expect(percentWords(score)).toBe(words);
});
