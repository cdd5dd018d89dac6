import { portsMaximum } from '@lectern/sdk/protocol';
import { describe, expect, it } from 'vitest';
import type { Bridge } from '../src/bridge/bridge.ts';
import { contentWindow } from './content-window.ts';
import {
  answer,
  bridgeForEachTest,
  contentOrigin,
  idle,
  question,
  received,
} from './bridge-scene.ts';

const { scene, start, fire, deliver, sayHello } = bridgeForEachTest();

const event = { origin: 'container', event: 'session-resumed', payload: {} };
const ask = (port: MessagePort) => port.postMessage(question);
const emit = (bridge: Bridge) => bridge.emit('session-resumed', {});

describe('HELLO-5: content that can', () => {
  it('gets a port with the answer, and goes on over it', async () => {
    start();
    const { port, greeting } = sayHello();
    expect(greeting).toMatchObject({ action: 'hello', id: 'hello', result: { version: 1 } });
    expect(scene.content.posted[0]?.[1], 'ORIGIN-2').toBe(contentOrigin);
    const messages = received(port);
    port.postMessage(question);
    await idle();
    expect(messages).toEqual([answer]);
    expect(scene.content.posted, 'nothing more by window').toHaveLength(1);
  });

  it('hears events over it', async () => {
    const bridge = start();
    const messages = received(sayHello().port);
    emit(bridge);
    await idle();
    expect(messages).toEqual([event]);
  });

  it('sends what it likes over it and is held to the same form', async () => {
    start();
    const { port } = sayHello();
    const messages = received(port);
    for (const data of [null, 'x', { action: 'isLoggedIn', id: 1 }, { ...question, action: 1 }])
      port.postMessage(data);
    port.postMessage({ ...question, action: 'nope' });
    await idle();
    expect(messages).toMatchObject([{ id: 7, error: { code: 'UNKNOWN_ACTION' } }]);
    expect(scene.called).toEqual([]);
  });

  it('hears nothing without an id, and no port is opened for it', async () => {
    const bridge = start();
    const messages = received(sayHello().port);
    const payload = { capabilities: ['port'] };
    for (let sent = 0; sent < portsMaximum; sent++)
      await deliver({ origin: 'iframe', action: 'hello', payload });
    emit(bridge);
    await idle();
    expect(messages, 'the port of before stays open').toEqual([event]);
  });

  it('may say hello over its port, and gets another there', async () => {
    start();
    const { port } = sayHello();
    const { promise, resolve } = Promise.withResolvers<MessagePort | undefined>();
    port.addEventListener('message', ({ ports }) => resolve(ports[0]));
    port.start();
    const payload = { capabilities: ['port'] };
    port.postMessage({ origin: 'iframe', action: 'hello', id: 2, payload });
    const next = (await promise)!;
    const messages = received(next);
    ask(next);
    await idle();
    expect(messages).toEqual([answer]);
  });
});

it('HELLO-6: plain content beside it is answered by window, and hears events there', async () => {
  const bridge = start();
  const messages = received(sayHello().port);
  scene.content.posted.length = 0;
  expect(await deliver(question)).toEqual([answer]);
  expect(messages).toEqual([]);
  emit(bridge);
  expect(scene.content.posted).toEqual([
    [answer, contentOrigin],
    [event, contentOrigin],
  ]);
});

describe('HELLO-7: ports', () => {
  it('each document that says hello has one of its own', async () => {
    start();
    const [port, next] = [sayHello().port, sayHello().port];
    const [messages, nextMessages] = [received(port), received(next)];
    ask(next);
    await idle();
    expect(messages).toEqual([]);
    expect(nextMessages).toEqual([answer]);
  });

  it('the newest stay open; the oldest beyond them is closed', async () => {
    const bridge = start();
    const ports = Array.from({ length: portsMaximum + 2 }, () => sayHello().port);
    const closed = ports.map((port) => isClosed(port));
    const messages = ports.map(received);
    emit(bridge);
    await idle();
    expect(closed.map((seen) => seen())).toEqual(ports.map((_, index) => index < 2));
    expect(messages).toEqual(ports.map((_, index) => (index < 2 ? [] : [event])));
  });

  it('all are closed when the frame is taken away, and what comes over them is not carried out', async () => {
    start();
    const ports = [sayHello().port, sayHello().port];
    const closed = ports.map((port) => isClosed(port));
    scene.frame.close();
    for (const port of ports) port.postMessage({ ...question, action: 'ready' });
    await idle();
    expect(closed.map((seen) => seen())).toEqual([true, true]);
    expect(scene.called).toEqual([]);
  });

  it('an answer that comes after the frame was taken away goes nowhere, nor to the next content', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    start({ isLoggedIn: () => promise });
    const { port } = sayHello();
    const messages = received(port);
    port.postMessage(question);
    await idle();
    scene.frame.close();
    const next = contentWindow();
    scene.show(next);
    resolve(true);
    await idle();
    expect(messages).toEqual([]);
    expect(next.posted).toEqual([]);
  });

  it('of the content before hear nothing that is told to the next', async () => {
    const bridge = start();
    const messages = received(sayHello().port);
    scene.frame.close();
    scene.show(contentWindow());
    emit(bridge);
    await idle();
    expect(messages).toEqual([]);
  });
});

it('limits count over window and ports together', async () => {
  start();
  const { port } = sayHello();
  const messages = received(port);
  for (let sent = 0; sent < 3_000; sent++) fire(null);
  port.postMessage(question);
  await idle();
  expect(messages).toMatchObject([{ error: { code: 'TOO_MANY' } }]);
});

/** Tells if the other side has closed this port. */
function isClosed(port: MessagePort): () => boolean {
  let seen = false;
  port.addEventListener('close', () => (seen = true));
  return () => seen;
}
