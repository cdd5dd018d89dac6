import { expect, test } from 'vitest';
import { startHourly } from '../../src/jobs/hourly.ts';

test('work under way sees that the process stops, and is waited for', async () => {
  const begun = Promise.withResolvers<() => boolean>();
  const release = Promise.withResolvers<void>();
  let isDone = false;
  const stop = startHourly(async (isStopping) => {
    begun.resolve(isStopping);
    await release.promise;
    isDone = true;
  }, 1);
  const isStopping = await begun.promise;
  expect(isStopping()).toBe(false);
  const stopped = stop();
  expect([isStopping(), isDone]).toEqual([true, false]);
  release.resolve();
  await stopped;
  expect(isDone).toBe(true);
});
