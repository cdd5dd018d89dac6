import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExercisesOfIssue } from '../../../src/annotations/public.ts';
import { codeOf } from '../../platform.ts';
import { brook, startProgressWorld, verb, type ProgressWorld } from './progress-world.ts';

let world: ProgressWorld;

beforeAll(async () => {
  world = await startProgressWorld();
});
afterAll(() => world.close());

const at = (timestamp: string) => ({ timestamp });
const scored = (scaled: number, success = scaled === 1) => ({
  result: { success, score: { scaled } },
});

test('exercises of a version are read once', async () => {
  const exercisesOf = createExercisesOfIssue(world.platform.database);
  const { course_id, issue_id, title } = brook;
  const issue = { course_id, issue_id, title, version: 1 };
  const exercises = await exercisesOf(issue);
  expect(exercises.map(({ exercise_id }) => exercise_id)).toEqual(['lauf', 'tiere', 'ufer']);
  expect(await exercisesOf({ ...issue })).toBe(exercises);
  expect(await exercisesOf({ ...issue, version: 2 })).toEqual([]);
});

describe('the outline of a course', () => {
  const outline = async (body: { course_id: string; issue_id?: string }) => {
    const who = await world.newPerson();
    const lars = world.platform.as('lars', who);
    return lars.progressGetOutline({ body: { subject: who.subject, ...body } });
  };

  test('has its Themen with what can be asked about', async () => {
    expect(await outline({ course_id: 'gewaesser' })).toMatchObject({
      issue_id: 'gewaesser-1',
      title: 'Gewässer',
      themen: [
        {
          thema_id: 'bach',
          title: 'Am Bach',
          exercises_count: 2,
          sub_themen: [
            { topic_id: 'bach-1', title: 'Der Lauf', exercises_count: 1 },
            { topic_id: 'bach-2', title: 'Die Tiere', exercises_count: 1 },
          ],
          exercise_groups: [
            { exercise_group_id: 'lauf', title: 'Vom Berg ins Tal', exercises_count: 1 },
            { exercise_group_id: 'sammlung', title: 'Wer wohnt hier?', exercises_count: 1 },
          ],
        },
        { thema_id: 'see', title: 'Am See', exercises_count: 1 },
      ],
      difficulties: ['easy', 'hard'],
    });
  });

  test('is of the issue that was published last, or of the one that is named', async () => {
    const course_id = 'zwei-ausgaben';
    await world.publish({ course_id, issue_id: 'alt', title: 'Alt' });
    await world.publish({ course_id, issue_id: 'neu', title: 'Neu' });
    expect((await outline({ course_id })).title).toBe('Neu');
    expect((await outline({ course_id, issue_id: 'alt' })).title).toBe('Alt');
    expect(await codeOf(outline({ course_id, issue_id: 'none' }))).toBe('ISSUE_NOT_FOUND');
    expect(await codeOf(outline({ course_id: 'none' }))).toBe('ISSUE_NOT_FOUND');
  });
});

describe('own progress', () => {
  test('of whoever has done nothing is empty', async () => {
    const { progress, themen } = await world.ownProgress(await world.newPerson());
    expect(progress).toEqual({ themen: [] });
    expect(themen).toEqual([
      { thema_id: 'bach', exercises_count: 2 },
      { thema_id: 'see', exercises_count: 1 },
    ]);
  });

  test('says by Thema what was begun, finished and scored', async () => {
    const mia = await world.newPerson();
    await world.record(mia, 'lauf', { ...scored(0.5), ...at('2026-03-01T10:00:00Z') });
    await world.record(mia, 'lauf', { ...scored(1), ...at('2026-03-02T10:00:00Z') });
    await world.record(mia, 'tiere', { ...at('2026-03-03T10:00:00Z') });
    await world.record(mia, 'bach-1', { verb: verb('experienced') });
    expect((await world.ownProgress(mia)).progress).toEqual({
      themen: [
        {
          thema_id: 'bach',
          begun_count: 2,
          again_count: 0,
          succeeded_count: 1,
          handed_in_count: 0,
          seen_count: 0,
          mean_score: 1,
          last_active_at: '2026-03-03T10:00:00.000Z',
        },
      ],
      last_active_at: '2026-03-03T10:00:00.000Z',
    });
  });

  test('says by exercise how it went, whatever the order of arrival', async () => {
    const mia = await world.newPerson();
    await world.record(mia, 'lauf', { ...scored(0.25), ...at('2026-03-02T10:00:00Z') });
    await world.record(mia, 'lauf', { ...scored(1), ...at('2026-03-01T10:00:00Z') });
    const ofThema = { filter_type: 'THEMA', filter_id: 'bach' } as const;
    const expected = {
      exercise_id: 'lauf',
      exercise_state: 'SUCCEEDED',
      best_score: 1,
      last_score: 0.25,
      begun_at: '2026-03-01T10:00:00.000Z',
      finished_at: '2026-03-01T10:00:00.000Z',
      last_active_at: '2026-03-02T10:00:00.000Z',
    };
    const { progress, exercises } = await world.ownProgress(mia, ofThema);
    expect(progress.exercises).toEqual([expected]);
    expect(exercises?.map(({ exercise_id }) => exercise_id)).toEqual(['lauf', 'tiere']);

    // Later statements are put together with those that were read.
    await world.record(mia, 'lauf', { verb: verb('attempted'), ...at('2026-02-01T10:00:00Z') });
    await world.record(mia, 'lauf', { ...scored(0.5), ...at('2026-03-04T10:00:00Z') });
    expect((await world.ownProgress(mia, ofThema)).progress.exercises).toEqual([
      {
        ...expected,
        last_score: 0.5,
        begun_at: '2026-02-01T10:00:00.000Z',
        last_active_at: '2026-03-04T10:00:00.000Z',
      },
    ]);
  });

  const finished = (score: object) => ({ result: { completion: true, score } });
  test.each([
    ['begun', 'BEGUN', {}],
    ['wrong in everything', 'AGAIN', scored(0)],
    ['nearly right, and no success', 'AGAIN', scored(0.9, false)],
    ['right', 'SUCCEEDED', { result: { success: true } }],
    ['passed', 'SUCCEEDED', { verb: verb('passed') }],
    ['failed', 'AGAIN', { verb: verb('failed') }],
    ['scored below mastery, without a word of success', 'AGAIN', finished({ scaled: 0.79 })],
    ['scored as mastery, without a word of success', 'SUCCEEDED', finished({ scaled: 0.8 })],
    ['scored 2.4 of 3, which is shown as 80 percent', 'SUCCEEDED', finished({ raw: 2.4, max: 3 })],
    ['finished, and judged by nobody', 'HANDED_IN', { result: { completion: true } }],
  ] as const)(
    'an exercise that is %s is %s, by itself and in its Thema',
    async (_, state, said) => {
      const mia = await world.newPerson();
      await world.record(mia, 'lauf', said);
      const request = { filter_type: 'THEMA', filter_id: 'bach' } as const;
      const { progress } = await world.ownProgress(mia, request);
      expect(progress.exercises).toMatchObject([{ exercise_state: state }]);
      expect(progress.themen).toMatchObject([
        {
          begun_count: 1,
          again_count: state === 'AGAIN' ? 1 : 0,
          succeeded_count: state === 'SUCCEEDED' ? 1 : 0,
          handed_in_count: state === 'HANDED_IN' ? 1 : 0,
        },
      ]);
    },
  );

  test('a try is judged by its own statement, whatever others have said', async () => {
    const mia = await world.newPerson();
    const state = async () => {
      const request = { filter_type: 'THEMA', filter_id: 'bach' } as const;
      return (await world.ownProgress(mia, request)).progress.exercises?.[0]?.exercise_state;
    };
    await world.record(mia, 'lauf', scored(0.9, false));
    await world.record(mia, 'lauf', { result: { completion: true } });
    expect(await state()).toBe('AGAIN');
    await world.record(mia, 'lauf', { result: { completion: true, score: { scaled: 1 } } });
    expect(await state()).toBe('SUCCEEDED');
  });

  test.each([
    ['THEMA', 'bach', ['lauf', 'tiere']],
    ['SUB_THEMA', 'bach-2', ['tiere']],
    ['EXERCISE_GROUP', 'sammlung', ['tiere', 'ufer']],
  ] as const)('of a %s alone', async (filter_type, filter_id, expected) => {
    const mia = await world.newPerson();
    for (const exercise of ['lauf', 'tiere', 'ufer']) await world.record(mia, exercise);
    const shown = await world.ownProgress(mia, { filter_type, filter_id });
    expect(shown.exercises?.map(({ exercise_id }) => exercise_id)).toEqual(expected);
    expect(shown.progress.exercises?.map(({ exercise_id }) => exercise_id)).toEqual(expected);
  });

  test('of a difficulty alone', async () => {
    const mia = await world.newPerson();
    for (const exercise of ['lauf', 'tiere', 'ufer']) await world.record(mia, exercise);
    const { progress, themen } = await world.ownProgress(mia, { difficulty: 'hard' });
    expect(themen).toEqual([{ thema_id: 'bach', exercises_count: 1 }]);
    expect(progress.themen).toMatchObject([{ thema_id: 'bach', begun_count: 1 }]);
    expect((await world.ownProgress(mia, { difficulty: 'mixed' })).themen).toEqual([]);
  });

  test('refuses what is not there', async () => {
    const mia = await world.newPerson();
    const ask = (request: Parameters<ProgressWorld['ownProgress']>[1]) =>
      codeOf(world.ownProgress(mia, request));
    expect(await ask({ course_id: 'none' })).toBe('ISSUE_NOT_FOUND');
    expect(await ask({ filter_type: 'THEMA', filter_id: 'none' })).toBe('FILTER_NOT_FOUND');
    expect(await ask({ filter_type: 'THEMA' })).toBe('REQUEST_INVALID');
    expect(await ask({ filter_id: 'bach' })).toBe('REQUEST_INVALID');
    const chart = { datepicker_type: 'YEARS', year: 2026, diagram_type: 'PIE' } as const;
    expect(await ask({ chart: { ...chart, time_zone: 'Nowhere/Town' } })).toBe('TIME_ZONE_UNKNOWN');
  });
});

describe('the chart', () => {
  const chart = { datepicker_type: 'MONTHS', year: 2026, time_zone: 'Europe/Zurich' } as const;

  test('counts by period of the time zone', async () => {
    const mia = await world.newPerson();
    // In Zurich it is the first of May already.
    await world.record(mia, 'lauf', at('2026-04-30T22:00:00Z'));
    await world.record(mia, 'lauf', { ...scored(1), ...at('2026-05-31T21:59:59Z') });
    await world.record(mia, 'tiere', { ...scored(0), ...at('2025-12-31T22:59:59Z') });
    const drawn = await world.ownProgress(mia, { chart: { ...chart, diagram_type: 'LINE_CHART' } });
    const points = drawn.chart?.points ?? [];
    expect(points).toHaveLength(12);
    expect(points.filter(({ statements_count }) => statements_count > 0)).toEqual([
      { period: '2026-05', statements_count: 2, begun_count: 1, finished_count: 1 },
    ]);
    const years = await world.ownProgress(mia, {
      chart: { ...chart, datepicker_type: 'YEARS', diagram_type: 'LINE_CHART' },
    });
    expect(years.chart?.points?.slice(-2)).toEqual([
      { period: '2025', statements_count: 1, begun_count: 1, finished_count: 1 },
      { period: '2026', statements_count: 2, begun_count: 1, finished_count: 1 },
    ]);
    const weeks = await world.ownProgress(mia, {
      chart: { ...chart, datepicker_type: 'WEEKS_OF_YEAR', diagram_type: 'LINE_CHART' },
    });
    expect(weeks.chart?.points).toHaveLength(53);
  });

  test('shows the states at the end of the periods', async () => {
    const mia = await world.newPerson();
    await world.record(mia, 'lauf', { ...scored(1), ...at('2026-02-01T12:00:00Z') });
    await world.record(mia, 'tiere', at('2025-02-01T12:00:00Z'));
    await world.record(mia, 'tiere', { ...scored(1), ...at('2026-02-02T12:00:00Z') });
    const states = async (year: number, more: object = {}) => {
      const request = { chart: { ...chart, year, diagram_type: 'PIE' as const }, ...more };
      const drawn = await world.ownProgress(mia, request);
      return drawn.chart?.slices?.map(({ exercises_count }) => exercises_count);
    };
    expect(await states(2024)).toEqual([3, 0, 0, 0, 0, 0]);
    expect(await states(2025)).toEqual([2, 1, 0, 0, 0, 0]);
    expect(await states(2026)).toEqual([1, 0, 0, 2, 0, 0]);
    const ofLake = { filter_type: 'THEMA', filter_id: 'see' };
    expect(await states(2026, ofLake)).toEqual([1, 0, 0, 0, 0, 0]);
  });

  test('counts by school year, which has the name of the year that it begins in', async () => {
    const mia = await world.newPerson();
    const drawn = async (datepicker_type: 'WEEKS_OF_YEAR' | 'MONTHS' | 'YEARS', year = 2026) => {
      const asked = { ...chart, datepicker_type, year, first_month: 8 };
      const shown = await world.ownProgress(mia, {
        chart: { ...asked, diagram_type: 'LINE_CHART' },
      });
      const points = shown.chart!.points!;
      const active = points.filter(({ statements_count }) => statements_count > 0);
      return {
        size: points.length,
        ends: [points[0]!.period, points.at(-1)!.period],
        active: active.map(({ period }) => period),
      };
    };
    // In Zurich the last moment of July, and the first of August.
    await world.record(mia, 'lauf', at('2026-07-31T21:59:59Z'));
    await world.record(mia, 'tiere', at('2026-07-31T22:00:00Z'));
    await world.record(mia, 'ufer', at('2027-07-31T21:59:59Z'));
    const [before, then] = [await drawn('YEARS', 2026), await drawn('MONTHS')];
    expect(before).toMatchObject({ size: 10, ends: ['2017', '2026'], active: ['2025', '2026'] });
    expect(then).toMatchObject({ size: 12, ends: ['2026-08', '2027-07'] });
    expect(then.active[0]).toBe('2026-08');
    // The first week that has its Thursday in August 2026, and the last of July 2027.
    expect(await drawn('WEEKS_OF_YEAR')).toMatchObject({
      size: 52,
      ends: ['2026-W32', '2027-W30'],
    });
  });
});
