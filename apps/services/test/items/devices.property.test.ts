import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { Device, itemNames, type ItemName } from './device.ts';
import { startWriters } from './writers.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';

const writers = startBeforeAll(startWriters);

/** A step at one of three devices. Between exchanges a device is offline. */
const step = fc.record({
  at: fc.nat({ max: 2 }),
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('write' as const) },
    { weight: 3, arbitrary: fc.constant('exchange' as const) },
    { weight: 1, arbitrary: fc.constant('remove' as const) },
    { weight: 1, arbitrary: fc.constant('settle' as const) },
    { weight: 2, arbitrary: fc.constant('lose-answer' as const) },
    { weight: 2, arbitrary: fc.constant('all-at-once' as const) },
  ),
  item: fc.constantFrom(...itemNames),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Fate of each text, as its writer saw it. */
interface Fates {
  readonly written: [ItemName, string][];
  /** Replaced, removed or settled by a device that showed it. */
  readonly overcome: Set<string>;
}

async function perform(devices: readonly Device[], { at, what, item }: Step, fates: Fates) {
  const device = devices[at]!;
  const write = (text: string | undefined, settled: readonly number[] = []) => {
    const seen = device.textOf(item);
    if (seen !== undefined && seen !== text) fates.overcome.add(seen);
    device.write(item, text, settled);
  };
  switch (what) {
    case 'write': {
      const text = String(fates.written.length);
      write(text);
      fates.written.push([item, text]);
      break;
    }
    case 'remove':
      write(item === 'store' ? '' : undefined);
      break;
    case 'settle': {
      const copies = device.copies.get(item) ?? new Map<number, string>();
      for (const text of copies.values()) fates.overcome.add(text);
      if (copies.size > 0) write(device.textOf(item), [...copies.keys()]);
      break;
    }
    case 'exchange':
      await device.exchange();
      break;
    case 'lose-answer':
      await device.exchangeInVain();
      break;
    case 'all-at-once':
      await Promise.all(devices.map((device) => device.exchange()));
      break;
  }
}

test(
  'three devices, offline and online, end alike, with every edit current, in a copy, or overcome knowingly',
  { timeout: limitOfRounds(180_000) },
  async () => {
    let copiesSeen = 0;
    const check = async (steps: readonly Step[]) => {
      const writer = await writers.newWriter();
      const devices = [new Device(writer), new Device(writer), new Device(writer)];
      const fates: Fates = { written: [], overcome: new Set() };
      for (const step of steps) await perform(devices, step, fates);
      // Everybody online: first all that waits goes out, then all learn of it.
      for (let round = 0; round < 2; round++) for (const device of devices) await device.exchange();

      const fresh = new Device(writer);
      await fresh.exchange();
      for (const device of devices) {
        expect(device.isDelivered).toBe(true);
        for (const item of itemNames) {
          const [theirs, now] = [device.known.get(item), fresh.known.get(item)];
          expect(theirs).toEqual(now);
          expect([...(device.copies.get(item) ?? [])]).toEqual([...(fresh.copies.get(item) ?? [])]);
        }
      }
      for (const [item, text] of fates.written) {
        const copies = [...(fresh.copies.get(item)?.values() ?? [])];
        copiesSeen += copies.length;
        const isKept = fresh.textOf(item) === text || copies.includes(text);
        expect([text, isKept || fates.overcome.has(text)]).toEqual([text, true]);
      }
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 60 }), check), {
      numRuns: roundsOf(15),
      examples: [[everybodyOffline], [answerLostAndGoneOn]],
    });
    // A world without conflicts would prove nothing.
    expect(copiesSeen).toBeGreaterThan(10);
  },
);

const everybodyOffline: readonly Step[] = [0, 1, 2].flatMap((at) =>
  itemNames.map((item) => ({ at, what: 'write' as const, item })),
);
const answerLostAndGoneOn: readonly Step[] = [
  { at: 0, what: 'write', item: 'answer' },
  { at: 0, what: 'lose-answer', item: 'answer' },
  { at: 1, what: 'exchange', item: 'answer' },
  { at: 1, what: 'write', item: 'answer' },
  { at: 1, what: 'exchange', item: 'answer' },
  { at: 0, what: 'write', item: 'answer' },
  { at: 0, what: 'exchange', item: 'answer' },
];
