import {
  answerTimeoutInMs,
  messageBurst,
  messagesPerSecond,
  messageWeight,
  payloadMaximum,
  pendingRequestsMaximum,
  pendingWeightMaximum,
  requestTimeoutInMs,
  unreadablePayloadWeight,
  weightyActions,
  weightyActionWeight,
} from '@lectern/sdk/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { RequestTable } from '../src/bridge/dispatch.ts';
import { answer, bridgeForEachTest, idle, question, recordingTable } from './bridge-scene.ts';

const { scene, start, fire, deliver, passSeconds } = bridgeForEachTest();

/** Answers so far. */
const answers = () => scene.content.posted.map(([message]) => message as { error?: object });
/** How many messages were refused because there were too many. */
const refusals = () => answers().filter(({ error }) => error && 'code' in error).length;

function flood(message: unknown, times: number): void {
  for (let sent = 0; sent < times; sent++) fire(message);
}

describe('LIMIT-1: too many', () => {
  it('requests under way are refused, and taken again afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    start({ isLoggedIn: () => promise });
    for (let id = 0; id < pendingRequestsMaximum; id++) fire({ ...question, id });
    expect(await deliver(question)).toMatchObject([
      { id: 7, error: { code: 'TOO_MANY', message: 'Too many requests are under way.' } },
    ]);
    resolve(true);
    await deliver(null);
    scene.content.posted.length = 0;
    expect(await deliver(question)).toEqual([answer]);
  });

  it.each([
    ['greetings', { ...question, action: 'hello' }],
    ['unknown actions', { ...question, action: 'nope' }],
    ['requests', question],
  ])('%s: refused beyond a burst, then not even read', async (_, message) => {
    start();
    await deliver(null);
    flood(null, messageBurst - 2);
    expect(await deliver(question), 'the burst is taken').toEqual([answer]);
    flood(message, messageBurst);
    const refused = answers().slice(1);
    expect(refused, 'and what is beyond is told so').toHaveLength(messageBurst);
    expect(refused.at(-1)).toMatchObject({ error: { code: 'TOO_MANY' } });
    const read = vi.fn<() => unknown>(() => message);
    const unread = Object.defineProperty({}, 'data', { get: read });
    Object.assign(unread, { source: scene.content, origin: 'https://content.example' });
    for (let sent = 0; sent < 20_000; sent++) scene.browser.fire('message', unread);
    expect(read).not.toHaveBeenCalled();
    expect(answers()).toHaveLength(1 + messageBurst);
  });

  it('messages are taken at a steady rate in the long run', async () => {
    start();
    flood(question, 2 * messageBurst);
    await idle();
    scene.content.posted.length = 0;
    passSeconds(1);
    flood(question, 2 * messagesPerSecond);
    await idle();
    expect(answers().length - refusals()).toBe(messagesPerSecond);
  });

  it.each(weightyActions)('of %s are refused sooner: each counts for several', async (action) => {
    start();
    flood(null, messageBurst - 2 * weightyActionWeight);
    for (let id = 1; id <= 3; id++) fire({ origin: 'iframe', action, id });
    await idle();
    const tooMany = answers().map(({ error }) => JSON.stringify(error)?.includes('TOO_MANY'));
    expect(tooMany.filter(Boolean)).toHaveLength(1);
    expect(answers()).toHaveLength(3);
  });
});

describe('LIMIT-1: a heavy payload', () => {
  const taken = () => answers().filter(({ error }) => !error).length;

  it.each([
    ['text', { text: 'x'.repeat(10 * messageWeight) }, 10],
    ['a list', { text: '', list: Array(10 * messageWeight).fill(0) }, 10],
    ['what is no JSON', { text: 1n }, unreadablePayloadWeight],
    [
      'more than is taken',
      { text: 'x'.repeat(2 * payloadMaximum) },
      payloadMaximum / messageWeight,
    ],
  ])('of %s counts for several messages', async (_, payload, weight) => {
    start();
    await idle();
    const heavy = { origin: 'iframe', action: 'getLocale', payload };
    for (let sent = 0; sent < 3; sent++) fire(heavy);
    flood(question, messageBurst);
    await idle();
    expect(taken()).toBe(messageBurst - 3 * (1 + weight));
    passSeconds(1);
    scene.content.posted.length = 0;
    flood(question, messageBurst);
    await idle();
    expect(taken()).toBe(messagesPerSecond);
  });

  it('counts also where it stands in no request', async () => {
    start();
    await idle();
    for (let sent = 0; sent < 3; sent++) fire(Array(10 * messageWeight).fill(0));
    flood(question, messageBurst);
    await idle();
    expect(taken()).toBe(messageBurst - 33);
  });
});

describe('LIMIT-2: a payload', () => {
  it('that is too heavy is refused before anything looks at it', async () => {
    start();
    const payload = { text: 'x'.repeat(payloadMaximum + 1) };
    expect(await deliver({ ...question, action: 'encodeChallenge', payload })).toMatchObject([
      { error: { code: 'BAD_PAYLOAD' } },
    ]);
    expect(scene.called).toEqual([]);
  });

  it.each([
    ['a big integer', { text: 1n }],
    ['a map', new Map()],
    ['a date', [new Date()]],
    ['a number that is none', { text: Number.NaN }],
  ])('with %s is refused: JSON cannot carry it', async (_, payload) => {
    start();
    expect(await deliver({ ...question, action: 'encodeChallenge', payload })).toMatchObject([
      { error: { code: 'BAD_PAYLOAD', message: 'The payload cannot be written as JSON.' } },
    ]);
    expect(scene.called).toEqual([]);
  });
});

describe('LIMIT-3: requests under way that are too heavy together', () => {
  const heavyWeight = payloadMaximum;
  const heavy = (id: number) => {
    const payload = { text: 'x'.repeat(heavyWeight - 'text'.length - 1) };
    return { origin: 'iframe', action: 'encodeChallenge', id, payload };
  };
  const held = pendingWeightMaximum / heavyWeight;

  it('are refused at once and not carried out, and taken again afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const encodeChallenge = vi.fn<RequestTable['encodeChallenge']>(() => promise);
    start({ encodeChallenge });
    await idle();
    for (let id = 1; id <= held; id++) fire(heavy(id));
    await idle();
    expect(answers()).toEqual([]);
    passSeconds(10);
    expect(await deliver(heavy(held + 1))).toMatchObject([
      { id: held + 1, error: { code: 'TOO_MANY' } },
    ]);
    expect(encodeChallenge).toHaveBeenCalledTimes(held);
    // Weightless requests are answered all the while.
    expect(await deliver(question)).toContainEqual(answer);
    resolve('challenge');
    await idle();
    scene.content.posted.length = 0;
    expect(await deliver(heavy(1))).toMatchObject([{ id: 1, result: 'challenge' }]);
  });

  it('are taken again also where they have failed, or took too long', async () => {
    vi.useFakeTimers();
    const encodeChallenge = vi
      .fn<RequestTable['encodeChallenge']>(async () => 'challenge')
      .mockRejectedValueOnce(new Error('no'))
      .mockReturnValueOnce(new Promise(() => {}));
    start({ encodeChallenge });
    await idle();
    for (let id = 1; id <= held; id++) fire(heavy(id));
    await vi.advanceTimersByTimeAsync(answerTimeoutInMs);
    scene.content.posted.length = 0;
    for (let id = 1; id <= held; id++) fire(heavy(id));
    await idle();
    expect(answers().map(({ error }) => error)).toEqual(Array.from({ length: held }));
  });

  it('are refused differently from one that is too heavy by itself', async () => {
    start({ encodeChallenge: () => new Promise(() => {}) });
    await idle();
    for (let id = 1; id <= held; id++) fire(heavy(id));
    passSeconds(10);
    const payload = { text: 'x'.repeat(payloadMaximum) };
    expect(await deliver({ ...heavy(7), payload })).toMatchObject([
      { error: { code: 'BAD_PAYLOAD' } },
    ]);
  });
});

describe('MESSAGE-4: a payload of another shape', () => {
  it.each([
    ['encodeChallenge', undefined, 'payload'],
    ['encodeChallenge', { text: '' }, 'text'],
    ['encodeChallenge', { text: 'x', more: 1 }, 'more'],
    ['setUnsavedWork', { unsaved: 'false' }, 'unsaved'],
    ['setPlace', { themaId: 1 }, 'themaId'],
    ['startLogin', { coupon: 1 }, 'coupon'],
    ['postStatement', { dto_id: 'x', statement: { verb: {}, object: {} } }, 'statement.verb.id'],
  ])('of %s with %o is refused by the path %s', async (action, payload, path) => {
    start();
    expect(await deliver({ origin: 'iframe', action, id: 1, payload })).toMatchObject([
      { error: { code: 'BAD_PAYLOAD', message: `Missing or wrong: ${path}.` } },
    ]);
    expect(scene.called).toEqual([]);
  });
});

describe('TIME-1: what takes too long is answered', () => {
  const late = { action: 'isLoggedIn', id: 7, error: { code: 'UNAVAILABLE' } };

  it('within the answer time-out, and the late answer is dropped', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    start({ isLoggedIn: () => promise });
    await idle();
    fire(question);
    await vi.advanceTimersByTimeAsync(answerTimeoutInMs - 1);
    expect(answers()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers()).toMatchObject([late]);
    resolve(true);
    await idle();
    expect(answers()).toHaveLength(1);
    // The log stores what it was told a little later.
    await vi.advanceTimersByTimeAsync(answerTimeoutInMs - 1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('also where it waits for the rest of the shell; it is not carried out any more', async () => {
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<RequestTable>();
    start(promise);
    fire({ ...question, action: 'ready' });
    await vi.advanceTimersByTimeAsync(answerTimeoutInMs);
    expect(answers()).toMatchObject([{ ...late, action: 'ready' }]);
    resolve(recordingTable(scene.called));
    await idle();
    expect(scene.called).toEqual([]);
    expect(answers()).toHaveLength(1);
  });

  it('before the content gives up by itself', () => {
    expect(answerTimeoutInMs).toBeLessThan(requestTimeoutInMs);
  });
});
