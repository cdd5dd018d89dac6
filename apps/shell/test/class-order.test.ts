import { beforeAll, describe, expect, it } from 'vitest';
import { classCsv } from '../src/progress/class-csv.ts';
import {
  defaultOrder,
  inOrder,
  inPlace,
  pressed,
  pupilsOf,
  type Order,
} from '../src/progress/class-order.ts';
import type { ExerciseState } from '../src/progress/exercise-states.ts';
import type { Member, Outline } from '../src/progress/progress-source.ts';
import { speak } from './speak.ts';

const last_active_at = '2026-11-21T09:30:00.000Z';

/** A pupil with so many exercises of a Thema in each state, or with exercises by their states and scores. */
function pupil(
  name: string,
  counts: Partial<Record<'again' | 'succeeded' | 'handed_in' | 'seen' | 'begun', number>> = {},
  exercises: Readonly<Record<string, [ExerciseState, number?]>> = {},
): Member {
  const { again = 0, succeeded = 0, handed_in = 0, seen = 0, begun = 0 } = counts;
  const thema = {
    thema_id: 'bach',
    begun_count: again + succeeded + handed_in + seen + begun,
    again_count: again,
    succeeded_count: succeeded,
    handed_in_count: handed_in,
    seen_count: seen,
    last_active_at,
  };
  return {
    subject: name,
    name,
    progress: {
      themen: thema.begun_count > 0 ? [thema] : [],
      exercises: Object.entries(exercises).map(([exercise_id, [exercise_state, best_score]]) => ({
        exercise_id,
        exercise_state,
        ...(best_score !== undefined && { best_score }),
        begun_at: last_active_at,
        last_active_at,
      })),
      ...(thema.begun_count > 0 && { last_active_at }),
    },
  };
}

const themen = [{ thema_id: 'bach', exercises_count: 5 }];
const place = { exercise_group_id: 'g', topic_id: 't', thema_id: 'bach' };
const exercises = [{ exercise_id: 'lauf', title: 'Vom Berg', ...place }];
const names = (members: readonly Member[], order: Order, shown: object = { themen }) =>
  inOrder(pupilsOf(members), { themen, ...shown }, order, 'de-CH').map(({ name }) => name);

describe('the rows of a class', () => {
  const members = [
    pupil('Zoe', { succeeded: 4 }),
    pupil('Ben'),
    pupil('Mia (10)', { again: 3, succeeded: 2 }),
    pupil('Mia (2)', { again: 3 }),
    pupil('Ida', { handed_in: 1, seen: 1 }),
  ];

  it('begin with those who need help: most to look at again, then least done', () => {
    expect(names(members, defaultOrder)).toEqual(['Mia (2)', 'Mia (10)', 'Ben', 'Ida', 'Zoe']);
  });

  it('are in the order of a column, and the other way round on a second press', () => {
    const byName = pressed(defaultOrder, 'name');
    expect(names(members, byName)).toEqual(['Ben', 'Ida', 'Mia (2)', 'Mia (10)', 'Zoe']);
    expect(names(members, pressed(byName, 'name'))[0]).toBe('Zoe');
    const byThema = pressed(byName, { id: 'bach' });
    // Work handed in is done, work to look at again is not.
    expect(names(members, byThema)).toEqual(['Mia (2)', 'Ben', 'Mia (10)', 'Ida', 'Zoe']);
    expect(names(members, pressed(byThema, { id: 'bach' }))[0]).toBe('Zoe');
    expect(names(members, pressed(byName, 'lastActive'))[0]).toBe('Ben');
    expect(names(members, pressed(byName, 'again'))[0]).toBe('Mia (2)');
  });

  it('stay where they are while pupils go on, and new ones come last', () => {
    const then = inOrder(pupilsOf(members), { themen }, defaultOrder, 'de-CH');
    const now = [
      pupil('Zoe', { again: 5 }),
      pupil('Ben', { succeeded: 5 }),
      pupil('Ada'),
      pupil('Ida'),
    ];
    const ordered = inOrder(pupilsOf(now), { themen }, defaultOrder, 'de-CH');
    expect(inPlace(ordered, then).map(({ name }) => name)).toEqual(['Ben', 'Ida', 'Zoe', 'Ada']);
  });

  it('go by state and score in the column of an exercise', () => {
    const done: readonly [string, [ExerciseState, number?]][] = [
      ['right', ['SUCCEEDED', 1]],
      ['seen', ['SEEN']],
      ['handed in', ['HANDED_IN']],
      ['begun', ['BEGUN']],
      ['nearly', ['AGAIN', 0.7]],
      ['wrong', ['AGAIN', 0]],
    ];
    const ofExercise = [
      ...done.map(([name, exercise]) => pupil(name, { begun: 1 }, { lauf: exercise })),
      pupil('not begun'),
    ];
    expect(names(ofExercise, pressed(defaultOrder, { id: 'lauf' }), { exercises })).toEqual([
      'wrong',
      'nearly',
      'not begun',
      'begun',
      'handed in',
      'seen',
      'right',
    ]);
  });
});

describe('the file of a class', () => {
  const outline: Outline = {
    course_id: 'wasser',
    issue_id: 'wasser-1',
    title: 'Wasser',
    themen: [
      {
        thema_id: 'bach',
        title: 'Am "Bach"',
        exercises_count: 5,
        sub_themen: [],
        exercise_groups: [],
      },
    ],
    difficulties: [],
  };
  const linesOf = (members: readonly Member[], shown: object = {}) =>
    classCsv(pupilsOf(members), { themen, ...shown }, outline)
      .split('\r\n')
      .map((line) => line.split(/[;,](?=(?:[^"]*"[^"]*")*[^"]*$)/));

  beforeAll(() => speak('de-CH'));

  it('has the rows and names that are shown, with each count in a column', () => {
    const [head, row, end] = linesOf([pupil('Mia (2)', { again: 3, succeeded: 1 })]);
    expect(head!.slice(0, 3)).toEqual([
      '\uFEFF"Name"',
      '"noch einmal ansehen"',
      '"Am ""Bach"": nicht begonnen"',
    ]);
    expect(row!.slice(0, 8)).toEqual(['"Mia (2)"', '3', '1', '0', '3', '1', '0', '0']);
    expect(row!.at(-1)).toMatch(/^"2026-11-21 \d\d:30"$/);
    expect(end).toEqual(['']);
  });

  it('names at the end who does not work with the course', () => {
    const [head, , ...others] = linesOf([pupil('Mia')], {
      withoutCourse: ['Tim', '=1+1'].map((name) => ({ subject: name, name })),
    });
    expect(others.slice(0, 2).map((row) => row.slice(0, 3))).toEqual([
      ['"Tim"', '"ohne diesen Kurs"', ''],
      [`"'=1+1"`, '"ohne diesen Kurs"', ''],
    ]);
    expect(others.slice(0, 2).map(({ length }) => length)).toEqual([head!.length, head!.length]);
  });

  it('has state and score of each exercise', () => {
    const [, row] = linesOf([pupil('Mia', { again: 1 }, { lauf: ['AGAIN', 0.456] })], {
      exercises,
    });
    expect(row!.slice(0, 4)).toEqual(['"Mia"', '1', '"noch einmal ansehen"', '"46%"']);
  });

  it.each(['=1+1', '+1', '-1', '@x', ' =1', '\t=1', '\uFF1D1'])(
    'makes no formula of the name %j',
    (name) => {
      expect(linesOf([pupil(name)])[1]![0]).toBe(`"'${name}"`);
    },
  );

  it.each([
    '1.2',
    '3/4',
    '1-2',
    '007',
    '1234567890123456',
    '6E1',
    '1E-3',
    '2e+3',
    '50%',
    "1'000",
    '1’000',
    '.5',
    '(5)',
    '12:30',
    '1 000',
    '12:30 pm',
    '5PM',
    '1. Mai',
    '3 Mai',
    'Mai 2026',
    '1-mai',
    '2. Sep. 2026',
    'Dienstag, 3. März',
    'Do 5.3.',
    'Sa 7.3.',
  ])('makes no date or number of the title %j', (title) => {
    const [head] = linesOf([], { exercises: [{ ...exercises[0]!, title }] });
    expect(head!.slice(2, 4)).toEqual([`"'${title}"`, `"${title}: Ergebnis"`]);
  });

  it.each(['2026', '0', '6E', '6a', '1)', 'Mai', '1. Mai am See', '3 Bäche', '1 May'])(
    'leaves the title %j as it is',
    (title) => {
      const [head] = linesOf([], { exercises: [{ ...exercises[0]!, title }] });
      expect(head![2]).toBe(`"${title}"`);
    },
  );

  it('knows the dates of its language', async () => {
    await speak('fr-CH');
    const titles = ['14 juillet', '2 févr. 2026', '1. Mai am See'];
    const [head] = linesOf([], { exercises: titles.map((title) => ({ ...exercises[0]!, title })) });
    expect([head![2], head![4], head![6]]).toEqual([
      `"'14 juillet"`,
      `"'2 févr. 2026"`,
      `"${titles[2]}"`,
    ]);
    await speak('de-CH');
  });

  it('says a hundred percent only where nothing is missing', () => {
    const scores = [1, 0.996, 0.995, 0.004, 0].map((best) => {
      const [, row] = linesOf([pupil('Mia', {}, { lauf: ['SUCCEEDED', best] })], { exercises });
      return row![3];
    });
    expect(scores).toEqual(['"100%"', '"99%"', '"99%"', '"0%"', '"0%"']);
  });

  it('is separated as the spreadsheets of the language do', async () => {
    const head = () => classCsv([], { themen }, outline);
    expect(head()).toContain('"Name";');
    await speak('en');
    expect(head()).toContain('"Name",');
  });
});
