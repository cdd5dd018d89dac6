import { describe, expect, it } from 'vitest';
import { payloadFault, payloadLimit } from '../src/bridge/payload-fault.ts';

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
    ['an empty list', [], 0],
    ['a list of nothing', Array(9), 9],
    ['an absent member', { ab: undefined }, 3],
  ])('%s has its weight', (_, payload, weight) => {
    expect(payloadFault(payload, weight)).toBeUndefined();
    expect(payloadFault(payload, weight - 1)).toBe('too heavy');
  });

  it('that contains itself is too heavy', () => {
    expect(payloadFault(cycle, 1000)).toBe('too heavy');
  });

  it('of great depth or width is weighed without a deep stack', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 100_000; depth++) deep = [deep];
    expect(payloadFault(deep, 1_000_000)).toBeUndefined();
    expect(payloadFault(Array(1_000_000).fill(0), 1000)).toBe('too heavy');
  });

  it('of lists in which nothing stands is as heavy as they are long', () => {
    expect(payloadFault(Array(payloadLimit + 1))).toBe('too heavy');
    expect(payloadFault(structuredClone({ a: [Array(600), Array(600)] }), 1000)).toBe('too heavy');
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
    expect(payloadFault(payload)).toBe('not JSON');
    expect(payloadFault(delivered)).toBe('not JSON');
  });

  it('of plain objects and lists is JSON after the browser has delivered it', () => {
    expect(payloadFault(structuredClone({ a: [{ b: 1.5, c: false, d: null }] }))).toBeUndefined();
  });
});
