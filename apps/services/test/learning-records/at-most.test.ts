import { expect, test } from 'vitest';
import { atMost } from '../../src/learning-records/at-most.ts';

test('so many run at once, the others in their order, also after some that fail', async () => {
  const two = atMost(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, place) =>
    two(async () => {
      begun.push(place);
      await promise;
      return place;
    }).catch(() => 'failed'),
  );
  const settled = async (place: number) => {
    await all[place];
    // Whoever is next begins with the end of this one.
    await Promise.resolve();
    return [...begun];
  };
  expect(begun).toEqual([0, 1]);
  ends[1]!.reject(new Error('no'));
  expect(await settled(1)).toEqual([0, 1, 2]);
  ends[0]!.resolve();
  expect(await settled(0)).toEqual([0, 1, 2, 3]);
  for (const { resolve } of ends) resolve();
  expect(await Promise.all(all)).toEqual([0, 'failed', 2, 3, 4]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
