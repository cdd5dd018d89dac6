import { describe, expect, it } from 'vitest';
import {
  done,
  either,
  flag,
  ignored,
  list,
  object,
  oneOf,
  openObject,
  optional,
  text,
  whole,
  type Shape,
} from '../src/protocol/shape.ts';

/** As a message brings it: with a member of its own by this name. */
const withOwnProto: unknown = JSON.parse('{"__proto__": {"a": "x"}}');

const inner = object({ name: text(3, 1), size: optional(whole(0)) });
const place = either(
  object({ course: text(), topic: inner }),
  object({ course: text(), exercise: inner }),
);

describe.each<[name: string, shape: Shape<unknown>, right: unknown[], wrong: unknown[]]>([
  ['text', text(), ['', 'x', '🙂'], [undefined, null, 1, ['x'], Object('x')]],
  ['text of at most 3', text(3), ['', 'abc'], ['abcd', '🙂🙂']],
  ['text of 1 to 3', text(3, 1), ['a', 'abc'], ['', 'abcd']],
  ['a whole number', whole(0), [0, -0, 1, 2 ** 53 - 1], [-1, 0.5, 2 ** 53, Number.NaN, '1', 1n]],
  ['a flag', flag, [true, false], [0, 'true', null, undefined, Object(true)]],
  ['anything', ignored, [undefined, null, 1, {}, new Map()], []],
  ['done', done, [null], [undefined, 0, {}]],
  ['one of two words', oneOf('a', 'b'), ['a', 'b'], ['c', '', 'toString', ['a'], undefined]],
  ['a list', list(text()), [[], ['x']], [{}, { length: 0 }, 'x', new Set(['x'])]],
  ['an object', object({}), [{}], [null, undefined, [], 'x']],
  ['an open object', openObject({}), [{}, { a: 1 }, withOwnProto], [null, []]],
  ['what may be left out', optional(text()), [undefined, 'x'], [null, 1]],
])('%s', (_, shape, right, wrong) => {
  it.each(right.map((value) => [value]))('is %o', (value) => {
    expect(shape.faultIn(value)).toBeUndefined();
  });

  it.each(wrong.map((value) => [value]))('is not %o', (value) => {
    expect(shape.faultIn(value)).toBe('');
  });
});

describe('a fault', () => {
  it.each([
    ['', undefined],
    ['', [{ name: 'abc' }, null].at(-1)],
    ['name', {}],
    ['name', { name: '' }],
    ['name', { size: -1 }],
    ['size', { name: 'abc', size: -1 }],
    ['size', { name: 'abc', size: null }],
  ])('is at %j in %o', (path, value) => {
    expect(inner.faultIn(value)).toBe(path);
  });

  it('is the first in a list, with its place', () => {
    const items = [{ name: 'a' }, { name: '' }, 'x'];
    expect(object({ items: list(inner) }).faultIn({ items })).toBe('items.1.name');
    expect(object({ items: list(inner) }).faultIn({ items: items.slice(2) })).toBe('items.0');
    expect(list(list(text())).faultIn([[], ['x', 1]])).toBe('1.1');
  });

  it('is found in a list in which nothing stands', () => {
    expect(list(text()).faultIn(Array(2))).toBe('0');
  });

  it('is not in a member written out as undefined', () => {
    expect(inner.faultIn({ name: 'a', size: undefined })).toBeUndefined();
  });
});

describe('an unknown member', () => {
  it.each([
    ['nickname', { name: 'a', nickname: 'b' }],
    ['Name', { Name: 'a', name: 'a' }],
    ['toString', { name: 'a', toString: 1 }],
    ['constructor', JSON.parse('{"name": "a", "constructor": 1}')],
    ['__proto__', JSON.parse('{"name": "a", "__proto__": {"size": 1}}')],
    ['nickname', { name: 'a', nickname: undefined }],
  ])('is the fault: %s', (path, value: unknown) => {
    expect(inner.faultIn(value)).toBe(path);
  });

  it('is named with its path', () => {
    expect(object({ inner }).faultIn({ inner: { name: 'a', more: 1 } })).toBe('inner.more');
  });

  it('is none in an open object, whose own members are still checked', () => {
    const open = openObject({ name: text() });
    expect(open.faultIn({ name: 'a', more: 1 })).toBeUndefined();
    expect(open.faultIn({ more: 1 })).toBe('name');
  });
});

describe('an inherited member', () => {
  it.each([
    ['name', Object.create({ name: 'a' })],
    ['name', JSON.parse('{"__proto__": {"name": "a"}}')],
  ])('was never sent: %s is missing', (path, value: unknown) => {
    expect(inner.faultIn(value)).toBe(path);
  });

  it('that every object has is missing as well', () => {
    const shape = object({ toString: optional(text()), constructor: text() });
    expect(shape.faultIn({})).toBe('constructor');
    expect(shape.faultIn({ constructor: 'x' })).toBeUndefined();
  });
});

describe('one of two', () => {
  it.each([
    [undefined, { course: 'c', topic: { name: 'a' } }],
    [undefined, { course: 'c', exercise: { name: 'a' } }],
    ['topic.name', { course: 'c', topic: { name: '' } }],
    ['exercise.name', { course: 'c', exercise: { name: '' } }],
    ['exercise.size', { course: 'c', exercise: { name: 'a', size: 'x' } }],
    ['topic', { course: 'c' }],
    ['exercise', { course: 'c', topic: { name: 'a' }, exercise: { name: 'a' } }],
    ['course', { topic: { name: 'a' } }],
    ['', 'x'],
  ])('has its fault at %j: that of the one which comes nearer', (path, value) => {
    expect(place.faultIn(value)).toBe(path);
  });
});

describe('the notation', () => {
  it.each([
    [text(), 'string'],
    [text(255, 1), 'string (1 to 255)'],
    [text(262_144), 'string (at most 262,144)'],
    [text(undefined, 1), 'string (at least 1)'],
    [whole(0), 'integer (≥ 0)'],
    [oneOf('a', 'b'), "'a' | 'b'"],
    [list(text()), 'string[]'],
    [list(oneOf('a', 'b')), "('a' | 'b')[]"],
    [object({}), '{}'],
    [inner, '{ name: string (1 to 3); size?: integer (≥ 0) }'],
    [openObject({ id: text() }), '{ id: string; … }'],
    [either(flag, done), 'boolean | null'],
  ])('says what fits: %#', (shape, notation) => {
    expect(shape.notation).toBe(notation);
  });
});
