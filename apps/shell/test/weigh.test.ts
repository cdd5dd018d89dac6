import { payloadMaximum } from '@lectern/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { weigh } from '../src/bridge/weigh.ts';

const cycle: { self?: unknown } = {};
cycle.self = cycle;

describe('a payload', () => {
  it.each([
    ['undefined', undefined, 0],
    ['null', null, 0],
    ['a number', 1, 0],
    ['text', 'abc', 3],
    ['an object', { ab: 'c' }, 4],
    ['a list', ['a', 'b'], 4],
    ['an empty list', [], 0],
    ['a list of nothing', Array(9), 9],
    ['an absent member', { ab: undefined }, 3],
  ])('%s has its weight', (_, payload, weight) => {
    expect(weigh(payload, weight)).toBe(weight);
    expect(weigh(payload, weight - 1)).toBe('too heavy');
  });

  it('that contains itself is too heavy', () => {
    expect(weigh(cycle, 1000)).toBe('too heavy');
  });

  it('of great depth or width is weighed without a deep stack', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(weigh(deep, 1_000_000)).toBe(100_001);
    expect(weigh(Array(1_000_000).fill(0), 1000)).toBe('too heavy');
  });

  it('of lists in which nothing stands is as heavy as they are long', () => {
    expect(weigh(Array(payloadMaximum + 1))).toBe('too heavy');
    expect(weigh(structuredClone({ a: [Array(600), Array(600)] }), 1000)).toBe('too heavy');
  });

  it.each([
    ['a big integer', 1n],
    ['no number', Number.NaN],
    ['an infinite number', Infinity],
    ['a map', new Map([['a', 1]])],
    ['a set', new Set([1])],
    ['a date', new Date(0)],
    ['bytes', new Uint8Array(10)],
    ['a buffer', new ArrayBuffer(10)],
    ['a pattern', /x/],
    ['an error', new Error('x')],
    ['a file', new Blob(['x'])],
  ])('%s is no JSON, at any depth', (_, payload) => {
    // As the browser delivers it, which has no more to say than this.
    const delivered = structuredClone({ payload: [{ member: payload }] });
    expect(weigh(payload)).toBe('not JSON');
    expect(weigh(delivered)).toBe('not JSON');
  });

  it('of plain objects and lists is JSON after the browser has delivered it', () => {
    expect(weigh(structuredClone({ a: [{ b: 1.5, c: false, d: null }] }))).toBe(9);
  });
});
