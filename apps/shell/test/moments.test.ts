import { beforeEach, describe, expect, it } from 'vitest';
import { clockTime, clockTimeFrom, day, lastDay, timeAgo } from '../src/routes/moments.ts';
import { speak } from './speak.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

beforeEach(() => speak('de-CH'));

describe('how long ago', () => {
  it.each([
    [0, 'in dieser Minute'],
    [59_000, 'in dieser Minute'],
    [-60_000, 'in dieser Minute'],
    [5 * 60_000, 'vor 5 Minuten'],
    [2 * 3_600_000 + 1, 'vor 2 Stunden'],
    [24 * 3_600_000, 'gestern'],
    [3 * 86_400_000, 'vor 3 Tagen'],
    [15 * 86_400_000, 'vor 2 Wochen'],
    [100 * 86_400_000, 'vor 3 Monaten'],
    [800 * 86_400_000, 'vor 2 Jahren'],
  ])('%i ms is %s', (passed, expected) => {
    expect(timeAgo(now - passed, now)).toBe(expected);
  });
});

describe('a day', () => {
  it('is named in full, and this year’s without its year', () => {
    expect(day(now)).toBe('21. November 2026');
    expect(day(now, now + 3_600_000)).toBe('21. November');
    expect(day(now - 365 * 86_400_000, now)).toBe('21. November 2025');
  });
});

describe('the last day', () => {
  it('is the day of the end, and the day before where that is midnight', () => {
    const midnight = new Date(2027, 7, 1).getTime();
    expect(lastDay(midnight)).toBe('31. Juli 2027');
    expect(lastDay(midnight + 1)).toBe('1. August 2027');
  });
});

describe('a time to come', () => {
  it('is never shown too early', () => {
    const shown = clockTimeFrom(now + 1);
    expect(shown).toBe(clockTime(now + 60_000));
    expect(shown).toMatch(/^\d\d:\d\d$/);
    expect(clockTimeFrom(now)).toBe(clockTime(now));
  });
});

describe.each([
  ['fr-CH', '21 novembre 2026', 'il y a 3 jours', /^\d\d:\d\d$/],
  ['it-CH', '21 novembre 2026', '3 giorni fa', /^\d\d:\d\d$/],
  ['en-GB', '21 November 2026', '3 days ago', /^\d\d:\d\d$/],
  ['en-US', 'November 21, 2026', '3 days ago', /^\d{1,2}:\d\d\s[AP]M$/],
  ['rm-CH', '21. November 2026', 'vor 3 Tagen', /^\d\d:\d\d$/],
])('in %s', (locale, date, ago, time) => {
  beforeEach(() => speak(locale));

  it('moments are written as there', () => {
    expect(day(now)).toBe(date);
    expect(timeAgo(now - 3 * 86_400_000, now)).toBe(ago);
    expect(clockTime(now)).toMatch(time);
  });
});
