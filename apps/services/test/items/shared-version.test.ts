import { expect, test } from 'vitest';
import { nextShared } from '../../src/annotations/items/shared-version.ts';

const key = {
  kind: 'answer',
  model_type: 'exercise',
  model_id: 'wolken',
  segment: '',
  item_id: 'wort',
} as const;
const [first, second] = [new Date('2026-03-01T08:00:00Z'), new Date('2026-03-02T08:00:00Z')];
const shared = { version: 1, at: first };
const newShared = { version: 2, at: second };
const essay = (text: string, shared_text?: string) => ({
  content: { basic_answer_type: 'essay', text, ...(shared_text && { shared_text }) },
});

test.each([
  ['another private text', essay('a', 'x'), essay('b', 'x'), shared],
  ['another shared text', essay('a', 'x'), essay('a', 'y'), newShared],
  ['finished for the first time', essay('a'), essay('a', 'a'), newShared],
  ['a removed one again', null, essay('a', 'x'), newShared],
  ['a removal', essay('a', 'x'), null, undefined],
  ['without an object of earlier releases', { content: null }, { content: null }, shared],
  ['without any content', {}, essay('a'), newShared],
])('%s', (_, before, content, expected) => {
  const of = { key, recent: [] };
  const stored = { ...of, version: 1, content: before, bytes: 1, updatedAt: first, shared };
  const next = { ...of, version: 2, content, updatedAt: second };
  expect(nextShared(stored, next)).toEqual(expected);
});

test('of other kinds there is no version that leaders see', () => {
  const next = {
    key: { ...key, kind: 'note' },
    version: 1,
    content: {},
    updatedAt: first,
    recent: [],
  } as const;
  expect(nextShared(undefined, next)).toBeUndefined();
  expect(nextShared(undefined, { ...next, key })).toEqual(shared);
});
