import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBridge, type Bridge, type Direction } from '../src/bridge/bridge.ts';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { contentWindow } from './content-window.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

const origin = 'https://content.example';

let browser: FakeWindow;
let content: ReturnType<typeof contentWindow>;
let bridge: Bridge;
/** What the listener has heard. */
let heard: [Direction, unknown][];
let isOpen: boolean;

beforeEach(() => {
  browser = fakeBrowser();
  vi.spyOn(performance, 'now').mockReturnValue(0);
  content = contentWindow();
  heard = [];
  isOpen = true;
  const frame: ContentFrame = {
    get window() {
      return isOpen ? (content as unknown as Window) : null;
    },
    get isOpen() {
      return isOpen;
    },
    isLoaded: true,
    open() {},
    close() {},
    subscribe: () => () => {},
  };
  const dispatch = Promise.resolve(async () => ({ result: true }));
  bridge = openBridge(frame, origin, 'de-CH', dispatch, (direction, message) =>
    heard.push([direction, message]),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function deliver(data: unknown, from: object = {}): Promise<void> {
  browser.fire('message', { data, source: content, origin, ...from });
  await new Promise((resolve) => setTimeout(resolve));
}

it('hears a request as it came, and the answer as it is sent', async () => {
  const request = { origin: 'iframe', action: 'isLoggedIn', id: 7 };
  await deliver(request);
  expect(heard).toEqual([
    ['to shell', request],
    ['to content', { origin: 'container', action: 'isLoggedIn', id: 7, result: true }],
  ]);
  expect(heard[1]?.[1]).toBe(content.posted[0]?.[0]);
});

it('hears what is ignored for want of a marker, so that authors see why nothing happens', async () => {
  await deliver({ action: 'isLoggedIn', id: 7 });
  expect(heard).toEqual([['to shell', { action: 'isLoggedIn', id: 7 }]]);
  expect(content.posted).toEqual([]);
});

it('hears events', () => {
  const payload = { reason: 'token expired' };
  bridge.emit('session-lost', payload);
  expect(heard).toEqual([['to content', { origin: 'container', event: 'session-lost', payload }]]);
});

it.each([
  ['another window', { source: {} }],
  ['another origin', { origin: 'https://evil.example' }],
])('hears nothing from %s', async (_what, from) => {
  await deliver({ origin: 'iframe', action: 'isLoggedIn', id: 7 }, from);
  expect(heard).toEqual([]);
});

it('hears nothing of what the limits leave unread', () => {
  const flood = { data: 'flood', source: content, origin };
  for (let sent = 0; sent < 2_000; sent++) browser.fire('message', flood);
  expect(heard).toHaveLength(512);
});

it('hears of no answer that nobody was there for', async () => {
  browser.fire('message', {
    data: { origin: 'iframe', action: 'isLoggedIn', id: 7 },
    source: content,
    origin,
  });
  isOpen = false;
  await new Promise((resolve) => setTimeout(resolve));
  expect(heard.map(([direction]) => direction)).toEqual(['to shell']);
});
