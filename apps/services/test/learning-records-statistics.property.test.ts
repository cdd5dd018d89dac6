import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from './platform.ts';
import {
  recordedStatements,
  type Statistics,
  type StatisticsRequest,
} from './recorded-statements.ts';
import { limitOfRounds, roundsOf } from '../../../test/rounds.ts';

/*
 * The statistics of random statements against a plain computation: the calendar of Intl and arithmetic
 * of days, without a line of SQL.
 */

/** Finding the smallest statements that fail takes longer than seeing that all is well. */
const shrinkingTimeoutInMs = limitOfRounds(120_000);

const platform = startBeforeAll(startTestPlatform);

interface Recorded {
  readonly timestamp: string;
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly result: { readonly success?: boolean };
}

const dayInMs = 24 * 60 * 60 * 1000;

/** Whole hours and others, summer times of all kinds, days that never were, midnights that never were. */
const timeZones = [
  'Europe/Zurich',
  'UTC',
  'CET',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Pacific/Niue',
];

/** Few, so that most statements are counted: long years, their neighbours, one without a 30 December. */
const year = fc.constantFrom(2011, 2019, 2020, 2021, 2026, 2027);

/** Within hours of where a month, a year or a week of January or December begins. */
const nearBoundary = fc
  .record({
    year,
    month: fc.constantFrom(0, 1, 2, 3, 6, 9, 11, 12),
    day: fc.oneof(fc.constant(1), fc.integer({ min: -6, max: 7 })),
    hour: fc.integer({ min: -15, max: 15 }),
    seconds: fc.constantFrom(-1, 0, 1, 1800),
  })
  .map(({ year, month, day, hour, seconds }) => Date.UTC(year, month, day, hour, 0, seconds));
const anyInstant = fc.integer({ min: Date.UTC(2009, 11, 1), max: Date.UTC(2029, 0, 1) });

/** A time as RFC 3339 lets it be written: with any offset and any fraction. */
const timestamp = fc
  .record({
    instant: fc.oneof(nearBoundary, anyInstant),
    offsetInMinutes: fc.oneof(fc.constantFrom(0, 60, 120), fc.integer({ min: -1439, max: 1439 })),
    fraction: fc.constantFrom('', '.5', '.999', '.9999999'),
  })
  .map(({ instant, offsetInMinutes, fraction }) => {
    const minutes = Math.abs(offsetInMinutes);
    const two = (number: number) => String(number).padStart(2, '0');
    const offset = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
    const local = new Date(instant + offsetInMinutes * 60_000).toISOString().slice(0, 19);
    return `${local}${fraction}${offsetInMinutes < 0 ? '-' : '+'}${offset}`;
  });

const recorded: fc.Arbitrary<Recorded> = fc.record({
  timestamp,
  verb: fc.record({ id: fc.constantFrom('urn:a', 'urn:b', 'urn:B') }),
  object: fc.record({
    id: fc.constantFrom('urn:t', 'https://x/t', 'https://x/T', 'https://x/t/u', 'https://x/ut'),
  }),
  result: fc.record({ success: fc.boolean() }, { requiredKeys: [] }),
});

const request: fc.Arbitrary<StatisticsRequest> = fc
  .record({
    datepicker_type: fc.constantFrom('WEEKS_OF_YEAR', 'MONTHS', 'YEARS'),
    year,
    time_zone: fc.constantFrom(...timeZones),
    diagram_type: fc.constantFrom('LINE_CHART', 'PIE'),
    filter_id: fc.option(fc.constantFrom('t', 'u', 't/u', '%'), { nil: undefined }),
  })
  .map(({ filter_id, ...others }) =>
    filter_id === undefined
      ? { ...others, filter_type: 'NONE' }
      : { ...others, filter_type: 'THEMA', filter_id },
  );

/** The day on which it is by the clocks of a zone, as midnight UTC. */
function localDay(instant: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value);
  return new Date(Date.UTC(part('year'), part('month') - 1, part('day')));
}

/** ISO 8601: a week is of the year that its Thursday is in. */
function isoWeek(day: Date): string {
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * dayInMs);
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - newYear) / (7 * dayInMs));
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

const periodOf: Record<StatisticsRequest['datepicker_type'], (day: Date) => string> = {
  WEEKS_OF_YEAR: isoWeek,
  MONTHS: (day) => day.toISOString().slice(0, 7),
  YEARS: (day) => day.toISOString().slice(0, 4),
};

/** Every period of the range, found by walking through its days and a few around them. */
function periodsOf({ datepicker_type, year }: StatisticsRequest): string[] {
  const first = datepicker_type === 'YEARS' ? year - 9 : year;
  const ids = new Set<string>();
  for (let day = Date.UTC(first, 0, -7); day < Date.UTC(year + 1, 0, 8); day += dayInMs) {
    const period = periodOf[datepicker_type](new Date(day));
    if (Number(period.slice(0, 4)) >= first && Number(period.slice(0, 4)) <= year) {
      ids.add(period);
    }
  }
  return [...ids];
}

function plainStatistics(statements: readonly Recorded[], asked: StatisticsRequest): Statistics {
  const { datepicker_type, diagram_type, filter_id, time_zone = 'UTC' } = asked;
  const periods = periodsOf(asked);
  const counted = statements
    .filter(({ object }) => filter_id === undefined || object.id.endsWith(`/${filter_id}`))
    .map((statement) => ({
      ...statement,
      period: periodOf[datepicker_type](localDay(new Date(statement.timestamp), time_zone)),
    }))
    .filter(({ period }) => periods.includes(period));
  if (diagram_type === 'PIE') {
    const slices = ['urn:B', 'urn:a', 'urn:b']
      .map((verb_id) => ({
        verb_id,
        statements_count: counted.filter(({ verb }) => verb.id === verb_id).length,
      }))
      .filter(({ statements_count }) => statements_count > 0)
      .toSorted((a, b) => b.statements_count - a.statements_count);
    return { diagram_type, slices };
  }
  const points = periods.map((period) => {
    const within = counted.filter((statement) => statement.period === period);
    return {
      period,
      statements_count: within.length,
      successes_count: within.filter(({ result }) => result.success).length,
    };
  });
  return { diagram_type, points };
}

test(
  'statistics are what a plain computation gives',
  { timeout: shrinkingTimeoutInMs },
  async () => {
    const mia = recordedStatements(platform, await platform.identityProvider.signIn('mia'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(recorded, { maxLength: 12 }),
        fc.array(request, { minLength: 3, maxLength: 3 }),
        async (statements, requests) => {
          const dto_id = await mia.put(statements);
          for (const asked of requests) {
            expect(await mia.count(asked, { dto_id })).toEqual(plainStatistics(statements, asked));
          }
        },
      ),
      { numRuns: roundsOf(15) },
    );
  },
);
