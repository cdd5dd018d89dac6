import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LogEntry } from '../src/logging/log.ts';
import {
  batchMaximum,
  batchMaximumInBytes,
  createLogPost,
  failurePauses,
  gatheringTimeInMs,
  queueMaximum,
  type LogPost,
} from '../src/logging/post-log.ts';
import { startLogging } from '../src/logging/start-logging.ts';
import { log } from '../src/logging/log.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

const address = 'https://log.example/entries';
const { firstInMs, longestInMs } = failurePauses;

let browser: FakeWindow;
let answer: () => Promise<Response>;
const request = vi.fn<(address: string, init: { body: string }) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  answer = async () => new Response();
  request.mockReset().mockImplementation(() => answer());
  vi.stubGlobal('fetch', request);
});

const entry = (message: string): LogEntry => ({
  time: '2026-11-21T00:00:00Z',
  level: 'info',
  message,
});
const bodies = () => request.mock.calls.map(([, { body }]) => body);
const posts = () => bodies().map((body) => JSON.parse(body) as LogPost);
const messages = () => posts().map(({ entries }) => entries.map(({ message }) => message));
const after = (timeInMs: number) => vi.advanceTimersByTimeAsync(timeInMs);

describe('entries', () => {
  it('are gathered, and posted in one request that names nobody and outlives its page', async () => {
    const post = createLogPost(address);
    post(entry('a'));
    await after(gatheringTimeInMs - 1);
    post(entry('b'));
    expect(request).not.toHaveBeenCalled();
    await after(1);
    expect(messages()).toEqual([['a', 'b']]);
    expect(request).toHaveBeenCalledWith(
      address,
      expect.objectContaining({
        method: 'POST',
        keepalive: true,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { 'Content-Type': 'application/json' },
      }),
    );
    await after(10 * longestInMs);
    expect(request).toHaveBeenCalledOnce();
  });

  it('are posted at once when they are many', async () => {
    const post = createLogPost(address);
    for (let index = 0; index < batchMaximum; index++) post(entry(`${index}`));
    await after(0);
    expect(messages().map(({ length }) => length)).toEqual([batchMaximum]);
  });

  it('make posts of a limited size, in their order', async () => {
    const post = createLogPost(address);
    // Three bytes for each character.
    for (let index = 0; index < 50; index++) post(entry(`${index} ${'€'.repeat(400)}`));
    await after(10 * gatheringTimeInMs);
    for (const body of bodies())
      expect(new TextEncoder().encode(body).length).toBeLessThanOrEqual(batchMaximumInBytes);
    expect(
      messages()
        .flat()
        .map((message) => Number.parseInt(message, 10)),
    ).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('go with the page, those that wait for a pause included', async () => {
    const post = createLogPost(address);
    answer = async () => new Response(null, { status: 503 });
    post(entry('a'));
    await after(gatheringTimeInMs);
    post(entry('b'));
    browser.fire('pagehide');
    expect(messages()).toEqual([['a'], ['a', 'b']]);
  });
});

describe('an address that fails', () => {
  it.each([
    ['is away', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is overloaded', async () => new Response(null, { status: 429 })],
    ['is broken', async () => new Response(null, { status: 500 })],
  ])(
    'because it %s is asked less and less often, and gets everything in the end',
    async (_, fails) => {
      const post = createLogPost(address);
      answer = fails;
      post(entry('a'));
      await after(gatheringTimeInMs);
      expect(request).toHaveBeenCalledTimes(1);
      post(entry('b'));
      await after(firstInMs / 2 - 1);
      expect(request).toHaveBeenCalledTimes(1);
      await after(3_600_000);
      const inAnHour = request.mock.calls.length;
      expect(inAnHour).toBeGreaterThan(3_600_000 / longestInMs);
      expect(inAnHour).toBeLessThan((2 * 3_600_000) / longestInMs + 8);
      answer = async () => new Response();
      await after(longestInMs);
      expect(messages().at(-1)).toEqual(['a', 'b']);
      await after(longestInMs);
      expect(request).toHaveBeenCalledTimes(inAnHour + 1);
    },
  );

  it('costs the oldest entries once they are too many, and says how many', async () => {
    const post = createLogPost(address);
    answer = async () => new Response(null, { status: 503 });
    for (let index = 0; index < queueMaximum + 30; index++) post(entry(`${index}`));
    await after(firstInMs);
    request.mockClear();
    answer = async () => new Response();
    await after(2 * longestInMs);
    expect(posts()[0]?.dropped).toBe(30);
    expect(messages().flat()[0]).toBe('30');
    expect(
      posts()
        .map(({ dropped }) => dropped)
        .slice(1),
    ).toEqual(Array.from({ length: queueMaximum / batchMaximum - 1 }, () => 0));
    expect(messages().flat()).toHaveLength(queueMaximum);
  });

  it('that refuses a post is not sent it again', async () => {
    const post = createLogPost(address);
    answer = async () => new Response(null, { status: 400 });
    post(entry('a'));
    await after(gatheringTimeInMs);
    answer = async () => new Response();
    post(entry('b'));
    await after(firstInMs);
    expect(posts().at(-1)).toMatchObject({ dropped: 1, entries: [{ message: 'b' }] });
  });

  it('is never logged', async () => {
    const post = createLogPost(address);
    answer = () => Promise.reject(new TypeError('Failed to fetch'));
    post(entry('a'));
    await after(3_600_000);
    for (const method of ['debug', 'info', 'warn', 'error'] as const)
      expect(console[method]).not.toHaveBeenCalled();
    expect(localStorage).toHaveLength(0);
  });
});

describe('posting', () => {
  const frame = {
    isOpen: true,
    isLoaded: false,
    subscribe: vi.fn<(listener: () => void) => () => void>(),
  };

  it('waits for the content, and then has what was logged before', async () => {
    startLogging({ level: 'info', address }, frame, () => {});
    log('error', 'Something failed.');
    log('debug', 'Not written.');
    await after(10 * gatheringTimeInMs);
    expect(request).not.toHaveBeenCalled();
    frame.isLoaded = true;
    for (const [listener] of frame.subscribe.mock.calls) listener();
    await vi.dynamicImportSettled();
    await after(gatheringTimeInMs);
    expect(messages()).toEqual([['Something failed.']]);
  });

  it('does not happen without an address', async () => {
    startLogging({ level: 'info' }, { ...frame, isOpen: false }, () => {});
    log('error', 'Something failed.');
    await vi.dynamicImportSettled();
    await after(10 * gatheringTimeInMs);
    expect(request).not.toHaveBeenCalled();
  });
});

it('a post to the shell’s own host carries the token against forged requests', async () => {
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=t', addEventListener() {} });
  const own = createLogPost('https://shell.example/log');
  vi.stubGlobal('location', new URL('https://shell.example/'));
  own(entry('a'));
  createLogPost(address)(entry('b'));
  await after(gatheringTimeInMs);
  const tokens = request.mock.calls.map(([asked, init]) => [
    asked,
    new Headers((init as RequestInit).headers).get('X-XSRF-TOKEN'),
  ]);
  expect(tokens).toEqual([
    ['https://shell.example/log', 't'],
    [address, null],
  ]);
});
