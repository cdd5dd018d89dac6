import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Agent } from 'undici';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { askJson } from '../src/outgoing/ask-json.ts';
import {
  configuredAddresses,
  dispatcherIn,
  fetchConfigured,
  NoUsableAnswer,
  retryAfterInMs,
} from '../src/outgoing/client.ts';
import { createNetworkRule } from '../src/outgoing/network-rule.ts';
import { patienceInMs } from '../../../test/rounds.ts';

/* Servers that do not keep to HTTP hold nobody up. */

let server: Server | undefined;
const connections = new Set<Socket>();
afterEach(() => {
  for (const connection of connections) connection.destroy();
  server?.close();
});

/** A server that says what it is told to, whatever it is asked. */
async function serve(say: (socket: Socket, head: string) => void): Promise<string> {
  server = createServer((socket) => {
    connections.add(socket);
    socket.on('error', () => {});
    socket.once('data', (head) => say(socket, String(head)));
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/`;
}

/** For servers that never end an answer. */
const timeoutInMs = 300;
/** For those that answer or close: a machine that stands still makes no outage of them. */
const limits = { timeoutInMs: patienceInMs, sizeMaximumInBytes: 1_000 };

async function failureOf(address: string, change: { readonly timeoutInMs?: number }) {
  const request = new Request(address, { method: 'POST', body: 'x' });
  const error: unknown = await askJson(request, { ...limits, ...change }).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(NoUsableAnswer);
  return (error as NoUsableAnswer).message;
}

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const inTime = `did not answer within ${timeoutInMs / 1000} s`;
const halfGzip = gzipSync(JSON.stringify({ orders: [] })).subarray(0, 15);

const unreached = 'could not be reached';
type Say = (connection: Socket) => void;
const stopsAfter =
  (text: string): Say =>
  (socket) =>
    socket.write(text);
const closesAfter =
  (text: string): Say =>
  (socket) =>
    socket.end(text);
const ofNine = `${head}Content-Length: 9\r\n\r\n`;
const beginPacked = (socket: Socket) =>
  socket.write(`${head}Content-Encoding: gzip\r\nContent-Length: 99\r\n\r\n`);
const otherProtocol =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';

test.each<[string, string, Say]>([
  ['switches to a protocol that nobody asked for', unreached, stopsAfter(otherProtocol)],
  ['only announces', inTime, stopsAfter('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ['only goes on', unreached, stopsAfter('HTTP/1.1 100 Continue\r\n\r\n')],
  ['says nothing', inTime, () => {}],
  ['closes', unreached, closesAfter('')],
  ['closes within the head', unreached, closesAfter('HTTP/1.1 200 OK\r\nCont')],
  ['closes after the head', unreached, closesAfter(ofNine)],
  ['stops after the head', inTime, stopsAfter(ofNine)],
  [
    'closes within the body',
    unreached,
    closesAfter(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"or\r\n`),
  ],
  ['stops within the body', inTime, stopsAfter(`${ofNine}{"or`)],
  [
    'closes within a packed body',
    unreached,
    (socket) => {
      beginPacked(socket);
      socket.end(halfGzip);
    },
  ],
  [
    'stops within a packed body',
    inTime,
    (socket) => {
      beginPacked(socket);
      socket.write(halfGzip);
    },
  ],
])('a server that %s is given up', async (_name, message, say) => {
  const change = message === inTime ? { timeoutInMs } : {};
  expect(await failureOf(await serve(say), change)).toBe(message);
});

test.each(['identity', 'constructor', '__proto__'])(
  'an answer packed by %s is read as it is',
  async (coding) => {
    const address = await serve((socket) =>
      socket.write(`${head}Content-Encoding: ${coding}\r\nContent-Length: 2\r\n\r\n[]`),
    );
    const request = new Request(address);
    expect(await askJson(request, limits)).toEqual([]);
  },
);

test.each(['GZIP', 'X-Gzip'])('an answer packed by %s is unpacked', async (coding) => {
  const packed = gzipSync('[]');
  const address = await serve((socket) => {
    socket.write(`${head}Content-Encoding: ${coding}\r\nContent-Length: ${packed.length}\r\n\r\n`);
    socket.write(packed);
  });
  const request = new Request(address);
  expect(await askJson(request, limits)).toEqual([]);
});

test.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'has a certificate that is not trusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'has a certificate that is not trusted'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'could not be reached'],
])('a connection that fails with %s: the server %s', async (code, message) => {
  const dispatcher = new Agent({
    connect: (_options, callback) => callback(Object.assign(new Error(code), { code }), null),
  });
  const asked = askJson(new Request('https://shop.example/'), {
    ...limits,
    rule: { ...configuredAddresses, dispatcher },
  });
  await expect(asked).rejects.toThrow(message);
});

test('each request has a connection of its own', async () => {
  let asked = '';
  const address = await serve((socket, text) => {
    asked = text;
    socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
  });
  await askJson(new Request(address), limits);
  expect(asked).toMatch(/^connection: close\r$/im);
});

test.each([
  ['objects', '{},'.repeat(20_001)],
  ['objects in one another', '{"a":'.repeat(201)],
])('row 106: an answer of many %s is not parsed', async (_what, values) => {
  const body = `[${values}`;
  const address = await serve((socket) =>
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`),
  );
  const request = new Request(address);
  // It would be no JSON.
  await expect(askJson(request, { ...limits, sizeMaximumInBytes: 100_000 })).rejects.toThrow(
    'answered with too many values',
  );
});

test.each<[string | undefined, number | undefined]>([
  [undefined, undefined],
  ['0', 0],
  ['120', 120_000],
  ['Sat, 21 Nov 2026 09:30:10 GMT', 10_000],
  ['Sat, 21 Nov 2026 09:29:00 GMT', 0],
  ['soon', undefined],
  ['-5', 0],
  ['1e9', undefined],
  ['', undefined],
])('Retry-After: %s', (text, pauseInMs) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:30:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  expect(retryAfterInMs({ headers: { 'retry-after': text } })).toBe(pauseInMs);
});

test('nor is one used that a library has kept to the same server', async () => {
  const sockets = new Set<Socket>();
  const kept = createHttpServer((asked, answer) => {
    sockets.add(asked.socket);
    answer.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => kept.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    kept.closeAllConnections();
    kept.close();
  });
  const address = `http://127.0.0.1:${(kept.address() as AddressInfo).port}/`;
  for (let asked = 0; asked < 2; asked++) {
    await (await fetchConfigured(address, {})).text();
    // Its connection is free a step after its text is there.
    await new Promise(setImmediate);
  }
  expect(sockets.size).toBe(1);
  await askJson(new Request(address), limits);
  expect(sockets.size).toBe(2);
});

describe('with NODE_USE_ENV_PROXY', () => {
  /** Says what the proxy is asked first, and refuses. */
  async function proxied() {
    const lines: string[] = [];
    const proxy = await serve((socket, asked) => {
      lines.push(asked.split('\r\n', 1)[0]!);
      socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    });
    // Of two names that differ in case, the small letters win.
    for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']) {
      vi.stubEnv(name, proxy);
    }
    for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, '');
    onTestFinished(() => void vi.unstubAllEnvs());
    return { lines, dispatcher: dispatcherIn({ NODE_USE_ENV_PROXY: '1' }) };
  }
  test('configured servers are asked through the proxy, which cannot read what is sent', async () => {
    const { lines, dispatcher } = await proxied();
    const asked = askJson(new Request('https://school.example/users'), {
      ...limits,
      rule: { ...configuredAddresses, dispatcher },
    });
    await expect(asked).rejects.toThrow('could not be reached');
    expect(lines).toEqual(['CONNECT school.example:443 HTTP/1.1']);
  });

  test.each(['localhost', 'directory.localhost', '127.0.0.1', '127.1.2.3', '[::1]'])(
    'this machine is asked directly: %s',
    async (host) => {
      const { lines, dispatcher } = await proxied();
      // Port 9 (discard): nothing listens.
      const asked = askJson(new Request(`http://${host}:9/users`), {
        ...limits,
        rule: { ...configuredAddresses, dispatcher },
      });
      await expect(asked).rejects.toThrow('could not be reached');
      expect(lines).toEqual([]);
    },
  );

  test('so are addresses that others have told', async () => {
    const { lines } = await proxied();
    const asked = askJson(new Request('http://127.0.0.1:9/orders'), {
      ...limits,
      rule: createNetworkRule(['127.0.0.0/8']),
    });
    await expect(asked).rejects.toThrow('could not be reached');
    expect(lines).toEqual([]);
  });
});
