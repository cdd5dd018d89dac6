import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LimitReached } from '../src/http/limits.ts';
import { createReadHeavyBody, waitingMaximum } from '../src/http/heavy-bodies.ts';

/*
 * Bodies that are read in a thread beside the one that answers. The thread of these tests does what a body
 * says: it answers, answers only when it is told to, or dies. What the real one reads, `bodies.test.ts` asks.
 */

const release = 'release the held bodies';
const thread = /* js */ `
  import { parentPort } from 'node:worker_threads';
  const channel = new BroadcastChannel(${JSON.stringify(release)});
  const held = [];
  let isReleased = false;
  channel.onmessage = () => {
    isReleased = true;
    for (const answer of held.splice(0)) answer();
  };
  parentPort.on('message', ({ json }) => {
    const body = new TextDecoder().decode(json);
    if (body === 'throw') throw new Error('This body is too much.');
    if (body === 'exit') process.exit(1);
    const answer = () => parentPort.postMessage({ value: { body } });
    if (body === 'hold' && !isReleased) held.push(answer);
    else answer();
  });
`;

const server = Fastify();
const channel = new BroadcastChannel(release);
let read: (body: string) => Promise<unknown>;

beforeAll(() => {
  const module = new URL(`data:text/javascript,${encodeURIComponent(thread)}`);
  const readHeavyBody = createReadHeavyBody(server, module);
  read = (body) => readHeavyBody(new TextEncoder().encode(body), '/');
});
afterAll(async () => {
  channel.close();
  await server.close();
});

const overloaded = { status: 503, messages: [expect.objectContaining({ code: 'OVERLOADED' })] };

test.each(['throw', 'exit'])(
  'a thread that dies of a body (%s) refuses that one, and the next is read',
  async (death) => {
    const [refused, next] = await Promise.allSettled([read(death), read('a')]);
    expect(refused).toMatchObject({ status: 'rejected', reason: overloaded });
    expect(next).toEqual({ status: 'fulfilled', value: { body: 'a' } });
  },
);

test('row 59: bodies wait for their turn, and beyond so many none does', async () => {
  // One is being read, the others wait.
  const bodies = Array.from({ length: waitingMaximum + 1 }, () => read('hold'));
  await expect(read('one more')).rejects.toBeInstanceOf(LimitReached);
  await expect(read('one more')).rejects.toMatchObject(overloaded);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no origin to name.
  channel.postMessage(undefined);
  await Promise.all(bodies);
  expect(await read('one more')).toEqual({ body: 'one more' });
});
