import { inspect } from 'node:util';
import { BridgeError } from '@lectern/sdk';
import {
  answerTimeoutInMs,
  connectTimeoutInMs,
  errors,
  requestTimeoutInMs,
} from '@lectern/sdk/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idle } from './bridge-scene.ts';
import {
  behaviour,
  calledActions,
  createWorld,
  pass,
  stepInMs,
  type Call,
  type World,
} from './bridge-world.ts';
import { limitOfRounds, roundsOf } from '../../../test/rounds.ts';

/*
 * The SDK against the bridge, over every schedule that comes to mind: whatever happens around them, each
 * call comes to an end in time, and with nobody else's answer.
 */

/** Something that happens. Shown by its name where a schedule fails. */
interface Happening {
  readonly name: string;
  readonly to: (world: World) => unknown;
}

const ask = calledActions.map((action) => ({
  name: `asks ${action}`,
  to: (world: World) => world.ask(action),
}));
const usual: readonly Happening[] = [
  { name: 'waits', to: () => idle() },
  { name: 'reloads', to: (world) => world.load() },
];
const rare: readonly Happening[] = [
  { name: 'the shell arrives', to: (world) => world.arriveShell() },
  { name: 'disconnects', to: (world) => world.disconnect() },
  { name: 'floods', to: (world) => world.flood() },
  { name: 'the frame closes', to: (world) => world.closeFrame() },
  { name: 'goes elsewhere', to: (world) => world.goElsewhere() },
  { name: 'the session is lost', to: (world) => world.loseSession() },
  { name: 'the shell hangs', to: (world) => world.silenceShell() },
];
const named = (happenings: readonly Happening[]) =>
  fc.constantFrom(...happenings).map((act) => Object.assign(act, { toString: () => act.name }));

const happening = fc.oneof(
  { weight: 8, arbitrary: named(ask) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 13_000 }).map((inMs) => ({
      name: `${inMs} ms pass`,
      to: () => pass(inMs),
    })),
  },
  { weight: 2, arbitrary: named(usual) },
  named(rare),
);

let unhandled: unknown[];
const noteUnhandled = (error: unknown) => void unhandled.push(error);

function tidyUp(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', noteUnhandled);
});
afterEach(() => {
  process.off('unhandledRejection', noteUnhandled);
  tidyUp();
});

/** Fault of how a call has ended; nothing where it is right. */
function faultOf({ action, own, askedAt, mayTimeOut, ended }: Call): string | undefined {
  if (!ended) return 'has not ended';
  const tookInMs = ended.at - askedAt;
  if (tookInMs > requestTimeoutInMs) return `took ${tookInMs} ms`;
  const { result, error } = ended;
  if (error === undefined) {
    const text = JSON.stringify(result);
    const isOwn = text.includes(`"action":"${action}"`) && (!own || text.includes(`"${own}"`));
    return isOwn ? undefined : `has got the answer ${text}`;
  }
  if (!(error instanceof BridgeError)) return `has failed with ${inspect(error)}`;
  if (error.action !== action) return `has failed as ${error.action}`;
  if (!Object.hasOwn(errors, error.code)) return `has failed with ${error.code}`;
  if (mayTimeOut()) return undefined;
  if (error.code === 'TIMEOUT') return 'was not told why';
  return tookInMs <= answerTimeoutInMs + stepInMs ? undefined : `was answered after ${tookInMs} ms`;
}

it.each([
  ['over a port', true],
  ['over window', false],
])(
  'TIME-1 TIME-2 MESSAGE-2: %s every call ends in time, once, with its own answer, and leaves nothing',
  async (_, handsOverPorts) => {
    const schedule = fc.array(happening, { maxLength: 40 });
    const behaviours = fc.array(behaviour, { minLength: 1, maxLength: 10 });
    const property = fc.asyncProperty(schedule, behaviours, async (happenings, behaves) => {
      const world = createWorld(behaves, handsOverPorts);
      await world.load();
      for (const { to } of happenings) await to(world);
      await pass(requestTimeoutInMs);

      for (const call of world.calls) expect(faultOf(call), call.action).toBeUndefined();
      for (const { tookInMs, error } of world.greetings) {
        expect(tookInMs).toBeLessThanOrEqual(connectTimeoutInMs);
        expect([undefined, 'NO_CONTAINER']).toContain((error as BridgeError | undefined)?.code);
      }
      for (const [request, times] of world.counts.answered)
        expect(times, request).toBeLessThanOrEqual(world.counts.asked.get(request) ?? 0);

      for (const container of world.containers) container.disconnect();
      world.windows.close();
      await pass(requestTimeoutInMs);
      expect(vi.getTimerCount(), 'timers').toBe(0);
      expect(world.windows.listenerCount, 'listeners').toBe(0);
      expect(unhandled).toEqual([]);
    });
    await fc.assert(property.afterEach(tidyUp), { numRuns: roundsOf(60) });
  },
  limitOfRounds(120_000),
);
