import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ItemChange, StoredItem } from '../../src/annotations/items/item.ts';
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
      (one) => one.version === resolution.version && one.base === base,
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

/** Without a conflict `[outcome, version, when it was updated]`. */
const refusing: readonly [
  string,
  { stored: boolean; base: number | undefined; value: string },
  readonly [Resolution['outcome'], number, 'before' | 'now'] | 'refused',
][] = [
  [
    'a new item begins above forgotten versions',
    { stored: false, base: 0, value: 'a' },
    ['stored', 8, 'now'],
  ],
  [
    'a version of an item that is not there conflicts',
    { stored: false, base: 1, value: 'a' },
    'refused',
  ],
  [
    'a change on the stored version is stored',
    { stored: true, base: 3, value: 'b' },
    ['stored', 4, 'now'],
  ],
  ['a change on an older version conflicts', { stored: true, base: 2, value: 'b' }, 'refused'],
  ['an item that is new to its sender conflicts', { stored: true, base: 0, value: 'b' }, 'refused'],
  [
    'a change without a version replaces',
    { stored: true, base: undefined, value: 'b' },
    ['stored', 4, 'now'],
  ],
  [
    'an equal content on another version stays',
    { stored: true, base: 2, value: 'a' },
    ['unchanged', 3, 'before'],
  ],
  [
    'an equal content without a version stays',
    { stored: true, base: undefined, value: 'a' },
    ['unchanged', 3, 'before'],
  ],
  [
    'an equal content on the stored version gets the next one, and keeps its time',
    { stored: true, base: 3, value: 'a' },
    ['stored', 4, 'before'],
  ],
];

test.each(refusing)(
  'where conflicts are refused, %s',
  (_what, { stored, base, value }, expected) => {
    const now = new Date(Date.UTC(2026, 1));
    const before = stored ? { ...item, content: { value: 'a' } } : undefined;
    const resolution = refuseConflicts.resolve(
      before,
      { base, content: { value } },
      { floor: 7, now },
    );
    if (expected === 'refused') return expect(resolution).toBeUndefined();
    const [outcome, version, updated] = expected;
    const updatedAt = updated === 'now' ? now : item.updatedAt;
    const next = { version, content: { value }, updatedAt, recent: [] };
    return expect(resolution).toEqual({
      outcome,
      version,
      updatedAt,
      ...(outcome === 'stored' ? { next } : {}),
    });
  },
);
