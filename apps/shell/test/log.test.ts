import { CallFailed } from '@lectern/contracts/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '../src/logging/log.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

let browser: FakeWindow;

const stored = () => JSON.parse(localStorage.getItem('persistentLogs') ?? '[]') as object[];

/** How often local storage has been written. */
let writes: number;

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  writes = 0;
  const storage = localStorage;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem(key: string, value: string) {
      writes++;
      storage.setItem(key, value);
    },
  });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the log', () => {
  it('keeps the last 100 entries', () => {
    for (let index = 0; index < 105; index++) log('info', `entry ${index}`);
    vi.runAllTimers();
    expect(stored()).toHaveLength(100);
    expect(stored().at(0)).toMatchObject({ message: 'entry 5' });
    expect(stored().at(-1)).toMatchObject({ level: 'info', message: 'entry 104' });
  });

  it('stores a burst at once, and what comes after it in its turn', () => {
    for (let index = 0; index < 1000; index++) log('info', 'burst');
    expect(writes, 'none of them in the way of what logged it').toBe(0);
    vi.runAllTimers();
    expect(writes).toBe(1);
    log('info', 'later');
    vi.runAllTimers();
    expect(stored()).toHaveLength(100);
    expect(stored().at(-1)).toMatchObject({ message: 'later' });
  });

  it('loses nothing when the page goes', () => {
    log('info', 'last words');
    browser.fire('pagehide');
    expect(stored()).toMatchObject([{ message: 'last words' }]);
    vi.runAllTimers();
    expect(writes).toBe(1);
  });

  it('names a failed call by its codes, and nothing that came with it', () => {
    const name = { service: 'aua', name: 'userGet' } as const;
    const cause = new CallFailed(name, 'refused', 'userGet: Mia Keller', {
      status: 404,
      correlationId: 'c-1',
      messages: [{ code: 'USER_NOT_FOUND', text: 'Mia Keller' }],
      cause: { token: 'eyJhbGciOi' },
    });
    log('error', 'Could not load.', cause);
    vi.runAllTimers();
    const [entry] = stored();
    expect(entry).toMatchObject({
      message:
        'Could not load. (name: CallFailed, call: userGet, code: USER_NOT_FOUND, status: 404, correlationId: c-1)',
    });
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('fails nobody when storage is full or damaged', () => {
    localStorage.setItem('persistentLogs', '{broken');
    expect(() => log('error', 'x')).not.toThrow();
    expect(() => vi.runAllTimers()).not.toThrow();
    vi.stubGlobal('localStorage', {
      getItem: () => '[]',
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(() => log('error', 'x')).not.toThrow();
    expect(() => vi.runAllTimers()).not.toThrow();
    expect(console.error).toHaveBeenCalledTimes(2);
  });
});
