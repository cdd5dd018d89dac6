import type { Statement } from '@lectern/contracts/xapi';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { signsOf, type Sign } from '../../../src/learning-records/progress/rules.ts';
import { activity, verb } from './progress-world.ts';

const stored = new Date('2026-11-21T09:30:00.250Z');
const course = {
  course_id: 'wasser',
  exerciseIds: new Set(['lauf', 'tiere', 'bach/teil/2']),
  exerciseIdLength: 'bach/teil/2'.length,
  courses: new Set(['wasser', 'wald']),
};

/** Meaning of a statement; the given members stand in a statement about something unknown. */
const signs = (
  statement: object,
  dtoId: string | null = null,
  saidWithin: readonly string[] | null = null,
): readonly Sign[] =>
  signsOf(
    {
      statement: {
        verb: verb('answered'),
        object: activity('x'),
        timestamp: '2026-11-21T09:00:00Z',
        ...statement,
      } as unknown as Statement,
      dtoId,
      saidWithin,
      stored,
    },
    course,
  );
const within = (contextActivities: unknown) => ({ context: { contextActivities } });

describe('which exercise', () => {
  const exercises = (statement: object, dtoId?: string) =>
    signs(statement, dtoId).map(({ exerciseId }) => exerciseId);

  test('the name that data/put gave it comes first', () => {
    expect(exercises({ object: activity('tiere') }, 'lauf')).toEqual(['lauf']);
    expect(exercises({ object: activity('tiere') }, 'page-1')).toEqual(['tiere']);
  });

  test('an id ends with it after a slash', () => {
    expect(exercises({ object: activity('a/b/lauf') })).toEqual(['lauf']);
    expect(exercises({ object: activity('a/bach/teil/2') })).toEqual(['bach/teil/2']);
    expect(exercises({ object: activity('einlauf') })).toEqual([]);
    expect(exercises({ object: activity('lauf/') })).toEqual([]);
    expect(exercises({ object: { id: 'urn:lauf' } })).toEqual([]);
    expect(exercises({ object: { objectType: 'Agent', ...activity('lauf') } })).toEqual([]);
    expect(exercises({ object: { id: '/bach/teil/2' } })).toEqual(['bach/teil/2']);
    expect(exercises({ object: { id: 'bach/teil/2' } })).toEqual([]);
  });

  test('of an id of slashes no more is compared than an exercise can have', () => {
    const has = vi.spyOn(course.exerciseIds, 'has');
    onTestFinished(() => has.mockRestore());
    expect(exercises({ object: { id: '/'.repeat(2_048) } })).toEqual([]);
    expect(has.mock.calls.length).toBeLessThanOrEqual(course.exerciseIdLength + 1);
  });

  test('of what stands around it each exercise, where it is about none itself', () => {
    const around = within({
      parent: [activity('lauf'), activity('lauf')],
      grouping: activity('tiere'),
    });
    expect(exercises(around)).toEqual(['lauf', 'tiere']);
    expect(exercises({ ...around, object: activity('tiere') })).toEqual(['tiere']);
    expect(exercises(within({ category: [activity('lauf')], other: [activity('lauf')] }))).toEqual(
      [],
    );
  });

  test('row 96: also where another course is called like the exercise', () => {
    const courses = new Set(['lauf', 'wald']);
    const asked = (statement: object) =>
      signsOf(
        {
          statement: { verb: verb('answered'), ...statement } as unknown as Statement,
          dtoId: null,
          saidWithin: null,
          stored,
        },
        { ...course, courses },
      );
    expect(asked({ object: activity('lauf') })).toHaveLength(1);
    expect(
      asked({ object: activity('lauf'), ...within({ grouping: activity('wald') }) }),
    ).toHaveLength(0);
  });

  test('not one of another course under the same id', () => {
    const ofCourse = (id: string) => ({
      object: activity('lauf'),
      ...within({ grouping: [activity(id)] }),
    });
    expect(exercises(ofCourse('kurse/wald'))).toEqual([]);
    expect(exercises(ofCourse('kurse/wasser'))).toEqual(['lauf']);
    expect(exercises(ofCourse('kurse/unbekannt'))).toEqual(['lauf']);
    expect(exercises(ofCourse('kurse/wald'), 'lauf')).toEqual([]);
  });

  test.each([5, 'text', null, [], [null], [[]], { id: 5 }, [{ id: null }]])(
    'what stands around it may be %j',
    (shape) => {
      expect(exercises(within(shape))).toEqual([]);
      expect(exercises(within({ parent: shape, grouping: activity('lauf') }))).toEqual(['lauf']);
    },
  );

  test.each<[object, readonly string[], number]>([
    [{}, ['wasser'], 1],
    [{}, ['wald'], 0],
    [{}, ['wald', 'wasser'], 1],
    [{}, ['unbekannt'], 0],
    [within({ grouping: [activity('wasser')] }), ['wald'], 0],
    [within({ grouping: [activity('wald')] }), ['wasser'], 1],
    [within({ grouping: [activity('wald')] }), ['wald', 'wasser'], 0],
    [within({ grouping: [activity('wald'), activity('wasser')] }), ['wald', 'wasser'], 1],
    [within({ parent: [activity('lauf')] }), ['lauf', 'wasser'], 1],
  ])('row 115: with %j said within %j: %j', (around, saidWithin, count) => {
    for (const dtoId of [null, 'lauf']) {
      expect(signs({ object: activity('lauf'), ...around }, dtoId, saidWithin)).toHaveLength(count);
    }
  });
});

describe('begun', () => {
  const begins = (name: string) => signs({ verb: verb(name) }, 'lauf').length === 1;

  test.each(['initialized', 'attempted', 'experienced', 'answered', 'interacted', 'whatever'])(
    'by %s',
    (name) => expect(begins(name)).toBe(true),
  );
  test.each(['voided', 'registered', 'preferred'])('not by %s, which is no work', (name) =>
    expect(begins(name)).toBe(false),
  );
});

describe('finished', () => {
  const finishes = (statement: object) => signs(statement, 'lauf')[0]?.isFinished;

  test.each(['completed', 'passed', 'failed', 'mastered'])('by %s', (name) =>
    expect(finishes({ verb: verb(name) })).toBe(true),
  );
  test.each([
    [{ completion: true }, true],
    [{ success: true }, true],
    [{ success: false }, true],
    [{ success: true, completion: false }, false],
    [{ completion: false }, false],
    [{ score: { scaled: 1 } }, false],
    [{ success: 'yes' }, false],
    [{}, false],
  ])('by a result of %j: %j', (result, expected) => {
    expect(finishes({ result })).toBe(expected);
  });

  test('not by what is within it', () => {
    const question = { object: activity('lauf/frage-1'), ...within({ parent: activity('lauf') }) };
    const [sign] = signs({ ...question, verb: verb('completed'), result: { success: true } });
    expect(sign).toEqual({
      exerciseId: 'lauf',
      happenedAt: new Date('2026-11-21T09:00:00Z'),
      storedAt: stored,
      isFinished: false,
    });
  });
});

describe('scored', () => {
  const scoreOf = (score: unknown) => signs({ result: { score } }, 'lauf')[0]?.score;

  test.each([
    [{ scaled: 0.5 }, 0.5],
    [{ scaled: 0.5, raw: 9, max: 10 }, 0.5],
    [{ scaled: -0.5 }, 0],
    [{ raw: 3, max: 4 }, 0.75],
    [{ raw: 3, min: 2, max: 4 }, 0.5],
    [{ raw: 5, max: 4 }, 1],
    [{ raw: 0, min: 0, max: 0 }, undefined],
    // Their difference is larger than any number.
    [{ raw: 1.7e308, min: -1.7e308, max: 1.7e308 }, 1],
    [{ raw: 0, min: -1.7e308, max: 1.7e308 }, 0.5],
    [{ raw: 3 }, undefined],
    [{ raw: '3', max: 4 }, undefined],
    [{}, undefined],
    ['much', undefined],
    [null, undefined],
  ])('%j is %j', (score, expected) => expect(scoreOf(score)).toBe(expected));

  test.each([
    [{ verb: verb('passed') }, true],
    [{ verb: verb('mastered') }, true],
    [{ verb: verb('failed') }, false],
    [{ verb: verb('failed'), result: { success: true } }, true],
    [{ result: { success: false } }, false],
    [{ verb: verb('completed') }, undefined],
    [{ result: { score: { scaled: 0.8 } } }, true],
    [{ result: { score: { raw: 2.4, max: 3 } } }, true],
    [{ result: { score: { scaled: 0.79 } } }, false],
    [{ result: { success: false, score: { scaled: 0.9 } } }, false],
    [{ verb: verb('failed'), result: { score: { scaled: 0.9 } } }, false],
  ])('success of %j: %j', (statement, expected) => {
    expect(signs(statement, 'lauf')[0]?.success).toBe(expected);
  });
});

test.each([
  ['2026-11-20T09:00:00+02:00', '2026-11-20T07:00:00.000Z'],
  // A clock that is ahead, and one that was never set.
  ['2031-01-01T00:00:00Z', stored.toISOString()],
  ['1904-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['yesterday', stored.toISOString()],
  [undefined, stored.toISOString()],
])('a statement of %s happened at %s', (timestamp, expected) => {
  expect(signs({ timestamp }, 'lauf')[0]?.happenedAt.toISOString()).toBe(expected);
});
