import { beforeEach, expect, it, vi } from 'vitest';
import { createTokenBucket } from '../src/bridge/token-bucket.ts';

beforeEach(() => void vi.useFakeTimers());

/** How many of a hundred are admitted now. */
const admitted = (take: () => boolean) =>
  Array.from({ length: 100 }, () => take()).filter(Boolean).length;

it('admits a burst, then what refills, and never saves up more than a burst', () => {
  const { take } = createTokenBucket(10, 4);
  expect(admitted(take)).toBe(10);
  vi.advanceTimersByTime(249);
  expect(admitted(take)).toBe(0);
  vi.advanceTimersByTime(1);
  expect(admitted(take)).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(admitted(take)).toBe(4);
  vi.advanceTimersByTime(3_600_000);
  expect(admitted(take)).toBe(10);
});

it('makes up for what weighed more than was known', () => {
  const { take, owe } = createTokenBucket(10, 4);
  owe(12);
  expect(take()).toBe(false);
  vi.advanceTimersByTime(500);
  expect(take(), 'paid back, and nothing more').toBe(false);
  vi.advanceTimersByTime(250);
  expect(take()).toBe(true);
});

it('refills nothing while the clock is set back, and goes on from there', () => {
  const { take } = createTokenBucket(10, 4);
  expect(admitted(take)).toBe(10);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(admitted(take)).toBe(0);
  vi.advanceTimersByTime(250);
  expect(admitted(take)).toBe(1);
});
