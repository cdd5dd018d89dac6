import fc from 'fast-check';
import { expect, test } from 'vitest';
import { atMost } from '../../src/annotations/user-data/at-most.ts';

const { signal: stays } = new AbortController();

test('never more than so many run at once, all of them run, and in their order', async () => {
  const maximum = fc.integer({ min: 1, max: 4 });
  const endings = fc.array(fc.boolean(), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(maximum, endings, fc.scheduler(), async (most, fails, scheduler) => {
      const inTurn = atMost(most);
      const begun: number[] = [];
      let running = 0;
      let peak = 0;
      const works = fails.map((isFailing, place) =>
        inTurn(async () => {
          begun.push(place);
          peak = Math.max(peak, ++running);
          await scheduler.schedule(Promise.resolve());
          running--;
          if (isFailing) throw new Error('told to fail');
          return place;
        }, stays),
      );
      const settled = Promise.allSettled(works);
      await scheduler.waitFor(settled);
      expect((await settled).map(({ status }) => status === 'rejected')).toEqual(fails);
      expect(begun).toEqual([...fails.keys()]);
      expect(peak).toBe(Math.min(most, fails.length));
    }),
  );
});

test('what is given up while it waits never runs, and what comes after it does', async () => {
  const inTurn = atMost(1);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const first = inTurn(() => isOver, stays);
  const leaving = new AbortController();
  let hasRun = false;
  const second = inTurn(async () => void (hasRun = true), leaving.signal);
  const third = inTurn(async () => 'third', stays);
  leaving.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  end();
  await first;
  expect(await third).toBe('third');
  await expect(inTurn(async () => {}, leaving.signal)).rejects.toThrow('left');
  expect(hasRun).toBe(false);
});
