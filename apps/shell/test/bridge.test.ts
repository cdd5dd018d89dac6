import type { Action } from '@lectern/sdk/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BridgeFailure } from '../src/bridge/bridge-failure.ts';
import { openBridge, type Bridge } from '../src/bridge/bridge.ts';
import { createDispatch, type RequestTable } from '../src/bridge/dispatch.ts';
import { payloadLimit } from '../src/bridge/payload-fault.ts';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { contentWindow } from './content-window.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

const contentOrigin = 'https://content.example';

let browser: FakeWindow;
let content: ReturnType<typeof contentWindow>;
let frame: ContentFrame;
let bridge: Bridge;
let called: Action[];

/** Answers isLoggedIn; every other action fails the test by what it answers. */
function table(overrides: Partial<RequestTable> = {}): RequestTable {
  const entry = (action: Action) => () => {
    called.push(action);
    return null as never;
  };
  return {
    ready: entry('ready'),
    isLoggedIn: () => true,
    startLogin: entry('startLogin'),
    logout: entry('logout'),
    getUser: entry('getUser'),
    isPandaLogin: entry('isPandaLogin'),
    isTeacher: entry('isTeacher'),
    getLicenses: entry('getLicenses'),
    getLocalStoreItems: entry('getLocalStoreItems'),
    setLocalStoreItems: entry('setLocalStoreItems'),
    postStatement: entry('postStatement'),
    encodeChallenge: entry('encodeChallenge'),
    setUnsavedWork: entry('setUnsavedWork'),
    setPlace: entry('setPlace'),
    openCookieSettings: entry('openCookieSettings'),
    getLocale: entry('getLocale'),
    getCurrency: entry('getCurrency'),
    ...overrides,
  };
}

function start(requests: RequestTable | Promise<RequestTable> = table()): void {
  const dispatch = Promise.resolve(requests).then(createDispatch);
  bridge = openBridge(frame, contentOrigin, 'de-CH', dispatch);
}

/** Delivers a message as the browser does; gives what the shell has answered. */
async function deliver(
  data: unknown,
  { source = content, origin = contentOrigin }: { source?: object | null; origin?: string } = {},
): Promise<unknown[]> {
  browser.fire('message', { data, source, origin });
  await new Promise((resolve) => setTimeout(resolve));
  return content.posted.map(([message]) => message);
}

const fromContent = (data: unknown) => ({ data, source: content, origin: contentOrigin });

/** The limits' clock: stands still unless a test moves it. */
let clockInMs: number;
const passSeconds = (seconds: number) => void (clockInMs += seconds * 1000);

/** How many messages were refused because there were too many. */
const refusals = () =>
  content.posted.filter(([message]) => JSON.stringify(message).includes('Too many messages.'))
    .length;

/** A shell whose slower parts never arrive. */
function startWithoutTable(): void {
  bridge = openBridge(frame, contentOrigin, 'de-CH', new Promise(() => {}));
}

const question = { origin: 'iframe', action: 'isLoggedIn', id: 7 };
const answer = { origin: 'container', action: 'isLoggedIn', id: 7, result: true };

beforeEach(() => {
  browser = fakeBrowser();
  clockInMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clockInMs);
  called = [];
  content = contentWindow();
  frame = {
    window: content as unknown as Window,
    isOpen: true,
    isLoaded: true,
    open() {},
    close() {},
    subscribe: () => () => {},
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a greeting', () => {
  it('is answered before the rest of the shell has arrived', async () => {
    startWithoutTable();
    expect(await deliver({ origin: 'iframe', action: 'hello', id: 1 })).toEqual([
      {
        origin: 'container',
        action: 'hello',
        id: 1,
        result: {
          version: 1,
          locale: 'de-CH',
          actions: expect.arrayContaining(['hello', 'getUser', 'postStatement']),
        },
      },
    ]);
    expect(await deliver(question)).toHaveLength(1);
  });
});

describe('a request of the content', () => {
  it('is answered, to the content’s origin alone', async () => {
    start();
    expect(await deliver(question)).toEqual([answer]);
    expect(content.posted.map(([, target]) => target)).toEqual([contentOrigin]);
  });

  it('waits for the table that arrives after it', async () => {
    const { promise, resolve } = Promise.withResolvers<RequestTable>();
    start(promise);
    expect(await deliver(question)).toEqual([]);
    resolve(table());
    await promise;
    expect(await deliver(null)).toEqual([answer]);
  });

  it('without id is carried out and not answered', async () => {
    start();
    expect(await deliver({ origin: 'iframe', action: 'ready' })).toEqual([]);
    expect(called).toEqual(['ready']);
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
    start(table({ isLoggedIn: fails }));
    expect(await deliver(question)).toEqual([
      { origin: 'container', action: 'isLoggedIn', id: 7, error: expected },
    ]);
  });
});

describe('ignored', () => {
  it.each([
    ['from another window', question, { source: {} }],
    ['without a window', question, { source: null }],
    ['from another origin', question, { origin: 'https://evil.example' }],
    ['from an origin that begins alike', question, { origin: `${contentOrigin}.evil.example` }],
    ['from the content’s host without TLS', question, { origin: 'http://content.example' }],
    ['from a sandboxed page', question, { origin: 'null' }],
    ['without marker', { action: 'isLoggedIn', id: 7 }, {}],
    ['with another marker', { ...question, origin: 'container' }, {}],
    ['without action', { origin: 'iframe', id: 7 }, {}],
    ['with a list as action', { ...question, action: ['isLoggedIn'] }, {}],
    ['with inherited marker and action', Object.create(question), {}],
    ['text', 'isLoggedIn', {}],
    ['nothing', null, {}],
  ])('%s', async (_, data, from) => {
    start();
    expect(await deliver(data, from)).toEqual([]);
    expect(called).toEqual([]);
  });

  it('everything while no frame is open, even from a window that is gone', async () => {
    frame = { ...frame, isOpen: false, window: null };
    start();
    expect(await deliver(question, { source: null })).toEqual([]);
  });

  it('another origin in the frame, logged once', async () => {
    start();
    await deliver(question, { origin: 'https://evil.example' });
    await deliver(question, { origin: 'https://evil.example' });
    expect(console.warn).toHaveBeenCalledTimes(1);
  });
});

describe('an unknown action', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'getToken', ''])(
    '%j is logged and answered with an error',
    async (action) => {
      start();
      expect(await deliver({ origin: 'iframe', action, id: 1 })).toMatchObject([
        { action, id: 1, error: { code: 'UNKNOWN_ACTION' } },
      ]);
      expect(console.warn).toHaveBeenCalledOnce();
      expect(called).toEqual([]);
    },
  );

  it('is logged once, and no more than sixteen of them are', async () => {
    start();
    for (const action of ['nope', 'nope', 'nope']) await deliver({ origin: 'iframe', action });
    expect(console.warn).toHaveBeenCalledOnce();
    for (let index = 0; index < 30; index++)
      await deliver({ origin: 'iframe', action: `nope ${index}` });
    expect(console.warn).toHaveBeenCalledTimes(16);
  });

  it('without id is only logged', async () => {
    start();
    expect(await deliver({ origin: 'iframe', action: 'nope' })).toEqual([]);
    expect(console.warn).toHaveBeenCalledOnce();
  });
});

describe('limits', () => {
  it('refuse a payload that is too heavy before anything looks at it', async () => {
    start();
    const payload = { text: 'x'.repeat(payloadLimit + 1) };
    expect(await deliver({ ...question, action: 'encodeChallenge', payload })).toMatchObject([
      { error: { code: 'BAD_PAYLOAD' } },
    ]);
    expect(called).toEqual([]);
  });

  it('refuse requests while too many are under way, and accept them again afterwards', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    start(table({ isLoggedIn: () => promise }));
    for (let id = 0; id < 256; id++) browser.fire('message', fromContent({ ...question, id }));
    passSeconds(10);
    expect(await deliver(question)).toMatchObject([
      { error: { code: 'UNAVAILABLE', message: 'Too many requests are under way.' } },
    ]);
    resolve(true);
    await deliver(null);
    content.posted.length = 0;
    expect(await deliver(question)).toEqual([answer]);
  });

  it.each([
    ['greetings', { ...question, action: 'hello' }],
    ['unknown actions', { ...question, action: 'nope' }],
    ['requests', question],
  ])('throttle %s: refused beyond a burst, then not even read', async (_, message) => {
    start();
    for (let sent = 0; sent < 256; sent++) browser.fire('message', fromContent(message));
    await deliver(null);
    expect(refusals(), 'the burst is taken').toBe(0);
    for (let sent = 0; sent < 255; sent++) browser.fire('message', fromContent(message));
    expect(refusals(), 'and what is beyond is told so').toBe(255);
    const read = vi.fn<() => unknown>(() => message);
    for (let sent = 0; sent < 20_000; sent++)
      browser.fire(
        'message',
        Object.defineProperty({ source: content, origin: contentOrigin }, 'data', { get: read }),
      );
    expect(read).not.toHaveBeenCalled();
    expect(refusals()).toBe(255);
  });

  it('take 128 messages a second in the long run', async () => {
    start();
    for (let sent = 0; sent < 600; sent++) browser.fire('message', fromContent(question));
    await deliver(null);
    content.posted.length = 0;
    passSeconds(1);
    for (let sent = 0; sent < 200; sent++) browser.fire('message', fromContent(question));
    await deliver(null);
    expect(content.posted.length - refusals()).toBe(128);
  });

  it('refuse what JSON cannot carry', async () => {
    start();
    for (const payload of [{ text: 1n }, new Map(), [new Date()]]) {
      content.posted.length = 0;
      expect(await deliver({ ...question, action: 'encodeChallenge', payload })).toMatchObject([
        { error: { code: 'BAD_PAYLOAD' } },
      ]);
    }
    expect(called).toEqual([]);
  });
});

it('tells the content when the session is lost', () => {
  start();
  bridge.emit('session-lost', { reason: 'token expired' });
  expect(content.posted).toEqual([
    [
      { origin: 'container', event: 'session-lost', payload: { reason: 'token expired' } },
      contentOrigin,
    ],
  ]);
});
