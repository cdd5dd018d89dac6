import { expect, it, vi } from 'vitest';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { passedTimeInMs } from '../src/passed-time.ts';

fakeBrowserForEachTest();

/** The steps of both clocks between two readings, in seconds, and the time that has passed by them. */
it.each([
  ['a page that is used', { monotonic: 10, wall: 10 }, 10],
  ['a device that slept', { monotonic: 0, wall: 3600 }, 3600],
  ['a clock that was put forward', { monotonic: 10, wall: 3600 }, 3600],
  ['a clock that was put back', { monotonic: 10, wall: -3600 }, 10],
  ['both clocks going back', { monotonic: 0, wall: -3600 }, 0],
  ['a sleep, and a clock that was put back by as much', { monotonic: 0, wall: 0 }, 0],
])('%s', (_, step, expected) => {
  vi.useFakeTimers();
  const before = passedTimeInMs();
  const wall = Date.now();
  vi.advanceTimersByTime(step.monotonic * 1000);
  vi.setSystemTime(wall + step.wall * 1000);
  expect(passedTimeInMs() - before).toBe(expected * 1000);
  // A step counts once.
  expect(passedTimeInMs() - before).toBe(expected * 1000);
});

it('a sleep after a clock was put back counts whole', () => {
  vi.useFakeTimers();
  const before = passedTimeInMs();
  vi.setSystemTime(Date.now() - 3_600_000);
  passedTimeInMs();
  vi.setSystemTime(Date.now() + 60_000);
  expect(passedTimeInMs() - before).toBe(60_000);
});
