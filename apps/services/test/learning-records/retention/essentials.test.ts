import type { Statement } from '@lectern/contracts/xapi';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Essentials, type LookedAt } from '../../../src/learning-records/retention/essentials.ts';
import { summarize } from '../../../src/learning-records/progress/projection.ts';
import { signsOf, type ReadCourse } from '../../../src/learning-records/progress/rules.ts';
import { activity, verb } from '../progress/progress-world.ts';

const stored = Date.parse('2026-01-10T10:00:00Z');

/** Few values each, so that many statements are alike. */
const anyStatement = fc.record({
  verb: fc.constantFrom('answered', 'completed', 'passed', 'failed', 'registered').map(verb),
  object: fc.constantFrom(
    activity('wasser/lauf'),
    activity('wald/lauf'),
    activity('wasser/lauf/frage'),
    { objectType: 'StatementRef', id: '1b6ba0a9-5f3c-4a6e-8c9d-52e5d0ff0c1e' },
  ),
  result: fc.record(
    {
      success: fc.boolean(),
      completion: fc.boolean(),
      score: fc.record({ scaled: fc.constantFrom(0, 0.5, 1) }),
    },
    { requiredKeys: [] },
  ),
  context: fc.record({
    contextActivities: fc.record(
      {
        parent: fc.subarray([activity('wasser/lauf'), activity('wasser/tiere')]),
        grouping: fc.subarray([activity('wasser'), activity('wald')]),
      },
      { requiredKeys: [] },
    ),
  }),
  timestamp: fc
    .integer({ min: 0, max: 5 })
    .map((hours) => new Date(stored - hours * 3.6e6).toISOString()),
});
const anyRecorded = fc.record({
  statement: anyStatement,
  dtoId: fc.constantFrom(null, null, 'tiere', 'seite'),
  saidWithin: fc.constantFrom(null, ['wasser'], ['wasser', 'wald']),
});

/** One statement after the other. */
const numbered = (recorded: readonly object[]) =>
  recorded.map(
    (one, place) =>
      ({ ...one, sequence: String(place + 1), stored: new Date(stored + place) }) as LookedAt,
  );

function neededOf(recorded: readonly LookedAt[]): readonly LookedAt[] {
  const essentials = new Essentials();
  for (const one of recorded) essentials.add(one);
  const sequences = essentials.sequences();
  return recorded.filter(({ sequence }) => sequences.has(sequence));
}

const issues: readonly ReadCourse[] = [
  ['lauf', 'tiere'],
  ['frage', 'seite'],
  ['lauf/frage'],
].flatMap((ids) =>
  ['wasser', 'wald'].map((course_id) => ({
    course_id,
    exerciseIds: new Set(ids),
    exerciseIdLength: 20,
    courses: new Set(['wasser', 'wald']),
  })),
);
const byExercise = (recorded: readonly LookedAt[], course: ReadCourse) =>
  summarize(recorded.flatMap((one) => signsOf(one, course))).toSorted((one, other) =>
    one.exercise_id < other.exercise_id ? -1 : 1,
  );

test('from the needed statements progress is read as from all, whatever exercises an issue has', () => {
  fc.assert(
    fc.property(fc.array(anyRecorded, { maxLength: 40 }), (some) => {
      const all = numbered(some);
      const needed = neededOf(all);
      for (const course of issues)
        expect(byExercise(needed, course)).toEqual(byExercise(all, course));
      // What is left is all needed.
      expect(neededOf(needed)).toEqual(needed);
    }),
  );
});

describe('of many statements few are needed', () => {
  const sequencesOf = (some: readonly object[]) =>
    neededOf(numbered(some.map((one) => ({ dtoId: null, saidWithin: null, ...one })))).map(
      ({ sequence }) => sequence,
    );
  const answer = (result?: object, hours = 0) => ({
    statement: {
      verb: verb('answered'),
      object: activity('wasser/lauf'),
      timestamp: new Date(stored - 3.6e7 + hours * 3.6e6).toISOString(),
      ...(result && { result }),
    },
  });

  test('the first and the last, the best and the last score, the first success', () => {
    const scores = [0.1, 0.9, 0.3, 0.4, 0.2, 0.3].map((scaled) => ({ score: { scaled } }));
    const results = [undefined, undefined, ...scores, { success: false }, { success: true }];
    const some = [...results, { success: true }, { success: true }, undefined, undefined];
    expect(sequencesOf(some.map((result, hours) => answer(result, hours % 9)))).toEqual(
      // Beside these: the last one by its time, and the last success, which finishes it.
      expect.arrayContaining(['1', '4', '8', '9', '10']),
    );
    expect(sequencesOf(some.map((result) => answer(result))).length).toBeLessThanOrEqual(8);
  });

  test('what shows no work is not needed', () => {
    const preferred = { verb: verb('preferred'), object: activity('wasser/lauf') };
    expect(sequencesOf([{ statement: preferred }, { statement: preferred }])).toEqual([]);
  });

  test('what has not the form of a statement stays', () => {
    const some = [{}, { verb: verb('answered') }, { verb: verb('answered'), object: { id: 5 } }];
    expect(sequencesOf(some.map((statement) => ({ statement: statement as Statement })))).toEqual([
      '1',
      '2',
      '3',
    ]);
  });
});
