import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Limits } from '../src/http/limits.ts';
import { createServer } from '../src/http/server.ts';
import { outcomeOf } from './bare-server.ts';

const mebibyte = 1024 * 1024;

/** Takes bodies of up to 4 MiB, and answers at once. */
async function startHolding(limits: Partial<Limits>) {
  const server = createServer({ limits });
  void server.register(async (within) => {
    within.removeAllContentTypeParsers();
    within.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const options = { bodyLimit: 4 * mebibyte, config: { holdsBody: true } };
    within.post('/large', options, async () => ({ result_state: 'OK' }));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    // A body that was refused early may still arrive, and its connection becomes idle only then.
    await server.drain(0);
    await server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  const post = (size: number) =>
    outcomeOf(
      fetch(`http://127.0.0.1:${port}/large`, { method: 'POST', body: new Uint8Array(size) }),
    );
  /** Sends a head and the first bytes, and no more. */
  const begin = async (length: string) => {
    const client = connect(port, '127.0.0.1');
    onTestFinished(() => void client.destroy());
    await once(client, 'connect');
    client.write(
      `POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Type: a/b\r\n${length}\r\n\r\n`,
    );
    await expect.poll(() => server.traffic.inFlight).toBe(1);
    return client;
  };
  return { post, begin };
}

test.each([
  ['of a length', `Content-Length: ${3 * mebibyte}`],
  ['in chunks', 'Transfer-Encoding: chunked'],
])(
  'row 59: a large body %s finds no room beside another one, until that has gone',
  async (_what, length) => {
    const { post, begin } = await startHolding({ heldBytesAtOnce: 5 * mebibyte });
    const client = await begin(length);
    expect(await post(3 * mebibyte)).toEqual([503, 'OVERLOADED', '1']);
    // Smaller ones always do.
    expect(await post(mebibyte)).toEqual([200]);
    client.destroy();
    await expect.poll(() => post(3 * mebibyte)).toEqual([200]);
    // Answered requests count no more.
    for (let count = 0; count < 3; count++) expect(await post(4 * mebibyte)).toEqual([200]);
  },
);

test('one caller alone does not take all the room', async () => {
  const { post, begin } = await startHolding({
    heldBytesAtOnce: 10 * mebibyte,
    heldBytesAtOncePerCaller: 5 * mebibyte,
  });
  const client = await begin(`Content-Length: ${3 * mebibyte}`);
  expect(await post(3 * mebibyte)).toEqual([429, 'TOO_MANY_REQUESTS', '1']);
  client.destroy();
  await expect.poll(() => post(3 * mebibyte)).toEqual([200]);
});

test('what is larger than its call takes is too large, however much room there is', async () => {
  const { post } = await startHolding({ heldBytesAtOnce: 3 * mebibyte });
  expect(await post(5 * mebibyte)).toEqual([413, 'BODY_TOO_LARGE']);
});
