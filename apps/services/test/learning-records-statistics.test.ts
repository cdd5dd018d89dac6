import { describe, expect, test } from 'vitest';
import { byNameOfRuntime, nameOfRuntime } from '../src/learning-records/time-zone.ts';
import { codeOf, makeBeforeAll, startBeforeAll, startTestPlatform } from './platform.ts';
import { recordedStatements, type StatisticsRequest } from './recorded-statements.ts';

const platform = startBeforeAll(startTestPlatform);

const miaSession = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const mia = makeBeforeAll(() => recordedStatements(platform, miaSession));
const ben = makeBeforeAll(async () =>
  recordedStatements(platform, await platform.identityProvider.signIn('ben')),
);

const zurich = 'Europe/Zurich';

describe('periods', () => {
  const periodsIn = async (request: Partial<StatisticsRequest>) => {
    const { points = [] } = await mia.count(request, { dto_id: 'nothing' });
    for (const { statements_count, successes_count } of points) {
      expect([statements_count, successes_count]).toEqual([0, 0]);
    }
    return points.map(({ period }) => period);
  };
  const numbered = (year: string, length: number) =>
    Array.from({ length }, (_, index) => `${year}${String(index + 1).padStart(2, '0')}`);

  test.each([
    [2026, 53],
    [2025, 52],
    [2020, 53],
    [2000, 52],
    [9999, 52],
  ])('of %i stand all %i weeks in order, zero where nothing is', async (year, weeks) => {
    const periods = await periodsIn({ datepicker_type: 'WEEKS_OF_YEAR', year });
    expect(periods).toEqual(numbered(`${year}-W`, weeks));
  });

  test('twelve months', async () => {
    expect(await periodsIn({ datepicker_type: 'MONTHS' })).toEqual(numbered('2026-', 12));
  });

  test('ten years that end with the one asked for', async () => {
    expect(await periodsIn({ datepicker_type: 'YEARS', year: 2000 })).toEqual(
      Array.from({ length: 10 }, (_, index) => String(1991 + index)),
    );
  });
});

describe('where a statement falls', () => {
  test.each([
    ['a Friday of January, in the long year before', '2027-01-01T12:00:00Z', 2026, '2026-W53'],
    ['the last second of week 53', '2027-01-03T23:59:59Z', 2026, '2026-W53'],
    ['the first second after it', '2027-01-04T00:00:00Z', 2027, '2027-W01'],
    ['a Monday of December, in the year after', '2025-12-29T00:00:00Z', 2026, '2026-W01'],
    ['a Sunday of January after a year of 52 weeks', '2023-01-01T12:00:00Z', 2022, '2022-W52'],
    ['the 29th of February', '2024-02-29T12:00:00Z', 2024, '2024-W09'],
  ])('week: %s', async (_name, timestamp, year, week) => {
    const dto_id = await mia.putAt(timestamp);
    const weeks = (of: number) =>
      mia.periodsOf(dto_id, { datepicker_type: 'WEEKS_OF_YEAR', year: of });
    expect(await weeks(year)).toEqual({ [week]: 1 });
    expect(await weeks(year - 1)).toEqual({});
    expect(await weeks(year + 1)).toEqual({});
  });

  test('a day of week 53 is of the next year by its month', async () => {
    const dto_id = await mia.putAt('2027-01-01T12:00:00Z');
    expect(await mia.periodsOf(dto_id, {})).toEqual({});
    expect(await mia.periodsOf(dto_id, { year: 2027 })).toEqual({ '2027-01': 1 });
    expect(await mia.periodsOf(dto_id, { year: 2027, datepicker_type: 'YEARS' })).toEqual({
      2027: 1,
    });
  });

  test('around midnight by the clock of the time zone', async () => {
    const dto_id = await mia.putAt(
      '2026-06-30T21:59:59Z',
      '2026-06-30T22:00:00Z',
      '2026-06-30T23:59:59Z',
    );
    expect(await mia.periodsOf(dto_id, {})).toEqual({ '2026-06': 3 });
    expect(await mia.periodsOf(dto_id, { time_zone: zurich })).toEqual({
      '2026-06': 1,
      '2026-07': 2,
    });

    const newYear = await mia.putAt('2025-12-31T22:59:59Z', '2025-12-31T23:00:00Z');
    expect(await mia.periodsOf(newYear, { time_zone: zurich })).toEqual({ '2026-01': 1 });
    expect(await mia.periodsOf(newYear, { time_zone: zurich, datepicker_type: 'YEARS' })).toEqual({
      2025: 1,
      2026: 1,
    });
  });

  // Both changes are on the last day of an ISO week, which has 23 or 25 hours.
  test.each([
    ['spring', ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'], 13],
    ['autumn', ['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'], 43],
  ])('weeks on the day on which the clock changes in %s', async (_name, timestamps, week) => {
    const dto_id = await mia.putAt(...timestamps);
    const request = { datepicker_type: 'WEEKS_OF_YEAR', time_zone: zurich } as const;
    expect(await mia.periodsOf(dto_id, request)).toEqual({
      [`2026-W${week}`]: 2,
      [`2026-W${week + 1}`]: 1,
    });
  });

  test('by when it happened, whatever the offset it is written with', async () => {
    const dto_id = await mia.putAt(
      '2026-01-01T00:00:00+23:59',
      '2025-12-31T23:59:59-23:59',
      '2026-04-30T23:59:59.9999999Z',
      '2026-04-30T23:59:59.999999999+00:00',
    );
    expect(await mia.periodsOf(dto_id, {})).toEqual({ '2026-01': 1, '2026-04': 2 });
    expect(await mia.periodsOf(dto_id, { year: 2025 })).toEqual({ '2025-12': 1 });
  });

  test('times that PostgreSQL could not read hinder nothing', async () => {
    const dto_id = await mia.putAt(
      '0000-01-01T00:00:00+23:59',
      '0000-02-29T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59.999Z',
    );
    for (const time_zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Niue']) {
      expect(await mia.periodsOf(dto_id, { time_zone })).toEqual({});
    }
    for (const datepicker_type of ['MONTHS', 'WEEKS_OF_YEAR', 'YEARS'] as const) {
      const periods = await mia.periodsOf(dto_id, { datepicker_type, year: 9999 });
      expect(Object.values(periods)).toEqual([1]);
    }
  });
});

describe('time zones', () => {
  test.each([
    'Europe/Bielefeld',
    'Europe/Zürich',
    ' Europe/Zurich',
    'CEST',
    'FOO+3',
    '+02:00',
    '2',
    'default',
    '../../../etc/passwd',
    "UTC'; drop table lars.statements; --",
    "UTC' or 'a' = 'a",
    'Europe/%',
    '%s%n$1',
    '\u202eCTU',
    '🕰'.repeat(32),
    '__proto__',
  ])('%j is none', async (time_zone) => {
    expect(await codeOf(mia.count({ time_zone }))).toBe('TIME_ZONE_UNKNOWN');
    expect(await codeOf(mia.count({ time_zone, diagram_type: 'PIE' }))).toBe('TIME_ZONE_UNKNOWN');
  });

  test('what cannot be a name is no valid request', async () => {
    for (const time_zone of ['', 'x'.repeat(65), 'UTC\0']) {
      expect(await codeOf(mia.count({ time_zone }))).toBe('REQUEST_INVALID');
    }
  });

  test.each([
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['asia/calcutta', 'Asia/Kolkata'],
    ['Europe/Zurich', undefined],
  ])('%s is known where the database calls it %s', async (asked, expected) => {
    const zones = await byNameOfRuntime(['posix/UTC', 'UTC', ...(expected ? [expected] : [])]);
    expect(zones.get(nameOfRuntime(asked)!)).toBe(expected);
  });

  test('a name that only this runtime still has means the zone that the database has', async () => {
    const dto_id = await mia.putAt('2026-07-01T06:30:00Z');
    expect(await mia.periodsOf(dto_id, { time_zone: 'US/Pacific-New' })).toEqual({ '2026-06': 1 });
  });

  test.each(['europe/ZURICH', 'CET', 'MET', 'Europe/Zurich'])(
    '%s has a summer time',
    async (time_zone) => {
      const dto_id = await mia.putAt('2026-06-30T22:30:00Z', '2026-11-30T22:30:00Z');
      expect(await mia.periodsOf(dto_id, { time_zone })).toEqual({ '2026-07': 1, '2026-11': 1 });
    },
  );
});

describe('what is counted', () => {
  const timestamp = '2026-05-05T12:00:00Z';

  test('a success is one that says so', async () => {
    const results = [{ success: true }, { success: true }, { success: false }, {}];
    const oddResults = [
      { success: 'true' },
      { success: 1 },
      { success: null },
      { success: [true] },
    ];
    const dto_id = await mia.keep(
      [...results, ...oddResults].map((result) => ({ timestamp, result })),
    );
    const { points = [] } = await mia.count({}, { dto_id });
    expect(points[4]).toEqual({ period: '2026-05', statements_count: 8, successes_count: 2 });
  });

  test('slices: by verb, the most frequent first, equals by the verb', async () => {
    const verbs = ['urn:b', 'urn:a', 'urn:B', 'urn:c', 'urn:c', 'urn:c', 'urn:b'];
    const dto_id = await mia.put(verbs.map((id) => ({ timestamp, verb: { id } })));
    await mia.put([{ timestamp: '2025-05-05T12:00:00Z', verb: { id: 'urn:late' } }], dto_id);
    expect(await mia.count({ diagram_type: 'PIE' }, { dto_id })).toEqual({
      diagram_type: 'PIE',
      slices: [
        { verb_id: 'urn:c', statements_count: 3 },
        { verb_id: 'urn:b', statements_count: 2 },
        { verb_id: 'urn:B', statements_count: 1 },
        { verb_id: 'urn:a', statements_count: 1 },
      ],
    });
  });

  test('slices: no more than the hundred most frequent', async () => {
    const statement = (index: number) => ({ timestamp, verb: { id: `urn:verb:${index}` } });
    const dto_id = await mia.put(Array.from({ length: 101 }, (_, index) => statement(index)));
    await mia.put([statement(100)], dto_id);
    const { slices = [] } = await mia.count({ diagram_type: 'PIE' }, { dto_id });
    expect(slices).toHaveLength(100);
    expect(slices[0]).toEqual({ verb_id: 'urn:verb:100', statements_count: 2 });
  });

  test('all statements of the subject, whatever the page, and nothing of others', async () => {
    const dto_id = await mia.put([{ timestamp }, { timestamp }, { timestamp }]);
    await ben.put([{ timestamp }], dto_id);
    const expected = { '2026-05': 3 };
    expect(await mia.periodsOf(dto_id, {})).toEqual(expected);

    const body = { subject: miaSession.subject, dto_id, limit: 1 };
    const { next_cursor, ...page } = await platform.as('lars', miaSession).dataGet({ body });
    expect(page).not.toHaveProperty('statistics');
    const { points = [] } = await mia.count({}, { ...body, cursor: next_cursor! });
    expect(points[4]?.statements_count).toBe(3);
  });
});
