import { describe, expect, it } from 'vitest';
import {
  entryEvents,
  newStanding,
  requireTransition,
  transition,
  type EntryEvent,
  type Standing,
} from '../../src/outbox/model/entry-machine.ts';

const open = newStanding('this tab');
const sent = { ...open, isSent: true };
const told = { ...open, isTold: true };
const aside = { isSent: true, isTold: true, writer: '' };
const refused = { ...aside, state: 'refused' } as const;
const conflict = { ...aside, state: 'conflict' } as const;
const unreadable = { ...open, state: 'unreadable' } as const;

/** By event what comes of it; every other event does not fit. */
const outcomes: readonly (readonly [string, Standing, Partial<Record<EntryEvent, Standing>>])[] = [
  [
    'new',
    open,
    {
      joined: open,
      told,
      sent,
      refused,
      'in conflict': conflict,
      'found unreadable': unreadable,
    },
  ],
  [
    'told to another tab',
    told,
    {
      sent: { ...told, isSent: true },
      refused,
      'in conflict': conflict,
      'found unreadable': { ...unreadable, isTold: true },
    },
  ],
  [
    'sent',
    sent,
    {
      refused,
      'in conflict': conflict,
      'found unreadable': { ...unreadable, isSent: true },
    },
  ],
  ['refused', refused, { retried: { ...refused, state: 'waiting' } }],
  ['in conflict', conflict, {}],
  ['unreadable', unreadable, { retried: sent }],
];

describe.each(outcomes)('an entry that is %s', (_what, standing, after) => {
  it.each(entryEvents)('%s', (event) => {
    expect(transition(standing, event)).toEqual(after[event]);
  });
});

it('an event that must fit is a fault of the code where it does not', () => {
  expect(requireTransition(open, 'refused')).toEqual(refused);
  expect(() => requireTransition(conflict, 'retried')).toThrow(
    "'retried' does not fit an entry: conflict",
  );
});
