import { expect, test } from 'vitest';
import { contract, type Call } from '../src/index.ts';

test('what anybody can make a service do is limited', () => {
  const open = Object.values(contract)
    .flatMap((calls) => Object.values<Call>(calls))
    // A ping has no body and does nothing.
    .filter(({ permission, body }) => permission === 'public' && body !== undefined);
  expect(open.map(({ path }) => path)).toContain('/v1/file/accessBasic');
  expect(open.filter(({ rateLimit }) => !rateLimit)).toEqual([]);
});
