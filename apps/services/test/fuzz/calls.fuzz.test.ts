import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJwtIssuer, type JwtIssuer } from '../issuer.ts';
import { servedCalls } from '../served-calls.ts';
import { expectContractual, isRefusal } from './answers.ts';
import { inputsOf, mustBeRefused, type Input } from './inputs.ts';
import { correlationId, startWorld } from './world.ts';

/*
 * Each call with valid, nearly valid and hostile inputs that are made from its contract. Each has a
 * platform of its own: some calls erase users, unlink them or take the roles of those who call.
 *
 * LECTERN_FUZZ_RUNS: inputs a call. LECTERN_FUZZ_SEED: the seed of a run that is to be seen again.
 */

const runs = Number(process.env['LECTERN_FUZZ_RUNS'] ?? 100);
const seed = Number(process.env['LECTERN_FUZZ_SEED'] ?? randomInt(2 ** 31));
console.info(`Fuzzing: ${runs} inputs a call, LECTERN_FUZZ_SEED=${seed}`);

/** Inputs until everybody is who they were; their tokens live for five minutes. */
const inputsUntilRenewal = 50;
/** Far more than an input takes, in milliseconds; what hangs is found by itself. */
const timePerInputInMs = 200;
const timeToStartInMs = 60_000;

let issuer: JwtIssuer;

beforeAll(async () => {
  issuer = await startJwtIssuer();
});
afterAll(() => issuer.close());

test.each(servedCalls)(
  '$title',
  async (served) => {
    const { rateLimit } = served.call;
    const world = await startWorld(issuer, served, rateLimit !== undefined);
    const renewsAfter = rateLimit?.requests ?? inputsUntilRenewal;
    let sent = 0;
    let tr = 0, ts = 0, td = 0;
    const stat: Record<string, number> = {};

    const check = async (unfilled: Input) => {
      let t = performance.now();
      if (sent++ % renewsAfter === 0) await world.renew();
      tr += performance.now() - t; t = performance.now();
      const input = world.fill(unfilled);
      const answer = await world.send(served, input);
      ts += performance.now() - t; t = performance.now();
      const changes = await world.take();
      td += performance.now() - t; 
      const k = answer.status + ' ' + (/"code":"(\w+)"/.exec(answer.body)?.[1] ?? '');
      stat[k] = (stat[k] ?? 0) + 1;
      expectContractual(served, answer);
      if (!('X-Ia-Correlation-Id' in unfilled.headers)) {
        expect(answer.headers['x-ia-correlation-id']).toBe(correlationId);
      }
      if (mustBeRefused(served, input)) expect(answer).toSatisfy(isRefusal);
      if (isRefusal(answer)) expect(changes).toEqual([]);
    };

    try {
      // Each call has other inputs, and one call alone has those that it has among the others.
      const parameters = { seed: seed ^ crc32(served.title), numRuns: runs };
      await fc.assert(fc.asyncProperty(inputsOf(served), check), parameters);
    } finally {
      console.log(served.title, {tr, ts, td, ...stat});
      await world.close();
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
  timeToStartInMs + runs * timePerInputInMs,
);
