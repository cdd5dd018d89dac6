import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { servedCalls } from '../served-calls.ts';
import { expectRightAnswer, isOfHandler } from './answers.ts';
import { exampleInput, inputsOf, type Input } from './inputs.ts';
import { startNeighbours, type Neighbours } from './neighbours.ts';
import { runs, seedOf } from './runs.ts';
import { startWorld } from './world.ts';

/*
 * Each call with valid, nearly valid and hostile inputs that are made from its contract. Each has a
 * platform of its own: some calls erase users, link them or take the roles of those who call.
 *
 * LECTERN_FUZZ_RUNS: inputs a call, a hundred or more. LECTERN_FUZZ_SEED: the seed of a run that is to be seen again.
 */

/** Inputs until everybody is who they were; their tokens live for five minutes. */
const inputsUntilRenewal = 50;
/** Far more than an input takes, in milliseconds, also one that erases a user everywhere; an answer that does not come is found by itself. */
const timePerInputInMs = 200;
const timeToStartInMs = 60_000;

let neighbours: Neighbours;

beforeAll(async () => {
  neighbours = await startNeighbours();
});
afterAll(() => neighbours.close());

test.concurrent.each(servedCalls)(
  '$title',
  async (served) => {
    const world = await startWorld(served, neighbours);
    const renewsAfter = served.call.rateLimit?.requests ?? inputsUntilRenewal;
    let sent = 0;
    let reached = 0;
    const check = async (unfilled: Input) => {
      if (sent++ % renewsAfter === 0) await world.renew();
      const input = world.fill(unfilled);
      const answer = await world.send(served, input);
      expectRightAnswer(served, input, answer, await world.take());
      if (isOfHandler(served, answer)) reached++;
    };
    try {
      await fc.assert(fc.asyncProperty(inputsOf(served), check), {
        seed: seedOf(served.title),
        numRuns: runs,
        // By chance alone a call of several things of one's own may be let through in no run.
        examples: [[exampleInput(served)]],
      });
    } finally {
      await world.close();
    }
    // A call that refuses everything would pass all of the above.
    expect(reached).toBeGreaterThan(0);
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
  timeToStartInMs + runs * timePerInputInMs,
);
