import { describe, expect, it } from 'vitest';
import { clockTime, clockTimeFrom, timeAgo } from '../src/routes/moments.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

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

describe('a time to come', () => {
  it('is never shown too early', () => {
    const shown = clockTimeFrom(now + 1);
    expect(shown).toBe(clockTime(now + 60_000));
    expect(shown).toMatch(/^\d\d:\d\d$/);
    expect(clockTimeFrom(now)).toBe(clockTime(now));
  });
});
