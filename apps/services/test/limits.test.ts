import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { registerBackChannelLogout } from '../src/http/back-channel-logout.ts';
import { networkOf } from '../src/http/network.ts';
import { createServer } from '../src/http/server.ts';
import { tooManyCookiesPage } from '../src/http/too-many-cookies.ts';
import { limitedCall, outcomeOf, plainCall, sendRaw, startBareServer } from './bare-server.ts';

const post = (lines: readonly string[], body = '') =>
  [`POST ${plainCall} HTTP/1.1`, 'Host: localhost', 'X-Test-Subject: mia', ...lines, '', body].join(
    '\r\n',
  );
const json = 'Content-Type: application/json';

test('a body beyond the limit is answered 413', async () => {
  const server = await startBareServer({}, true);
  const request = post([json, 'Content-Length: 1048577', 'Connection: close'], '{}');
  const answer = await sendRaw(server.port, request);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    413,
    { result_state: 'ERROR', result_messages: [{ code: 'BODY_TOO_LARGE' }] },
  ]);
});

test('headers beyond 64 KiB are answered 431', async () => {
  const server = await startBareServer({}, true);
  const answer = await sendRaw(server.port, post([`X-Long: ${'x'.repeat(100_000)}`]));
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    431,
    { result_state: 'ERROR', result_messages: [{ code: 'HEADERS_TOO_LARGE' }] },
  ]);
  expect(answer.headers).toMatchObject({ connection: 'close', 'cache-control': 'no-store' });
});

test.each([
  ['de-CH,de;q=0.9', 'Diese Website hat zu viele Cookies'],
  ['rm,fr;q=0.8', 'Ce site a trop de cookies'],
  ['it', 'Questo sito ha troppi cookie'],
  ['en-GB, de', 'This website has too many cookies'],
  ['es', 'Diese Website hat zu viele Cookies'],
])(
  'a page whose cookies are beyond the limit is answered with words in %s',
  async (asked, words) => {
    const server = await startBareServer({ limits: { headerSizeInBytes: 2048 } }, true);
    const head = ['Host: local', 'Accept: text/html,*/*', `Accept-Language: ${asked}`];
    const cookies = `Cookie: ${'c=x;'.repeat(4500)}`;
    const request = `${['GET /login HTTP/1.1', ...head, cookies].join('\r\n')}\r\n\r\n`;
    const { status, headers, body } = await sendRaw(server.port, request);
    expect([status, headers['content-type']]).toEqual([431, 'text/html; charset=utf-8']);
    expect(body).toContain(`<h1>${words}</h1>`);
  },
);

test.each([
  ['a=1; b=2; c=', true],
  ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtaWEifQ', false],
  ['GET /x HTTP/1.1\r\nAccept: application/json\r\nCookie: a=1; b=2', false],
  ['POST /x HTTP/1.1\r\nAccept: text/html\r\nCookie: a=1; b=2', false],
])('what has arrived of a request last tells whether it is for a page: %s', (head, isPage) => {
  expect(tooManyCookiesPage(Buffer.from(head)) !== undefined).toBe(isPage);
});

test('what is no HTTP is answered 400', async () => {
  const server = await startBareServer({}, true);
  const answer = await sendRaw(server.port, 'Guten Tag\r\n\r\n');
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    400,
    { result_state: 'ERROR', result_messages: [{ code: 'REQUEST_INVALID' }] },
  ]);
});

test.each([
  // Of a connection that has sent nothing by then nothing is answered.
  ['headers', { headersTimeoutInMs: 500 }, `POST ${plainCall} HTTP/1.1\r\nHost: local`, undefined],
  [
    'a body',
    { bodyTimeoutInMs: 20 },
    post([json, 'Content-Length: 20', 'X-Ia-Correlation-Id: slow-1'], '{"a"'),
    'slow-1',
  ],
  [
    'a body in chunks',
    { bodyTimeoutInMs: 20 },
    post([json, 'Transfer-Encoding: chunked', 'X-Ia-Correlation-Id: slow-1'], '4\r\n{"a"\r\n'),
    'slow-1',
  ],
])('%s that do not arrive in time are answered 408', async (_what, limits, text, correlationId) => {
  const server = await startBareServer({ limits }, true);
  const answer = await sendRaw(server.port, text);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    408,
    { result_state: 'ERROR', result_messages: [{ code: 'REQUEST_TIMEOUT' }] },
  ]);
  expect(answer.headers.connection).toBe('close');
  expect(answer.headers['x-ia-correlation-id']).toBe(correlationId);
});

test('a request that has been answered before it was complete does not keep its connection', async () => {
  const server = await startBareServer({ limits: { bodyTimeoutInMs: 20 } }, true);
  const request = `POST ${plainCall} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{`;
  expect((await sendRaw(server.port, request)).status).toBe(401);
});

test('an unknown address is refused without its body', async () => {
  const server = await startBareServer({ limits: { bodyTimeoutInMs: 20 } }, true);
  const request = `POST /nowhere HTTP/1.1\r\nHost: localhost\r\n${json}\r\nContent-Length: 20\r\n\r\n{`;
  const answer = await sendRaw(server.port, request);
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    404,
    { result_state: 'ERROR', result_messages: [{ code: 'CALL_UNKNOWN' }] },
  ]);
});

test('a logout token that does not arrive is waited for shortly', async () => {
  const server = createServer({});
  await registerBackChannelLogout(server, [], async () => {});
  await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const form = 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 20';
  const answering = sendRaw(
    (server.server.address() as AddressInfo).port,
    `POST /backchannel-logout HTTP/1.1\r\nHost: localhost\r\n${form}\r\n\r\nl`,
  );
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2_000);
  const answer = await answering;
  expect([answer.status, JSON.parse(answer.body)]).toMatchObject([
    408,
    { result_messages: [{ code: 'REQUEST_TIMEOUT' }] },
  ]);
});

test('a connection that is opened ahead of need hears nothing', async () => {
  const server = await startBareServer({ limits: { headersTimeoutInMs: 20 } }, true);
  const socket = connect(server.port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk) => received.push(chunk));
  await once(socket, 'end');
  socket.destroy();
  expect(received).toEqual([]);
});

test('more requests at once than the process takes are refused until some end', async () => {
  const server = await startBareServer({ limits: { requestsInFlight: 2 } });
  const first = [server.call('mia'), server.call('ben')];
  await server.begun(2);
  expect(await outcomeOf(server.call('lea'))).toEqual([503, 'OVERLOADED', '1']);
  for (const { answer } of server.held.splice(0)) answer();
  expect(await Promise.all(first.map(outcomeOf))).toEqual([[200], [200]]);
  const next = server.call('lea');
  await server.begun(3);
  server.held[0]!.answer();
  expect(await outcomeOf(next)).toEqual([200]);
});

test('a call’s own limit counts by subject, and by network where there is none', async () => {
  const server = await startBareServer({}, true);
  const flush = (subject?: string) =>
    fetch(server.url + limitedCall, {
      method: 'POST',
      headers: subject ? { 'X-Test-Subject': subject } : {},
    });
  for (const subject of ['mia', 'ben', undefined]) {
    for (let attempt = 0; attempt < 6; attempt++) expect((await flush(subject)).status).toBe(200);
    const refused = await flush(subject);
    expect(refused.status).toBe(429);
    const [, code, retryAfter] = await outcomeOf(refused);
    expect(code).toBe('TOO_MANY_REQUESTS');
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(Number(retryAfter)).toBeLessThanOrEqual(60);
  }
  expect((await server.call('mia')).status).toBe(200);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['192.0.2.7:40123', '192.0.2.7'],
  ['[2001:db8::9]:40123', '2001:db8:0:0'],
  ['[2001:db8::9]', '2001:db8:0:0'],
  ['unknown', 'unknown'],
])('row 146: %s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each<[string, string[] | undefined, number]>([
  ['that nobody has named is told once', undefined, 1],
  ['that is named is not, also when its own machine asks', ['127.0.0.1'], 0],
])('a proxy %s', async (_, trustedProxies, times) => {
  const server = createServer({ trustedProxies });
  onTestFinished(() => server.close());
  const warn = vi.spyOn(server.log, 'warn');
  for (const address of ['198.51.100.7', '127.0.0.1']) {
    await server.inject({ url: '/', headers: { 'X-Forwarded-For': address } });
  }
  expect(warn).toHaveBeenCalledTimes(times);
});

test.each<[string, string[] | undefined, string]>([
  ['browsers', undefined, 'timeout=72'],
  ['a named proxy longer than that keeps it', ['127.0.0.1'], 'timeout=620'],
])('an idle connection is kept for %s', async (_, trustedProxies, kept) => {
  const { url } = await startBareServer({ trustedProxies }, true);
  const answer = await fetch(url + plainCall, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Test-Subject': 'mia' },
    body: '{}',
  });
  expect([answer.status, answer.headers.get('Keep-Alive')]).toEqual([200, kept]);
});
