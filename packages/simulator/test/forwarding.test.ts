import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { forward, type Change } from '../src/forwarding.ts';
import { listen } from '../src/server/listen.ts';
import { ask } from './ask.ts';

/** Targets of the requests to each server. */
let ofServices: (string | undefined)[];
let ofOther: (string | undefined)[];
let services: string;
let other: string;
beforeEach(async () => {
  ofServices = [];
  ofOther = [];
  services = await startServer(ofServices);
  other = await startServer(ofOther);
});

async function startServer(asked: (string | undefined)[]): Promise<string> {
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.end('no JSON');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

async function startFront(change?: Change): Promise<string> {
  const front = await listen();
  onTestFinished(() => front.close());
  front.answerWith((request, response, address) =>
    forward(request, response, address, services, undefined, change),
  );
  return front.origin;
}

test('a request reaches the server behind, with its path and query', async () => {
  const front = await startFront();
  expect(await ask(front, '/a?b=c')).toEqual({ status: 200, body: 'no JSON' });
  expect(ofServices).toEqual(['/a?b=c']);
});

test('a request leads to no other server', async () => {
  const front = await startFront();
  const cookie = { cookie: 'session=secret' };
  const targets = [`${other}/x.html`, other.replace('http:', '') + '/x.html'];
  for (const target of targets) expect((await ask(front, target, cookie)).status).toBe(400);
  expect([...ofServices, ...ofOther]).toEqual([]);
});

test('an answer that cannot be read for a change is an error of the request alone', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const front = await startFront((answer) => answer);
  expect((await ask(front, '/a')).status).toBe(500);
  expect(log).toHaveBeenCalledOnce();
});

test('a server behind that is not there breaks the connection', async () => {
  services = 'http://localhost:1';
  const front = await startFront();
  await expect(ask(front, '/a')).rejects.toThrow('hang up');
});
