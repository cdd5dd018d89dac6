import { once } from 'node:events';
import {
  connect,
  getDefaultAutoSelectFamilyAttemptTimeout,
  setDefaultAutoSelectFamilyAttemptTimeout,
  type LookupFunction,
} from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { allowSlowNetworks } from '../src/outgoing/slow-networks.ts';

/** A server that accepts nothing until it is woken: the system drops further first packets, as a bad network does. */
const sleeper = `
  const { parentPort, workerData } = require('node:worker_threads');
  const server = require('node:net').createServer().listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(workerData, 0, 0);
  });`;

test('a server is reached whose first packet is lost, though its other address leads nowhere', async () => {
  const before = getDefaultAutoSelectFamilyAttemptTimeout();
  onTestFinished(() => setDefaultAutoSelectFamilyAttemptTimeout(before));
  const woken = new Int32Array(new SharedArrayBuffer(4));
  const server = new Worker(sleeper, { eval: true, workerData: woken });
  onTestFinished(async () => void (await server.terminate()));
  const [port] = (await once(server, 'message')) as [number];
  // As many as wait to be accepted.
  for (let count = 0; count < 2; count++) {
    const waiting = connect(port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void waiting.destroy());
    await once(waiting, 'connect');
  }

  allowSlowNetworks();
  const lookup: LookupFunction = (_host, _options, found) =>
    found(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
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
  expect(await tried).toBeGreaterThan(2_000);
});
