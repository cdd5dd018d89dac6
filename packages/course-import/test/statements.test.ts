import { describe, expect, test } from 'vitest';
import { durationIn } from '../player/cmi/duration.ts';
import { readProgress, type CmiDocument } from '../player/cmi/progress.ts';
import { beginning, ending, nothingReported, statementsFor } from '../player/cmi/statements.ts';
import type { Course, CourseItem } from '../src/course.ts';

const item: CourseItem = {
  id: 'I 1',
  storeId: 'I 1',
  title: 'Regen',
  isVisible: true,
  children: [],
};
const course: Course = {
  format: 2,
  standard: 'scorm-1.2',
  title: 'Wasser',
  courseId: 'M',
  issueId: '1',
  activityBase: 'urn:lectern:course:M',
  organization: { id: 'O', storeId: 'O' },
  items: [item],
};
const standards = ['scorm-1.2', 'scorm-2004'] as const;

const cmi12 = (status: string, score: object = {}, interactions: object = {}): CmiDocument => ({
  cmi: { core: { lesson_status: status, score }, interactions },
});
const cmi2004 = (
  status: string,
  success: string,
  score: object = {},
  interactions: object = {},
): CmiDocument => ({
  cmi: { completion_status: status, success_status: success, score, interactions },
});

const verbOf = ({ verb }: { readonly verb: { readonly id: string } }) => verb.id.split('/').at(-1);

describe('progress', () => {
  test.each([
    ['passed', 'completed', 'passed'],
    ['failed', 'incomplete', 'failed'],
    ['completed', 'completed', 'unknown'],
    ['incomplete', 'incomplete', 'unknown'],
    ['browsed', 'incomplete', 'unknown'],
    ['not attempted', 'not attempted', 'unknown'],
    ['', 'not attempted', 'unknown'],
  ])('of SCORM 1.2 in the status %s is %s and %s', (status, completion, success) => {
    expect(readProgress('scorm-1.2', cmi12(status))).toMatchObject({ completion, success });
  });

  test.each([
    [
      { raw: '80', min: '0', max: '100' },
      { scaled: 0.8, raw: 80, min: 0, max: 100 },
    ],
    [{ raw: '80' }, { scaled: 0.8, raw: 80 }],
    [
      { raw: '15', min: '10', max: '20' },
      { scaled: 0.5, raw: 15, min: 10, max: 20 },
    ],
    [{ raw: '150', max: '100' }, { raw: 150 }],
    [{ raw: '5', min: '10', max: '10' }, { raw: 5 }],
    [{ raw: '', min: '0', max: '100' }, undefined],
  ])('a score %j of SCORM 1.2 is %j', (score, expected) => {
    expect(readProgress('scorm-1.2', cmi12('incomplete', score)).score).toEqual(expected);
  });

  test('a score of SCORM 2004 keeps its own scale', () => {
    expect(
      readProgress('scorm-2004', cmi2004('completed', 'passed', { scaled: '-0.5', raw: '7' }))
        .score,
    ).toEqual({ scaled: -0.5, raw: 7 });
  });

  test.each(standards)('what has no form of the standard counts as unset (%s)', (standard) => {
    for (const cmi of [
      {},
      { core: null, interactions: [] },
      { core: 7, score: 'x', interactions: 'y' },
    ])
      expect(readProgress(standard, { cmi })).toMatchObject({
        success: 'unknown',
        interactions: [],
      });
  });
});

describe('statements', () => {
  test('tell each change once', () => {
    const first = statementsFor(
      course,
      item,
      nothingReported,
      readProgress('scorm-1.2', cmi12('incomplete')),
    );
    expect(first.statements).toEqual([]);
    const passed = readProgress('scorm-1.2', cmi12('passed', { raw: '90' }));
    const second = statementsFor(course, item, first.told, passed);
    expect(second.statements.map(verbOf)).toEqual(['completed', 'passed']);
    expect(second.statements[1]).toMatchObject({
      object: {
        id: 'urn:lectern:course:M/I%201',
        definition: { type: 'http://adlnet.gov/expapi/activities/lesson' },
      },
      result: { success: true, score: { scaled: 0.9, raw: 90 } },
      context: {
        contextActivities: {
          category: [{ id: 'https://w3id.org/xapi/scorm' }],
          grouping: [{ id: 'urn:lectern:course:M' }],
        },
      },
    });
    expect(statementsFor(course, item, second.told, passed).statements).toEqual([]);
  });

  test('tell a second try, and that it went another way', () => {
    const failed = statementsFor(
      course,
      item,
      nothingReported,
      readProgress('scorm-2004', cmi2004('completed', 'failed')),
    );
    expect(failed.statements.map(verbOf)).toEqual(['completed', 'failed']);
    const passed = statementsFor(
      course,
      item,
      failed.told,
      readProgress('scorm-2004', cmi2004('completed', 'passed')),
    );
    expect(passed.statements.map(verbOf)).toEqual(['passed']);
  });

  test.each([
    ['scorm-1.2', { student_response: 'a', result: 'wrong', latency: '0000:01:02.5' }, 'a', false],
    ['scorm-2004', { learner_response: 'a', result: 'incorrect', latency: 'PT1M2.5S' }, 'a', false],
    [
      'scorm-2004',
      { learner_response: 'b[,]c', result: 'correct', latency: 'PT1M2.5S' },
      'b[,]c',
      true,
    ],
  ] as const)('tell answers of %s (%j)', (standard, answer, response, success) => {
    const interactions = {
      0: { id: 'frage 1', type: 'choice', ...answer, correct_responses: { 0: { pattern: 'b' } } },
    };
    const document =
      standard === 'scorm-1.2'
        ? cmi12('incomplete', {}, interactions)
        : cmi2004('incomplete', 'unknown', {}, interactions);
    const { statements, told } = statementsFor(
      course,
      item,
      nothingReported,
      readProgress(standard, document),
    );
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatchObject({
      verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
      object: {
        id: 'urn:lectern:course:M/I%201/frage%201',
        definition: { interactionType: 'choice', correctResponsesPattern: ['b'] },
      },
      result: { response, success, duration: 'PT1M2.5S' },
      context: { contextActivities: { parent: [{ id: 'urn:lectern:course:M/I%201' }] } },
    });
    expect(statementsFor(course, item, told, readProgress(standard, document)).statements).toEqual(
      [],
    );
  });

  test.each([
    ['P1Y2M3DT4H5M6.78S', 'P1Y2M3DT4H5M6.78S'],
    ['PT0S', 'PT0S'],
    ['P', undefined],
    ['PT', undefined],
    ['P1DT', undefined],
    ['P1H', undefined],
    ['soon', undefined],
  ])('tell how long an answer took only where that is a duration: %s', (latency, duration) => {
    const interactions = { 0: { id: 'a', type: 'choice', learner_response: 'b', latency } };
    const document = cmi2004('incomplete', 'unknown', {}, interactions);
    const progress = readProgress('scorm-2004', document);
    const { statements } = statementsFor(course, item, nothingReported, progress);
    expect(statements[0]?.result?.['duration']).toBe(duration);
  });

  test('tell the same question answered again, and none without an answer', () => {
    const answers = (...responses: readonly string[]) =>
      readProgress(
        'scorm-1.2',
        cmi12(
          'incomplete',
          {},
          Object.fromEntries(
            responses.map((student_response, index) => [index, { id: 'f', student_response }]),
          ),
        ),
      );
    const first = statementsFor(course, item, nothingReported, answers('a', ''));
    expect(first.statements).toHaveLength(1);
    const second = statementsFor(course, item, first.told, answers('a', 'a'));
    expect(second.statements).toHaveLength(1);
  });

  test('tell no answer twice that has given way in between', () => {
    const answers = (interactions: object) =>
      readProgress('scorm-2004', cmi2004('incomplete', 'unknown', {}, interactions));
    const whole = answers({ 0: { id: 'f', type: 'choice', learner_response: 'a' } });
    const first = statementsFor(course, item, nothingReported, whole);
    expect(first.statements).toHaveLength(1);
    const reduced = statementsFor(course, item, first.told, answers({ 0: { id: 'f' } }));
    expect(reduced.statements).toEqual([]);
    expect(statementsFor(course, item, reduced.told, whole).statements).toEqual([]);
  });

  test('name a question whose id holds half of a surrogate pair', () => {
    const interactions = { 0: { id: 'f\uD83D', type: 'choice', learner_response: 'b' } };
    const progress = readProgress('scorm-2004', cmi2004('incomplete', 'unknown', {}, interactions));
    expect(statementsFor(course, item, nothingReported, progress).statements[0]?.object.id).toBe(
      'urn:lectern:course:M/I%201/f%EF%BF%BD',
    );
  });

  test('tell how a run began and ended', () => {
    const progress = readProgress('scorm-1.2', cmi12('incomplete', { raw: '50' }));
    const beganAt = new Date('2026-01-01T10:00:00Z');
    const endedAt = new Date('2026-01-01T11:01:05Z');
    expect(verbOf(beginning(course, item, false))).toBe('initialized');
    expect(verbOf(beginning(course, item, true))).toBe('resumed');
    expect(verbOf(ending(course, item, { isSuspended: false, beganAt, endedAt }, progress))).toBe(
      'terminated',
    );
    const suspended = ending(course, item, { isSuspended: true, beganAt, endedAt }, progress);
    expect(suspended).toMatchObject({
      verb: { id: 'http://adlnet.gov/expapi/verbs/suspended' },
      result: { completion: false, duration: 'PT1H1M5S', score: { scaled: 0.5 } },
      timestamp: endedAt.toISOString(),
    });
    expect(suspended.result).not.toHaveProperty('success');
  });
});

test.each([
  [0, 'PT0S'],
  [1_234, 'PT1.23S'],
  [60_000, 'PT1M'],
  [3_600_000, 'PT1H'],
  [3_661_500, 'PT1H1M1.5S'],
  [59_999, 'PT1M'],
  [-5, 'PT0S'],
])('%i ms are %s', (inMs, duration) => {
  expect(durationIn(inMs)).toBe(duration);
});
