import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainCall, sendRaw, startBareServer, type BareServer } from './bare-server.ts';
import { keepAliveClient } from './keep-alive-client.ts';

const type = 'Content-Type: application/json\r\n';

/** The head of a call whose token is verified until the test says so. */
const head = (rest: string, token = 'slow-good') =>
  `POST ${plainCall} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${rest}\r\n`;

async function open({ port }: BareServer): Promise<Socket> {
  const client = connect(port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  await once(client, 'connect');
  return client;
}

/** Makes another call of the same subject, which needs the only turn that there is. */
async function callInTurn(server: BareServer, begun: number): Promise<number> {
  const { post } = keepAliveClient(server.url);
  const lookUps = server.slowLookUps.length;
  const next = post(plainCall, { Authorization: 'Bearer slow-good' });
  await server.lookingUp(lookUps + 1);
  server.slowLookUps.at(-1)!();
  await server.begun(begun);
  server.held.shift()!.answer();
  return (await next).status;
}

const oneTurn = { requestsRunningPerSubject: 1, requestsWaitingPerSubject: 0 };
const longest = JSON.stringify({ text: 'x'.repeat(64 * 1024 - 11) });

test.each<[string, string, string, unknown]>([
  ['in the packet of its head', `${type}Content-Length: 11\r\n`, '{"write":1}', { write: 1 }],
  ['of 64 KiB', `${type}Content-Length: ${longest.length}\r\n`, longest, JSON.parse(longest)],
  ['that is empty', `${type}Content-Length: 0\r\n`, '', undefined],
  ['that is missing', type, '', undefined],
])(
  'a write with a body %s is done when its client leaves before it is verified',
  async (_what, headers, body, expected) => {
    const server = await startBareServer({ limits: oneTurn });
    const client = await open(server);
    client.write(head(headers) + body);
    await server.lookingUp(1);
    client.end();
    await server.inFlight(0);
    server.slowLookUps[0]!();
    await server.begun(1);
    expect(server.held[0]!.request.body).toEqual(expected);
    server.held.shift()!.answer();
    expect(await callInTurn(server, 2)).toBe(200);
  },
);

test('so is one whose body comes in a later packet', async () => {
  const server = await startBareServer({ limits: oneTurn });
  const client = await open(server);
  client.write(head(`${type}Content-Length: 11\r\n`));
  await server.lookingUp(1);
  client.end('{"write":1}');
  await server.inFlight(0);
  server.slowLookUps[0]!();
  await server.begun(1);
  expect(server.held[0]!.request.body).toEqual({ write: 1 });
  server.held.shift()!.answer();
  expect(await callInTurn(server, 2)).toBe(200);
});

test.each(['before', 'after'])(
  'one whose body breaks off %s its token is verified is not done',
  async (moment) => {
    const server = await startBareServer({ limits: oneTurn });
    const client = await open(server);
    client.write(`${head(`${type}Content-Length: 11\r\n`)}{"write"`);
    await server.lookingUp(1);
    if (moment === 'after') server.slowLookUps[0]!();
    client.end();
    await server.inFlight(0);
    server.slowLookUps[0]!();
    expect(await callInTurn(server, 1)).toBe(200);
    expect(server.held).toEqual([]);
  },
);

test('a body that arrives on both sides of the verification is whole', async () => {
  const server = await startBareServer({ limits: oneTurn }, true);
  const client = await open(server);
  client.write(`${head(`${type}Content-Length: 11\r\n`)}{"write"`);
  await server.lookingUp(1);
  server.slowLookUps[0]!();
  client.write(':1}');
  expect(String((await once(client, 'data'))[0])).toContain('HTTP/1.1 200');
});

test('a refused token is answered 401, and its connection goes on', async () => {
  const server = await startBareServer({ limits: oneTurn }, true);
  const client = await open(server);
  client.write(`${head(`${type}Content-Length: 11\r\n`, 'slow-bad')}{"write"`);
  await server.lookingUp(1);
  server.slowLookUps[0]!();
  expect(String((await once(client, 'data'))[0])).toContain('HTTP/1.1 401');
  client.write(`:1}${head(`${type}Content-Length: 2\r\n`, 'good')}{}`);
  expect(String((await once(client, 'data'))[0])).toContain('HTTP/1.1 200');
});

test.each([
  ['of a proxy that keeps connections', `Content-Length: 3000000\r\n`],
  ['of one that keeps none, such as nginx', `Content-Length: 3000000\r\nConnection: close\r\n`],
  ['without a length', `Transfer-Encoding: chunked\r\n`],
])('a long request %s that is refused early is its last, and hears that', async (_what, rest) => {
  const server = await startBareServer({ limits: oneTurn });
  const accepted = once(server.listener, 'connection') as Promise<[Socket]>;
  const client = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  const failed = vi.fn<(error: Error) => void>();
  client.on('error', failed);
  const ended = once(client, 'end');
  const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  client.write(head(type + rest, 'bad') + piece);
  const [answer] = (await once(client, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n/i);
  await ended;
  // The server takes the rest of the body.
  const [taking] = await accepted;
  const before = taking.bytesRead;
  for (let pieces = 0; pieces < 10; pieces++) client.write(piece);
  await expect.poll(() => taking.bytesRead - before).toBeGreaterThan(9 * piece.length);
  expect(taking.destroyed).toBe(false);
  // With the body ends the connection, whatever follows.
  const left = 3_000_000 - 11 * piece.length;
  client.write(rest.startsWith('T') ? '0\r\n\r\n' : 'x'.repeat(left));
  client.write(head(`${type}Content-Length: 2\r\n`, 'good') + '{}');
  await expect.poll(() => taking.destroyed).toBe(true);
  expect(server.held).toEqual([]);
  expect(failed).not.toHaveBeenCalled();
});

test('requests in one packet are answered in their order', async () => {
  const server = await startBareServer({}, true);
  const client = await open(server);
  const call = (token: string) => `${head(`${type}Content-Length: 11\r\n`, token)}{"write":1}`;
  client.write(call('slow-good') + call('slow-bad') + call('good'));
  await server.lookingUp(2);
  server.slowLookUps[1]!();
  server.slowLookUps[0]!();
  let received = '';
  for await (const chunk of client) {
    received += String(chunk);
    if (received.split('result_state').length > 3) break;
  }
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 401',
    'HTTP/1.1 200',
  ]);
});

test('the time of a body runs while its token is verified', async () => {
  const server = await startBareServer({ limits: { bodyTimeoutInMs: 60_000 } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answer = sendRaw(server.port, `${head(`${type}Content-Length: 11\r\n`)}{"write"`);
  await server.lookingUp(1);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  server.slowLookUps[0]!();
  expect(await answer).toMatchObject({ status: 408, headers: { connection: 'close' } });
});

test('no more bodies are kept than requests in flight, and each makes room again', async () => {
  const server = await startBareServer({ limits: { requestsInFlight: 1 } });
  const leave = async (lookUps: number) => {
    const client = await open(server);
    client.write(`${head(`${type}Content-Length: 11\r\n`)}{"write":1}`);
    await server.lookingUp(lookUps);
    client.end();
    await server.inFlight(0);
  };
  await leave(1);
  await leave(2);
  server.slowLookUps[1]!();
  server.slowLookUps[0]!();
  await server.begun(1);
  expect(server.held).toHaveLength(1);
  server.held.shift()!.answer();
  await leave(3);
  server.slowLookUps[2]!();
  await server.begun(2);
});

test('beyond that, a body is read in the turn of its request', async () => {
  const server = await startBareServer({ limits: { requestsInFlight: 1 } });
  const left = await open(server);
  left.write(`${head(`${type}Content-Length: 11\r\n`)}{"write":1}`);
  await server.lookingUp(1);
  left.end();
  await server.inFlight(0);
  const answer = sendRaw(
    server.port,
    `${head(`${type}Connection: close\r\nContent-Length: 11\r\n`, 'good')}{"write":2}`,
  );
  await server.begun(1);
  expect(server.held[0]!.request.body).toEqual({ write: 2 });
  server.held.shift()!.answer();
  expect((await answer).status).toBe(200);
  server.slowLookUps[0]!();
  await server.begun(2);
  expect(server.held[0]!.request.body).toEqual({ write: 1 });
});
