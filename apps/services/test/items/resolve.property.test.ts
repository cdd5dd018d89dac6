import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Content, ItemChange, StoredItem } from '../../src/annotations/items/item.ts';
import {
  keepCopies,
  refuseConflicts,
  type Resolution,
} from '../../src/annotations/items/policies.ts';
import { roundsOf } from '../../../../test/rounds.ts';

const { resolve } = keepCopies;

const key = {
  kind: 'note',
  model_type: 'topic',
  model_id: 't',
  segment: '',
  item_id: 'n',
} as const;

const item: Omit<StoredItem, 'content'> = {
  key,
  version: 3,
  bytes: 1,
  updatedAt: new Date(Date.UTC(2026, 0)),
  recent: [],
};

/** Few texts and versions, so that equal ones meet. */
const change = fc.record({
  base: fc.nat({ max: 9 }),
  content: fc.option(
    fc.constantFrom('a', 'b', 'c').map((text) => ({ text })),
    { nil: null },
  ),
});

type Change = Pick<ItemChange, 'content'> & { readonly base: number };

/** The result of a change is the one of the contract. */
function isRight(
  before: StoredItem | undefined,
  { base, content }: Change,
  resolution: Resolution | undefined,
): boolean {
  const version = before?.version ?? 0;
  const isSame = before !== undefined && before.content?.['text'] === content?.['text'];
  if (!resolution) return base > version && !isSame;
  const { outcome, next, copied } = resolution;
  if (outcome === 'unchanged') {
    // A new item is there afterwards.
    if (base === 0 && content !== null && before!.content === null) return false;
    // The version is true: the content was stored as it.
    const wasStored = before!.recent.some(
      (candidate) => candidate.version === resolution.version && candidate.base === base,
    );
    const isTrue = isSame ? resolution.version === version : wasStored;
    return isTrue && next === undefined && copied === undefined;
  }
  const unknown = base === version ? undefined : (before?.content ?? undefined);
  return next?.version === version + 1 && next.content === content && copied === unknown;
}

test('a change is unchanged, or stored one version higher with a copy of what it did not know', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 14 }), (changes) => {
      let stored: StoredItem | undefined;
      for (const [hour, given] of changes.entries()) {
        const now = new Date(Date.UTC(2026, 0, 1, hour));
        const resolution = resolve(stored, given, { floor: 0, now });
        expect(isRight(stored, given, resolution)).toBe(true);
        if (resolution?.next) stored = { key, bytes: 0, ...resolution.next };
        // Again, as after a lost answer: it never meets itself.
        const again = resolve(stored, given, { floor: 0, now });
        expect([again?.outcome, again?.version]).toEqual(
          resolution ? ['unchanged', resolution.version] : [undefined, undefined],
        );
      }
    }),
    { numRuns: roundsOf(1_000) },
  );
});

test('a new item begins above the versions of those that are forgotten', () => {
  const now = new Date();
  const make = (base: number) =>
    resolve(undefined, { base, content: { text: 'a' } }, { floor: 7, now });
  expect([make(0)?.version, make(7)?.version, make(8)]).toEqual([8, 8, undefined]);
});

test('a change without a version is made on the stored one, and copies nothing', () => {
  const stored = { ...item, content: { text: 'a' } };
  const change = { base: undefined, content: { text: 'b' } };
  const resolution = resolve(stored, change, { floor: 0, now: new Date() });
  expect(resolution).toMatchObject({
    outcome: 'stored',
    version: 4,
    next: { recent: [{ base: 3 }] },
  });
  expect(resolution).not.toHaveProperty('copied');
});

const equal = { value: 'a' };
const other = { value: 'b' };
const before = { ...item, content: equal };
const now = new Date(Date.UTC(2026, 1));
const unchanged = { outcome: 'unchanged', version: 3, updatedAt: item.updatedAt };

function stored(version: number, content: Content, updatedAt = now): Resolution {
  const next = { version, content, updatedAt, recent: [] };
  return { outcome: 'stored', version, updatedAt, next };
}

const refusing: readonly [
  string,
  StoredItem | undefined,
  number | undefined,
  Content,
  object | undefined,
][] = [
  ['a new item begins above forgotten versions', undefined, 0, equal, stored(8, equal)],
  ['a version of an item that is not there conflicts', undefined, 1, equal, undefined],
  ['a change on the stored version is stored', before, 3, other, stored(4, other)],
  ['a change on an older version conflicts', before, 2, other, undefined],
  ['an item that is new to its sender conflicts', before, 0, other, undefined],
  ['a change without a version replaces', before, undefined, other, stored(4, other)],
  ['an equal content on another version stays', before, 2, equal, unchanged],
  ['an equal content without a version stays', before, undefined, equal, unchanged],
  [
    'an equal content on the stored version gets the next one, and keeps its time',
    before,
    3,
    equal,
    stored(4, equal, item.updatedAt),
  ],
];

test.each(refusing)('where conflicts are refused, %s', (_what, held, base, content, expected) => {
  const resolution = refuseConflicts.resolve(held, { base, content }, { floor: 7, now });
  expect(resolution).toEqual(expected);
});
