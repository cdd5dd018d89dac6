import { messageBurst } from '@lectern/sdk/protocol';
import { beforeEach, expect, it } from 'vitest';
import type { Bridge, Direction } from '../src/bridge/bridge.ts';
import { answer, bridgeForEachTest, idle, question, received } from './bridge-scene.ts';

const { scene, start, fire, deliver, sayHello } = bridgeForEachTest();

let bridge: Bridge;
/** Messages that the listener has heard. */
let heard: [Direction, unknown][];

beforeEach(() => {
  heard = [];
  bridge = start({ isLoggedIn: async () => true }, (direction, message) =>
    heard.push([direction, message]),
  );
});

it('hears a request as it came, and the answer as it is sent', async () => {
  await deliver(question);
  expect(heard).toEqual([
    ['to shell', question],
    ['to content', answer],
  ]);
  expect(heard[1]?.[1]).toBe(scene.content.posted[0]?.[0]);
});

it('hears what goes over a port', async () => {
  const { port } = sayHello();
  const messages = received(port);
  heard = [];
  port.postMessage(question);
  await idle();
  expect(heard).toEqual([
    ['to shell', question],
    ['to content', answer],
  ]);
  expect(messages).toEqual([answer]);
});

it('hears what is ignored for want of a marker, so that authors see why nothing happens', async () => {
  await deliver({ action: 'isLoggedIn', id: 7 });
  expect(heard).toEqual([['to shell', { action: 'isLoggedIn', id: 7 }]]);
  expect(scene.content.posted).toEqual([]);
});

it('hears an event once, however many documents it is sent to', () => {
  sayHello();
  sayHello();
  heard = [];
  const payload = { reason: 'token expired' };
  bridge.emit('session-lost', payload);
  expect(heard).toEqual([['to content', { origin: 'container', event: 'session-lost', payload }]]);
});

it.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
])('hears nothing from %s', async (_what, from) => {
  await deliver(question, from);
  expect(heard).toEqual([]);
});

it('hears nothing of what the limits leave unread', () => {
  for (let sent = 0; sent < 3 * messageBurst; sent++) fire('flood');
  expect(heard).toHaveLength(2 * messageBurst);
});

it('hears of no answer that nobody was there for', async () => {
  fire(question);
  scene.frame.close();
  await idle();
  expect(heard.map(([direction]) => direction)).toEqual(['to shell']);
});
