import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plainCall, sendRaw, startBareServer } from './bare-server.ts';

const json = 'Content-Type: application/json';
const mia = 'X-Test-Subject: mia';
const id = 'X-Ia-Correlation-Id: head-1';

/** A request with these lines, and a body of two bytes unless it says otherwise. */
const post = (lines: readonly string[], body = '{}') =>
  [
    `POST ${plainCall} HTTP/1.1`,
    json,
    mia,
    id,
    `Content-Length: ${body.length}`,
    ...lines,
    '',
    body,
  ].join('\r\n');

test.each<[string, string, number, string]>([
  ['Expect: tea', post(['Host: a', 'Expect: tea']), 417, 'EXPECTATION_FAILED'],
  ['no Host', post([]), 400, 'REQUEST_INVALID'],
  ['two lines Host', post(['Host: a', 'Host: b', 'Connection: close']), 400, 'REQUEST_INVALID'],
  ['gzip', post(['Host: a', 'Content-Encoding: gzip']), 415, 'MEDIA_TYPE_UNSUPPORTED'],
  ['two', post(['Host: a', 'Content-Encoding: identity, br']), 415, 'MEDIA_TYPE_UNSUPPORTED'],
])('a head with %s is refused in the form of the contract', async (_what, text, status, code) => {
  const server = await startBareServer({}, true);
  const answer = await sendRaw(server.port, text);
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    status,
    { result_state: 'ERROR', result_messages: [{ code, text: expect.any(String) }] },
  ]);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-ia-correlation-id': 'head-1',
    connection: 'close',
  });
});

test.each([
  ['Expect: 100-continue', post(['Host: a', 'Connection: close', 'Expect: 100-continue'])],
  ['identity', post(['Host: a', 'Connection: close', 'Content-Encoding: Identity'])],
  ['an empty Host', post(['Host:', 'Connection: close'])],
  ['HTTP/1.0 and no Host', post([]).replace('HTTP/1.1', 'HTTP/1.0')],
])('the control: %s is served', async (_what, text) => {
  const server = await startBareServer({}, true);
  const answer = await sendRaw(server.port, text);
  // 100: the interim answer comes first.
  expect([100, 200]).toContain(answer.status);
  await server.begun(1);
});

test('a refusal comes after the answers that are due before it', async () => {
  const server = await startBareServer();
  const both = sendRaw(server.port, post(['Host: a']) + post([]));
  await server.begun(1);
  server.held[0]!.answer();
  expect((await both).status).toBe(200);
});

test('who is still sending hears the refusal, and does not stay for long', async () => {
  const server = await startBareServer({}, true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const accepted = once(server.listener, 'connection') as Promise<[Socket]>;
  const socket = connect(server.port, '127.0.0.1');
  const closed = once(socket, 'close');
  const [head] = post(['Host: a', 'Content-Encoding: gzip'], 'x'.repeat(1_000_000)).split('x');
  socket.write(head!);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 415 /);
  // Bytes on their way are taken, although more is announced and never comes.
  socket.write('x'.repeat(500_000));
  const [taking] = await accepted;
  await expect.poll(() => taking.bytesRead).toBe(head!.length + 500_000);
  vi.advanceTimersByTime(2_000);
  const [hadError] = (await closed) as [boolean];
  expect(hadError).toBe(false);
});
