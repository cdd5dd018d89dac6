import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { looks } from '../src/check/looks.ts';
import type { FirstOpening, Scene } from '../src/check/scene.ts';

const hello = looks.find(({ id }) => id === 'HELLO-1')!;

/** Findings on content that sends these messages, in this order. */
function afterFirst(content: URL, messages: readonly object[]) {
  const opening: FirstOpening = {
    seen: messages.map((message) => ({
      way: 'to container',
      over: 'window',
      message: { ...message },
    })),
    errors: [],
    asked: [],
    isReady: false,
    shell: 'http://localhost:1',
    landed: content,
    blocked: undefined,
    misdirected: undefined,
  };
  const scene: Partial<Scene> = { content, first: async () => opening };
  return hello.look(scene as Scene);
}

const page = new URL('https://content.example/');

test.each([
  ['says hello', { action: 'hello', payload: { version: 1 } }],
  ['says hello without a version', { action: 'hello' }],
])('HELLO-1: content that %s passes', async (_what, message) => {
  expect(await afterFirst(page, [message, { action: 'ready' }])).toEqual({ state: 'passed' });
});

test.each([
  ['begins with something else', { action: 'getUser' }, 'Its first message is getUser, not hello.'],
  [
    'speaks a version that there is not',
    { action: 'hello', payload: { version: 0 } },
    'It speaks version 0; the container 1 to 1.',
  ],
])('HELLO-1: content that %s fails', async (_what, message, why) => {
  const verdict = await afterFirst(page, [message, { action: 'hello' }]);
  expect(verdict).toEqual({ state: 'failed', why, toDo: expect.stringMatching(/\.$/) });
});

test('HELLO-1: content that never says a word fails', async () => {
  const server = createServer((_request, response) => response.end('<!doctype html>'));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  expect(await afterFirst(new URL(`http://localhost:${port}/`), [])).toEqual({
    state: 'failed',
    why: 'The page said nothing within 10 seconds.',
    toDo: expect.stringContaining('connect()'),
  });
});
