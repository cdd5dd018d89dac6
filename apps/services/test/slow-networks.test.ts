import dns from 'node:dns';
import { once } from 'node:events';
import {
  connect,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
  type LookupFunction,
} from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createTestDatabase } from '@lectern/env/testing';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { allowSlowNetworks } from '../src/outgoing/slow-networks.ts';
import { ConnectionMonitor } from '../src/storage/connection-monitor.ts';
import { startSilentProxy } from './silent-proxy.ts';

/** A server that accepts nothing until it is woken: the system drops further first packets, as a bad network does. */
const sleeper = `
  const { parentPort, workerData: { woken, listen } } = require('node:worker_threads');
  const server = require('node:net').createServer().listen({ ...listen, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(woken, 0, 0);
  });`;

async function startSleeper(listen: { readonly host: string; readonly port: number }) {
  const woken = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(sleeper, { eval: true, workerData: { woken, listen } });
  onTestFinished(async () => void (await server.terminate()));
  const [port] = (await once(server, 'message')) as [number];
  // As many as wait to be accepted.
  for (let count = 0; count < 2; count++) {
    const waiting = connect(port, listen.host).on('error', () => {});
    onTestFinished(() => void waiting.destroy());
    await once(waiting, 'connect');
  }
  return { port, woken };
}

const lookupOf =
  (...addresses: readonly string[]): LookupFunction =>
  (_host, _options, found) =>
    found(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

beforeEach(() => {
  const before = getDefaultAutoSelectFamilyAttemptTimeout();
  onTestFinished(() => setDefaultAutoSelectFamilyAttemptTimeout(before));
  allowSlowNetworks();
});

test('a server is reached whose first packet is lost, though its other address leads nowhere', async () => {
  const { port, woken } = await startSleeper({ host: '127.0.0.1', port: 0 });
  const lookup = lookupOf('127.0.0.1', '::1');
  const began = performance.now();
  const socket = connect({ host: 'two.example', port, lookup });
  onTestFinished(() => void socket.destroy());
  const tried = Promise.race([
    once(socket, 'connect').then(() => Infinity),
    // A machine that stands still hears of no packet; the address has had its time all the same.
    once(socket, 'connectionAttemptTimeout').then(() => performance.now() - began),
  ]);
  // The first packet is on its way.
  await setImmediate();
  Atomics.store(woken, 0, 1);
  Atomics.notify(woken, 0);
  expect(await tried).toBeGreaterThan(1_000);
});

test('a database is there whose first address leads nowhere', async () => {
  const directUrl = await createTestDatabase(inject('databaseUrl'));
  const url = new URL((await startSilentProxy(directUrl)).over(directUrl));
  await startSleeper({ host: '127.0.0.2', port: Number(url.port) });
  url.hostname = 'two.example';
  vi.spyOn(dns, 'lookup').mockImplementation(
    lookupOf('127.0.0.2', '127.0.0.1') as typeof dns.lookup,
  );
  const monitor = new ConnectionMonitor(url.href);
  onTestFinished(() => monitor.close());
  // One look may come late on a machine that stands still.
  await expect.poll(() => monitor.state()).toBe('answers');
});
