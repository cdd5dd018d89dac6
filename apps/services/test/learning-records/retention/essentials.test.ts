import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Essentials,
  type NumberedStatement,
} from '../../../src/learning-records/retention/essentials.ts';
import { summarize } from '../../../src/learning-records/progress/projection.ts';
import { signsOf, type ReadCourse } from '../../../src/learning-records/progress/rules.ts';
import { roundsOf } from '../../../../../test/rounds.ts';
import { activity, verb } from '../progress/progress-world.ts';

const stored = Date.parse('2026-01-10T10:00:00Z');

/** The parts of a statement that say which exercises it is about. */
const placeMembers = {
  object: fc.constantFrom(
    activity('wasser/lauf'),
    activity('wald/lauf'),
    activity('wasser/lauf/frage'),
    { objectType: 'StatementRef', id: '1b6ba0a9-5f3c-4a6e-8c9d-52e5d0ff0c1e' },
  ),
  parent: fc.constantFrom(
    [],
    [activity('wasser/lauf')],
    [activity('wasser/tiere'), activity('wasser/lauf')],
  ),
  grouping: fc.constantFrom([], [activity('wasser')], [activity('wald'), activity('wasser')]),
  dtoId: fc.constantFrom(null, 'tiere', 'seite'),
  saidWithin: fc.constantFrom(null, ['wasser'], ['wald', 'wasser']),
};
/** Few, that differ in little. */
const somePlaces = fc
  .tuple(
    fc.record(placeMembers),
    fc.array(fc.record(placeMembers, { requiredKeys: [] }), { maxLength: 3 }),
  )
  .map(([first, changes]) => [first, ...changes.map((change) => ({ ...first, ...change }))]);

const outcome = fc.record({
  verb: fc.constantFrom('answered', 'completed', 'passed', 'failed', 'registered').map(verb),
  result: fc.record(
    {
      success: fc.boolean(),
      completion: fc.boolean(),
      score: fc.record({ scaled: fc.constantFrom(0, 0.5, 1) }),
    },
    { requiredKeys: [] },
  ),
  timestamp: fc
    .integer({ min: 0, max: 9 })
    .map((hours) => new Date(stored - hours * 3.6e6).toISOString()),
});
const someRecorded = somePlaces.chain((places) =>
  fc.array(
    fc
      .tuple(fc.constantFrom(...places), outcome)
      .map(([{ object, parent, grouping, dtoId, saidWithin }, said]) => ({
        statement: { ...said, object, context: { contextActivities: { parent, grouping } } },
        dtoId,
        saidWithin,
      })),
    { maxLength: 40, size: 'max' },
  ),
);

/** One statement after the other. */
const numbered = (recorded: readonly object[]) =>
  recorded.map(
    (one, place) =>
      ({
        ...one,
        sequence: String(place + 1),
        stored: new Date(stored + place),
      }) as NumberedStatement,
  );

function neededOf(recorded: readonly NumberedStatement[]): readonly NumberedStatement[] {
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
const byExercise = (recorded: readonly NumberedStatement[], course: ReadCourse) =>
  summarize(recorded.flatMap((one) => signsOf(one, course))).toSorted((one, other) =>
    one.exercise_id < other.exercise_id ? -1 : 1,
  );

test('from the needed statements progress is read as from all, whatever exercises an issue has', () => {
  fc.assert(
    fc.property(someRecorded, (some) => {
      const all = numbered(some);
      const needed = neededOf(all);
      for (const course of issues)
        expect(byExercise(needed, course)).toEqual(byExercise(all, course));
      // The rest is all needed.
      expect(neededOf(needed)).toEqual(needed);
    }),
    { numRuns: roundsOf(200) },
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

  test('one that failed without an end', () => {
    const results = [
      undefined,
      undefined,
      { success: false, completion: false },
      undefined,
      undefined,
    ];
    expect(sequencesOf(results.map((result, hours) => answer(result, hours)))).toEqual([
      '1',
      '3',
      '5',
    ]);
  });

  test('what shows no work is not needed', () => {
    const preferred = { verb: verb('preferred'), object: activity('wasser/lauf') };
    expect(sequencesOf([{ statement: preferred }, { statement: preferred }])).toEqual([]);
  });

  test('what has not the form of a statement stays', () => {
    const some = [{}, { verb: verb('answered') }, { verb: verb('answered'), object: { id: 5 } }];
    expect(sequencesOf(some.map((statement) => ({ statement })))).toEqual(['1', '2', '3']);
  });
});
