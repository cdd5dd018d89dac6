import type { Assignment } from '@lectern/sdk';
import { describe, expect, it } from 'vitest';
import { answersOf, type Answer, type AnswerStatus } from '../src/answers.ts';
import {
  faultOfMoments,
  inAWeek,
  localTime,
  momentOf,
} from '../src/assignments/assignment-form.ts';
import { toDoEntries } from '../src/assignments/entries.ts';
import { solutionOf } from '../src/assignments/solution.ts';
import {
  contentOf,
  doneCount,
  hasOpenSolutions,
  moment,
  shownTarget,
  withSolutions,
} from '../src/assignments/words.ts';
import { exercisesOf, type Course } from '../src/course/model.ts';
import { wasser } from '../src/course/wasser.ts';
import { placesOf, topicIdOf } from '../src/navigation.ts';

const now = Date.parse('2026-12-01T08:00:00Z');
const assignment = (title: string, more: Partial<Assignment> = {}): Assignment => ({
  assignment_id: title,
  title,
  targets: [{ exercise_id: 'bach-brief' }],
  begins_at: '2026-11-29T07:00:00Z',
  solutions_open: false,
  group_id: '5b',
  group_name: 'Klasse 5b',
  done_targets: [],
  ...more,
});
/** Its first page is there to be read alone. */
const reader: Course = {
  ...wasser,
  themen: wasser.themen.map((thema, place) =>
    place > 0
      ? thema
      : {
          ...thema,
          pages: thema.pages.map((page, number) =>
            number > 0
              ? page
              : { ...page, blocks: page.blocks.filter(({ kind }) => kind !== 'exercise') },
          ),
        },
  ),
};
const exercises = placesOf(wasser).flatMap(({ page }) => exercisesOf(page));

/** The letter is done, and so far on its way to the service. */
const doneHere = (kind: AnswerStatus['kind']) =>
  new Map([['bach-brief', { isDone: true, status: { kind } } as Answer]]);

describe('what is to do', () => {
  const finished = { assignment_state: 'FINISHED', done_targets: [0] } as const;
  const entriesOf = (...assignments: readonly Assignment[]) =>
    toDoEntries(wasser, assignments, answersOf(wasser), now);

  it('comes by when it is due, what is done last, and not for ever', () => {
    const entries = entriesOf(
      assignment('ohne Ende'),
      assignment('fertig', { ...finished, due_at: '2026-11-30T07:00:00Z' }),
      assignment('lange fertig', {
        ...finished,
        due_at: '2026-11-20T07:00:00Z',
        begins_at: '2026-11-10T07:00:00Z',
      }),
      assignment('endlich fertig', {
        ...finished,
        begins_at: '2026-11-10T07:00:00Z',
        due_at: '2026-11-20T07:00:00Z',
        done_at: '2026-12-01T07:00:00Z',
      }),
      assignment('nächste Woche', { due_at: '2026-12-08T07:00:00+01:00' }),
      assignment('im Herbst', { due_at: '2026-09-30T07:00:00Z' }),
      assignment('gestern', { due_at: '2026-11-30T07:00:00Z' }),
      assignment('noch einmal', {
        due_at: '2026-10-31T07:00:00Z',
        done_targets: [0],
        again_targets: [0],
      }),
    );
    expect(entries.map((entry) => [entry.assignment.title, entry.isDone, entry.isLate])).toEqual([
      ['noch einmal', false, true],
      ['gestern', false, true],
      ['nächste Woche', false, false],
      ['ohne Ende', false, false],
      ['im Herbst', false, true],
      ['endlich fertig', true, false],
      ['fertig', true, false],
    ]);
  });

  it('is done once each page and exercise is, here or at the service', () => {
    const both = [{ topic_id: 'bach-3' }, { exercise_id: 'wasser-tagebuch' }];
    const [entry] = entriesOf(assignment('beides', { targets: both, done_targets: [1] }));
    expect(entry).toMatchObject({ isDone: false, targets: [{ isDone: false }, { isDone: true }] });
    const [done] = entriesOf(assignment('beides', { targets: both, done_targets: [0, 1] }));
    expect(done).toMatchObject({ isDone: true });
  });

  it('is not done where a teacher has asked for it once more, whatever is done here', () => {
    const answers = doneHere('saved');
    const [done] = toDoEntries(wasser, [assignment('einmal')], answers, now);
    expect(done).toMatchObject({ isDone: true });
    const [again] = toDoEntries(wasser, [assignment('x', { again_targets: [0] })], answers, now);
    expect(again).toMatchObject({ isDone: false, targets: [{ isDone: false, isAgain: true }] });
  });

  const long = { begins_at: '2026-11-10T07:00:00Z', due_at: '2026-11-20T07:00:00Z' };
  it.each([
    ['counted by no service', long, 'saved', 0],
    ['begun for the service', { ...long, assignment_state: 'BEGUN' }, 'saved', 0],
    [
      'begun for the service, without an end',
      { assignment_state: 'BEGUN', begins_at: long.begins_at },
      'saved',
      0,
    ],
    [
      'begun for the service, done a short time ago',
      { ...long, done_at: '2026-11-30T07:00:00Z' },
      'saved',
      1,
    ],
    ['on its way', { ...long, assignment_state: 'BEGUN' }, 'kept', 1],
    ['counted by no service, on its way', long, 'saving', 1],
  ] as const)('leaves the list in time where it is done here: %s', (_, more, kind, count) => {
    const entries = toDoEntries(wasser, [assignment('x', more)], doneHere(kind), now);
    expect(entries).toHaveLength(count);
  });

  it('leaves out what this edition does not have', () => {
    const gone = [{ exercise_id: 'fort' }, { topic_id: 'bach-9' }];
    const half = [...gone, { exercise_id: 'bach-brief' }];
    expect(entriesOf(assignment('fort', { targets: gone }))).toEqual([]);
    expect(entriesOf(assignment('halb', { targets: half, done_targets: [2] }))).toMatchObject([
      { targets: [{ isDone: true }], isDone: true },
    ]);
  });

  it('is neither late nor open for a page without exercises', () => {
    const due = '2026-11-30T07:00:00Z';
    const long = '2026-11-20T07:00:00Z';
    const reading = { topic_id: topicIdOf(placesOf(reader)[0]!) };
    const both = [reading, { exercise_id: 'bach-brief' }];
    const entries = toDoEntries(
      reader,
      [
        assignment('lesen', { targets: [reading], due_at: due }),
        assignment('lange her', { targets: [reading], due_at: long }),
        assignment('beides', { targets: both, done_targets: [1], due_at: due }),
        assignment('zu spät', { targets: both, due_at: long }),
      ],
      answersOf(reader),
      now,
    );
    expect(entries.map((entry) => [entry.assignment.title, entry.isDone, entry.isLate])).toEqual([
      ['zu spät', false, true],
      ['lesen', false, false],
      ['beides', true, false],
    ]);
  });
});

describe('a target', () => {
  it.each([
    [{ exercise_id: 'bach-brief' }, '#/bach/3/bach-brief', 1],
    [{ topic_id: 'bach-3' }, '#/bach/3', 2],
    [{ topic_id: 'bach' }, '#/bach/1', 6],
  ])('%j leads to its page', (target, fragment, count) => {
    const shown = shownTarget(wasser, target);
    expect(shown).toMatchObject({ fragment });
    expect(shown!.exerciseIds).toHaveLength(count);
  });
});

describe('a solution', () => {
  it.each(exercises.map((exercise) => [exercise.id, exercise] as const))(
    'of %s is in words, unless nothing is right or wrong',
    (_, exercise) => {
      const lines = solutionOf(exercise);
      expect(lines.length > 0).toBe(exercise.answerType !== 'sketchpad');
      expect(lines.join(' ')).not.toMatch(/[{}]|undefined/);
    },
  );

  it('fills gaps, and names places', () => {
    const of = (id: string) => solutionOf(exercises.find((exercise) => exercise.id === id)!);
    expect(of('kreislauf-luecken')[0]).toContain('wird zu unsichtbarem Wasserdampf.');
    expect(of('kreislauf-beschriften')).toContain(
      'Verdunstung: über dem See, wo Pfeile nach oben zeigen',
    );
  });
});

describe('a moment', () => {
  const local = (text: string) => new Date(text).toISOString();

  it('stands in a field by the clock of this place, and comes back as it was', () => {
    const at = new Date('2026-12-04T07:30:00Z');
    expect(new Date(localTime(at))).toEqual(at);
  });

  it('that nobody changes keeps what a field cannot hold', () => {
    const end = '2026-12-04T22:59:59.500Z';
    const value = localTime(new Date(end));
    expect(momentOf({ value, defaultValue: value }, end)).toBe(end);
    expect(momentOf({ value, defaultValue: value })).toBe('2026-12-04T22:59:00.000Z');
    expect(momentOf({ value: '', defaultValue: value }, end)).toBeUndefined();
  });

  it.each([
    [{}, undefined],
    [{ begins: '' }, 'begins'],
    [{ begins: '0026-12-01T08:00' }, 'begins'],
    [{ due: '202612-12-04T08:00' }, 'due'],
    [{ due: '20266-12-04T08:00' }, 'due'],
    [{ due: '2026-11-30T08:00' }, 'due'],
    [{ due: '2026-12-01T08:00' }, undefined],
    [{ due: '', solutionsAt: '' }, undefined],
    [{ solutionsAt: '2025-12-05T08:00' }, 'solutionsAt'],
    [{ solutionsAt: '0202-12-05T08:00' }, 'solutionsAt'],
  ])('in %j is wrong at %s', (fields, at) => {
    const { begins, due, solutionsAt } = {
      begins: '2026-12-01T08:00',
      due: '2026-12-04T08:00',
      solutionsAt: '2026-12-05T08:00',
      ...fields,
    };
    const fault = faultOfMoments({
      begins_at: momentOf({ value: begins, defaultValue: '' }),
      due_at: momentOf({ value: due, defaultValue: '' }),
      solutions_at: momentOf({ value: solutionsAt, defaultValue: '' }),
    });
    expect(fault?.at).toBe(at);
  });

  it.each([
    ['a Tuesday', '2026-12-01T09:30', '2026-12-08T08:00'],
    ['a Saturday', '2026-12-05T23:30', '2026-12-14T08:00'],
    ['a Sunday, when teachers prepare', '2026-11-29T18:00', '2026-12-07T08:00'],
    ['the week in which clocks are put forward', '2026-03-25T12:00', '2026-04-01T08:00'],
  ])('a week after %s is before school', (_, given, due) => {
    expect(inAWeek(Date.parse(local(given))).toISOString()).toBe(local(due));
  });

  it('has its year where it is another one', () => {
    const today = new Date('2026-12-01T08:00:00Z');
    expect(moment('2026-12-04T07:00:00Z', today)).not.toContain('2026');
    expect(moment('2027-12-04T07:00:00Z', today)).toContain('2027');
  });
});

it('what is saved again has nothing that the service says about it', () => {
  const { title, targets, begins_at, solutions_open } = assignment('Titel');
  expect(contentOf(assignment('Titel'))).toEqual({ title, targets, begins_at, solutions_open });
});

it.each([
  ['closed by hand', {}, false],
  ['not yet open', { solutions_at: '2026-12-01T09:00:00Z' }, false],
  ['opened by their time', { solutions_at: '2026-12-01T08:00:00Z' }, true],
  ['opened by hand', { solutions_open: true }, true],
])('solutions that are %s are closed and opened by one press', (_, fields, isOpen) => {
  const before = assignment('Titel', fields);
  expect(hasOpenSolutions(before, now)).toBe(isOpen);
  const pressed = withSolutions(before, !isOpen, now);
  expect(hasOpenSolutions(pressed, now)).toBe(!isOpen);
  expect(hasOpenSolutions(withSolutions(pressed, isOpen, now), now)).toBe(isOpen);
});

it('done is counted of those with whom it can be', () => {
  const progress = (['FINISHED', 'BEGUN', undefined] as const).map((assignment_state, place) => ({
    subject: String(place),
    done_targets: [],
    ...(assignment_state && { assignment_state }),
  }));
  expect(doneCount(progress)).toBe('1 von 2 fertig');
  expect(doneCount(progress.slice(2))).not.toMatch(/\d/);
});
