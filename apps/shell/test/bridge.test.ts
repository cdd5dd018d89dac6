import { describe, expect, it, vi } from 'vitest';
import { BridgeFailure } from '../src/bridge/bridge-failure.ts';
import type { RequestTable } from '../src/bridge/dispatch.ts';
import {
  answer,
  bridgeForEachTest,
  contentOrigin,
  idle,
  question,
  recordingTable,
} from './bridge-scene.ts';
import { contentWindow } from './content-window.ts';

const { scene, start, deliver } = bridgeForEachTest();

describe('a request of the content', () => {
  it('ORIGIN-2: is answered, to the content’s origin alone', async () => {
    start();
    expect(await deliver(question)).toEqual([answer]);
    expect(scene.content.posted.map(([, target]) => target)).toEqual([contentOrigin]);
  });

  it('HELLO-6: is answered by a window message without any hello', async () => {
    start();
    await deliver({ origin: 'iframe', action: 'hello', id: 1, payload: { version: 1 } });
    expect(await deliver(question)).toEqual([expect.objectContaining({ id: 1 }), answer]);
    expect(scene.content.ports, 'nor has it asked for a port').toEqual([]);
  });

  it('waits for the table that arrives after it', async () => {
    const { promise, resolve } = Promise.withResolvers<RequestTable>();
    start(promise);
    expect(await deliver(question)).toEqual([]);
    resolve(recordingTable(scene.called));
    await promise;
    expect(await deliver(null)).toEqual([answer]);
  });

  it('MESSAGE-2: without id is carried out and not answered', async () => {
    start();
    expect(await deliver({ origin: 'iframe', action: 'ready' })).toEqual([]);
    expect(scene.called).toEqual(['ready']);
  });

  it.each([0, -1, 1.5, '', 'seven', Number.NaN, Infinity, 2 ** 60])(
    'MESSAGE-2: with the id %s is answered once, with that id and its action',
    async (id) => {
      start();
      expect(await deliver({ ...question, id })).toEqual([{ ...answer, id }]);
    },
  );

  it.each([[null], [true], [{}], [[7]], [7n]])('with %o for an id has none', async (id) => {
    start();
    expect(await deliver({ ...question, action: 'ready', id })).toEqual([]);
    expect(scene.called).toEqual(['ready']);
  });

  it.each([
    [new BridgeFailure('REFUSED', 'no'), { code: 'REFUSED', message: 'no' }],
    [
      new Error('token eyJ…'),
      { code: 'UNAVAILABLE', message: 'The container could not do this now.' },
    ],
  ])('that fails with %s is told so, and nothing more', async (error, expected) => {
    const fails = async () => {
      throw error;
    };
    start({ isLoggedIn: fails });
    expect(await deliver(question)).toEqual([
      { origin: 'container', action: 'isLoggedIn', id: 7, error: expected },
    ]);
  });

  it('is not answered in a frame that has been opened since: its requests have the same ids', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    start({ isLoggedIn: () => promise });
    expect(await deliver(question)).toEqual([]);
    scene.frame.close();
    const next = contentWindow();
    scene.show(next);
    resolve(true);
    await idle();
    expect(scene.content.posted).toEqual([]);
    expect(next.posted).toEqual([]);
  });
});

describe('row 25: ignored', () => {
  it.each([
    ['ORIGIN-1: from another window', question, { source: {} }],
    ['ORIGIN-1: without a window', question, { source: null }],
    ['ORIGIN-1: from another origin', question, { origin: 'https://evil.example' }],
    [
      'ORIGIN-1: from an origin that begins alike',
      question,
      { origin: `${contentOrigin}.evil.example` },
    ],
    [
      'ORIGIN-1: from the content’s host without TLS',
      question,
      { origin: 'http://content.example' },
    ],
    ['ORIGIN-1: from a sandboxed page', question, { origin: 'null' }],
    ['MESSAGE-1: without marker', { action: 'isLoggedIn', id: 7 }, {}],
    ['MESSAGE-1: with another marker', { ...question, origin: 'container' }, {}],
    ['MESSAGE-1: without action', { origin: 'iframe', id: 7 }, {}],
    ['MESSAGE-1: with a list as action', { ...question, action: ['isLoggedIn'] }, {}],
    ['MESSAGE-1: with inherited marker and action', Object.create(question), {}],
    ['MESSAGE-1: with a long text as action', { ...question, action: 'x'.repeat(256) }, {}],
    ['MESSAGE-1: with a long text as id', { ...question, action: 'nope', id: 'x'.repeat(256) }, {}],
    ['MESSAGE-1: text', 'isLoggedIn', {}],
    ['MESSAGE-1: nothing', null, {}],
  ])('%s', async (_, data, from) => {
    start();
    expect(await deliver(data, from)).toEqual([]);
    expect(scene.called).toEqual([]);
  });

  it('everything while no frame is open, even from a window that is gone', async () => {
    start();
    scene.frame.close();
    expect(await deliver(question, { source: null })).toEqual([]);
    expect(await deliver(question)).toEqual([]);
  });

  it.each([
    ['HELLO-8: another origin in the frame', 'https://evil.example', 'another origin'],
    ['HELLO-8: a sandboxed page without origin', 'null', 'sandboxed'],
  ])('%s, logged once with its cause', async (_, origin, cause) => {
    start();
    await deliver(question, { origin });
    await deliver(question, { origin });
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(cause));
  });
});

it('HELLO-8: an old version is logged once, however often it is spoken', async () => {
  start();
  const hello = { origin: 'iframe', action: 'hello', id: 1, payload: { version: 0 } };
  await deliver(hello);
  await deliver(hello);
  expect(console.warn).toHaveBeenCalledExactlyOnceWith(
    expect.stringContaining('no supported version'),
  );
});

describe('row 27: MESSAGE-3: an unknown action', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'getToken', ''])(
    '%j is logged and answered with an error',
    async (action) => {
      start();
      expect(await deliver({ origin: 'iframe', action, id: 1 })).toMatchObject([
        { action, id: 1, error: { code: 'UNKNOWN_ACTION' } },
      ]);
      expect(console.warn).toHaveBeenCalledOnce();
      expect(scene.called).toEqual([]);
    },
  );

  it('is logged once, sixteen of them are, and what goes beyond is counted', async () => {
    start();
    for (const action of ['nope', 'nope', 'nope']) await deliver({ origin: 'iframe', action });
    expect(console.warn).toHaveBeenCalledOnce();
    for (let index = 0; index < 30; index++)
      await deliver({ origin: 'iframe', action: `nope ${index}` });
    const warnings = vi.mocked(console.warn).mock.calls.flat().map(String);
    expect(warnings).toHaveLength(18);
    expect(warnings.slice(16)).toEqual(
      [1, 10].map(() => expect.stringMatching(/^Further unknown actions .* are only counted\./)),
    );
  });

  it('without id is only logged', async () => {
    start();
    expect(await deliver({ origin: 'iframe', action: 'nope' })).toEqual([]);
    expect(console.warn).toHaveBeenCalledOnce();
  });
});

describe('an event', () => {
  it('ORIGIN-2: goes to the content’s origin alone', () => {
    const bridge = start();
    bridge.emit('session-lost', { reason: 'token expired' });
    expect(scene.content.posted).toEqual([
      [
        { origin: 'container', event: 'session-lost', payload: { reason: 'token expired' } },
        contentOrigin,
      ],
    ]);
  });

  it('is sent to nobody while no frame is open', () => {
    const bridge = start();
    scene.frame.close();
    bridge.emit('session-lost', { reason: 'token expired' });
    expect(scene.content.posted).toEqual([]);
  });
});
