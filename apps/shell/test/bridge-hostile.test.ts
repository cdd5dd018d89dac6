import { payloadMaximum, requests, type Action } from '@lectern/sdk/protocol';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { bridgeForEachTest, idle, question, received } from './bridge-scene.ts';

/*
 * Rows 27 to 29 of the security cases, from content that is hostile or broken. What a browser delivers
 * has gone through structured clone: no functions, no getters, no classes of the content's own; but
 * cycles, any depth and size, keys of any name, ports, and values that JSON does not know.
 */

const { scene, start, deliver, sayHello } = bridgeForEachTest();

const keyed = (json: string): unknown => JSON.parse(json);
const cycle: Record<string, unknown> = { action: 'encodeChallenge' };
cycle['text'] = cycle;
const wide: Record<string, unknown> = {};
for (let member = 0; member < 300; member++) wide[`m${member}`] = wide;

function nested(depth: number): unknown {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { text: value };
  return value;
}

/** Payloads that no action takes. */
const hostile: readonly [name: string, payload: unknown][] = [
  ['a cycle', cycle],
  ['cycles of great width', wide],
  ['a list of itself', Object.assign([], { 0: cycle, length: 1 })],
  ['great depth', nested(100_000)],
  ['great size', { text: 'x'.repeat(payloadMaximum) }],
  ['many members', Object.fromEntries(Array.from({ length: 500_000 }, (_, n) => [n, n]))],
  ['a list of great length', { text: Object.assign([], { length: 2 ** 32 - 1 }) }],
  ['the key __proto__', keyed('{"__proto__": {"text": "x"}}')],
  ['the key constructor', keyed('{"constructor": {"prototype": {"text": "x"}}}')],
  ['keys that an object inherits', { toString: 'x', hasOwnProperty: 'x', valueOf: null }],
  ['shared memory', { text: new SharedArrayBuffer(8) }],
  ['bytes', { text: new Uint8Array(8) }],
  ['an error', new Error('x')],
  ['a map', new Map([['text', 'x']])],
  ['a boxed text', { text: Object('x') }],
  ['a text within a list', ['x']],
];

describe.each(hostile)('row 28: a payload with %s', (_, payload) => {
  it.each(['encodeChallenge', 'setPlace', 'setUnsavedWork', 'setLocalStoreItems', 'postStatement'])(
    'is refused by %s',
    async (action) => {
      start();
      expect(await deliver({ origin: 'iframe', action, id: 1, payload })).toMatchObject([
        { action, id: 1, error: { code: 'BAD_PAYLOAD' } },
      ]);
      expect(scene.called).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  it('keeps nobody from being greeted', async () => {
    start();
    const [answer] = await deliver({ origin: 'iframe', action: 'hello', id: 1, payload });
    expect(answer).toMatchObject({ action: 'hello', id: 1, result: { version: 1 } });
  });
});

it('a message with keys of every inherited name is read by its own members alone', async () => {
  start();
  const message = keyed('{"__proto__": {"origin": "iframe", "action": "ready", "id": 1}}');
  expect(await deliver(message)).toEqual([]);
  expect(scene.called).toEqual([]);
});

it('a port that comes with a request is left alone', async () => {
  start();
  const { port } = sayHello();
  const { port1, port2 } = new MessageChannel();
  const strange = received(port1);
  const messages = received(port);
  port.postMessage({ ...question, payload: port2 }, [port2]);
  await idle();
  expect(messages).toMatchObject([{ id: 7 }]);
  expect(strange).toEqual([]);
  port1.close();
});

it('MESSAGE-4: nothing that a browser can deliver throws, or gets past its action’s shape', async () => {
  const names = Object.keys(requests).filter((name) => name !== 'hello') as Action[];
  const given = vi.fn<(action: Action, payload: unknown) => void>();
  const entries = names.map((name) => [
    name,
    (payload: unknown) => {
      given(name, payload);
      return null;
    },
  ]);
  start(Object.fromEntries(entries));
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withNullPrototype: false,
  });
  const action = fc.oneof(fc.constantFrom(...names, 'hello'), fc.string(), anything);
  const message = fc.record({
    origin: fc.constant('iframe'),
    action,
    id: anything,
    payload: anything,
  });
  await fc.assert(
    fc.asyncProperty(message, async (sent) => {
      given.mockClear();
      scene.clockInMs += 1_000;
      scene.content.posted.length = 0;
      const answers = await deliver(structuredClone(sent));
      const isAsked = typeof sent.id === 'string' || typeof sent.id === 'number';
      expect(answers).toHaveLength(isAsked && typeof sent.action === 'string' ? 1 : 0);
      for (const [name, payload] of given.mock.calls)
        expect(requests[name].payload.faultIn(payload)).toBeUndefined();
    }),
  );
});
