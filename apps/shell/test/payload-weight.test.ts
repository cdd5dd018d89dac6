import { describe, expect, it } from 'vitest';
import { weighsMoreThan } from '../src/bridge/payload-weight.ts';

const cycle: { self?: unknown } = {};
cycle.self = cycle;

describe('a payload', () => {
  it.each([
    ['undefined', undefined, 0],
    ['null', null, 0],
    ['a number', 1, 0],
    ['text', 'abc', 3],
    ['an object', { ab: 'c' }, 4],
    ['a list', ['a', 'b'], 6],
    ['bytes', new Uint8Array(10), 10],
  ])('%s has its weight', (_, payload, weight) => {
    expect(weighsMoreThan(payload, weight)).toBe(false);
    expect(weighsMoreThan(payload, weight - 1)).toBe(true);
  });

  it('that contains itself is too heavy', () => {
    expect(weighsMoreThan(cycle, 1000)).toBe(true);
  });

  it('of great depth or width is weighed without a deep stack', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(weighsMoreThan(deep, 1_000_000)).toBe(false);
    expect(weighsMoreThan(Array(1_000_000).fill(0), 1000)).toBe(true);
  });
});
