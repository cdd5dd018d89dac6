import { expect, test, vi } from 'vitest';
import { createSchedule } from '../src/schedule.ts';

test('a fault begins so long after each sign-in, or when it is told to', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const schedule = createSchedule(10, false);
  expect(schedule.isDue).toBe(false);
  schedule.signedIn();
  vi.advanceTimersByTime(9_999);
  expect(schedule.isDue).toBe(false);
  vi.advanceTimersByTime(1);
  expect(schedule.isDue).toBe(true);

  schedule.setAfter(20);
  schedule.signedIn();
  vi.advanceTimersByTime(10_000);
  expect(schedule.isDue).toBe(false);
  schedule.begin();
  expect(schedule.isDue).toBe(true);
  schedule.end();
  vi.advanceTimersByTime(60_000);
  expect(schedule.isDue).toBe(false);
});

test('a fault that is there at once is there after each sign-in', () => {
  const schedule = createSchedule(0, true);
  expect(schedule.isDue).toBe(true);
  schedule.end();
  expect(schedule.isDue).toBe(false);
  schedule.signedIn();
  expect(schedule.isDue).toBe(true);
});
