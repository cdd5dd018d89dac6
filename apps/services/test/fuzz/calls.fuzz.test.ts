import { services } from '@lectern/contracts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { servedCalls, type ServedCall } from '../served-calls.ts';
import { expectRightAnswer, isOfHandler } from './answers.ts';
import { exampleInput, inputsOf, markedInputs, type Input } from './inputs.ts';
import { hiddenIn } from './marked.ts';
import { startNeighbours } from './neighbours.ts';
import { inputsMaximum, shareTime } from './runs.ts';
import { startWorld, type World } from './world.ts';

/*
 * Each call with valid, nearly valid and hostile inputs that are made from its contract. Calls that share a
 * platform come one after the other, so that each change belongs to one input.
 *
 * LECTERN_FUZZ_RUNS: inputs a call, instead of as many as there is time for. LECTERN_FUZZ_SEED: the seed of a
 * run that is to be seen again.
 */

/** Inputs until everybody is who they were; their tokens live for five minutes. */
const inputsUntilRenewal = 50;
/** Far more than an input takes, in milliseconds, also one that erases a user everywhere; an answer that does not come is found by itself. */
const timePerInputInMs = 200;
const timeToBeginInMs = 120_000;

/** These calls change callers for longer than until they are renewed: each has a platform of its own. */
const changesCallers = ({ call }: ServedCall) =>
  ['role.manage', 'user.link', 'user.erase'].includes(call.permission);

/** Calls that share a platform. */
const sharing = [
  ...servedCalls.filter(changesCallers).map((served) => ({ name: served.title, calls: [served] })),
  ...Object.keys(services).map((name) => ({
    name,
    calls: servedCalls.filter((served) => served.service === name && !changesCallers(served)),
  })),
];

const neighbours = startBeforeAll(startNeighbours);

const roundsOf = shareTime(servedCalls.length);

describe.concurrent.each(sharing)('$name', ({ calls }) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(calls[0]!.service, neighbours);
  });
  afterAll(() => world.close());

  test.each(calls)(
    '$title',
    { concurrent: false, timeout: timeToBeginInMs + inputsMaximum * timePerInputInMs },
    async (served) => {
      await world.begin(served);
      const renewsAfter = served.call.rateLimit?.requests ?? inputsUntilRenewal;
      let sent = 0;
      let reached = 0;
      const check = async (unfilled: Input) => {
        if (sent++ % renewsAfter === 0) await world.renew();
        const input = world.fill(unfilled);
        const answer = await world.send(served, input);
        expectRightAnswer(served, input, answer, await world.take());
        let leaks = hiddenIn(answer, input.caller);
        if (leaks.length > 0) {
          // The caller may have been given another role meanwhile.
          await world.renew();
          leaks = hiddenIn(await world.send(served, world.fill(unfilled)), input.caller);
        }
        expect(leaks).toEqual([]);
        if (isOfHandler(served, answer)) reached++;
      };
      const property = fc.asyncProperty(inputsOf(served), check);
      for (const { seed, numRuns, again } of roundsOf(served.title)) {
        // The first inputs reach the handler; by chance alone a call of several own things may never do so.
        const first = [exampleInput(served), ...markedInputs(served)];
        const examples = sent === 0 ? first.map((input): [Input] => [input]) : [];
        const inputs = { seed, numRuns, examples };
        await fc.assert(property, inputs).catch(async (error: unknown) => {
          await world.close().catch(() => {});
          world = await startWorld(served.service, neighbours);
          await world.begin(served);
          const { failed } = await fc.check(property, { ...inputs, endOnFailure: true });
          const when = failed ? 'also alone' : 'only after the calls before it';
          throw new Error(`Fails ${when}, with ${again}.`, { cause: error });
        });
      }
      // A call that refuses everything would pass all of the above.
      expect(reached).toBeGreaterThan(0);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );
});
