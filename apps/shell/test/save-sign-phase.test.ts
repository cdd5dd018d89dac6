import type { SaveState } from '@lectern/sdk/protocol';
import { describe, expect, it } from 'vitest';
import {
  follow,
  nothingShown,
  pass,
  savedSeenForInMs,
  savingUnseenForInMs,
  type Phase,
} from '../src/save-sign/phase.ts';

type Step = readonly [at: number, state: SaveState['state'], undelivered?: number];

/** Visible states with their times, until this one: each change once, looking at every tenth of a second. */
function seen(steps: readonly Step[], untilInMs = 10_000): [number, string][] {
  let phase: Phase = nothingShown;
  const changes: [number, string][] = [[0, 'nothing']];
  for (let now = 0; now <= untilInMs; now += 100) {
    phase = pass(phase, now);
    for (const [at, state, undelivered = 0] of steps)
      if (at === now) phase = follow(phase, { state, undelivered, refused: 0 }, now);
    if (changes.at(-1)![1] !== phase.shown) changes.push([now, phase.shown]);
  }
  return changes;
}

describe('saving', () => {
  it('is not seen while it takes no longer than a second', () => {
    const steps: Step[] = [0, 1_000, 2_000, 3_000].flatMap((at) => [
      [at, 'saving', 1] as const,
      [at + 900, 'saved'] as const,
    ]);
    expect(seen(steps)).toEqual([[0, 'nothing']]);
  });

  it('is seen after a second, and then for two seconds that it is saved', () => {
    const steps: Step[] = [
      [0, 'saving', 1],
      [1_500, 'saved'],
    ];
    expect(seen(steps)).toEqual([
      [0, 'nothing'],
      [savingUnseenForInMs, 'saving'],
      [1_500, 'saved'],
      [1_500 + savedSeenForInMs, 'nothing'],
    ]);
  });

  it('counts the second from its beginning, however much is added meanwhile', () => {
    const steps: Step[] = [
      [0, 'saving', 1],
      [600, 'saving', 2],
      [900, 'saving', 3],
    ];
    expect(seen(steps)).toEqual([
      [0, 'nothing'],
      [savingUnseenForInMs, 'saving'],
    ]);
  });

  it('leaves what was just saved in its place while it is fast', () => {
    const steps: Step[] = [
      [0, 'saving', 1],
      [1_500, 'saved'],
      [2_000, 'saving', 1],
      [2_400, 'saved'],
    ];
    expect(seen(steps).slice(2)).toEqual([
      [1_500, 'saved'],
      [2_400 + savedSeenForInMs, 'nothing'],
    ]);
  });
});

describe('waiting', () => {
  it('is seen at once', () => {
    expect(seen([[300, 'waiting', 1]])[1]).toEqual([300, 'waiting']);
  });

  it('stays while nothing arrives, however long a try takes', () => {
    const steps: Step[] = [
      [0, 'waiting', 2],
      [1_000, 'saving', 2],
      [5_000, 'waiting', 2],
      [6_000, 'saving', 3],
    ];
    expect(seen(steps)).toEqual([
      [0, 'nothing'],
      [0, 'waiting'],
    ]);
  });

  it('gives way to saving once something has arrived and more takes long', () => {
    const steps: Step[] = [
      [0, 'waiting', 9],
      [1_000, 'saving', 9],
      [2_000, 'saving', 4],
      [4_000, 'saved'],
    ];
    expect(seen(steps).slice(2)).toEqual([
      [3_000, 'saving'],
      [4_000, 'saved'],
      [6_000, 'nothing'],
    ]);
  });

  it('is followed by what people wait for', () => {
    const steps: Step[] = [
      [0, 'waiting', 1],
      [1_000, 'saving', 1],
      [1_200, 'saved'],
    ];
    expect(seen(steps).slice(2)).toEqual([
      [1_200, 'saved'],
      [3_200, 'nothing'],
    ]);
  });
});

describe('nothing is said to be saved', () => {
  it.each([
    ['when a page begins', [[0, 'saved']]],
    [
      'when what was refused has been discarded',
      [
        [0, 'waiting', 1],
        [1_000, 'refused'],
        [2_000, 'saved'],
      ],
    ],
  ] as const)('%s', (_when, steps) => {
    expect(seen(steps).map(([, shown]) => shown)).not.toContain('saved');
  });
});

it('the same state again changes nothing', () => {
  const waiting: SaveState = { state: 'waiting', undelivered: 1, refused: 0 };
  const phase = follow(nothingShown, waiting, 0);
  expect(follow(phase, waiting, 5_000)).toBe(phase);
});
