import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { deviceForEachTest } from './fake-tabs.ts';
import { fault, step, World } from './random-tabs.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';

deviceForEachTest();

/** How many schedules are tried. */
const runs = roundsOf(50);
const timeoutInMs = limitOfRounds(120_000);

it(
  'whatever happens, nothing is lost, doubled or overtaken, and nothing unseen is replaced',
  async () => {
    const steps = fc.array(step, { minLength: 5, maxLength: 40 });
    const faults = fc.array(fault, { minLength: 1, maxLength: 30 });
    const property = fc.asyncProperty(steps, faults, async (steps, faults) => {
      vi.stubGlobal('indexedDB', new IDBFactory());
      const world = new World(faults);
      try {
        for (const step of steps) await world.step(step);
        await world.settle();
        await world.check();
        expect(world.faults).toEqual([]);
      } finally {
        for (const { crash } of world.tabs) crash();
      }
    });
    await fc.assert(property, { numRuns: runs });
  },
  timeoutInMs,
);
