import { CallFailed } from '@lectern/contracts/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '../src/logging/log.ts';
import { fakeBrowser } from './fake-browser.ts';

const stored = () => JSON.parse(localStorage.getItem('persistentLogs') ?? '[]') as object[];

beforeEach(() => void fakeBrowser());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the log', () => {
  it('keeps the last 100 entries', () => {
    for (let index = 0; index < 105; index++) log('info', `entry ${index}`);
    expect(stored()).toHaveLength(100);
    expect(stored().at(0)).toMatchObject({ message: 'entry 5' });
    expect(stored().at(-1)).toMatchObject({ level: 'info', message: 'entry 104' });
  });

  it('names a failed call by its codes, and nothing that came with it', () => {
    const cause = new CallFailed('userGet', 'refused', 'userGet: Mia Keller', {
      status: 404,
      correlationId: 'c-1',
      messages: [{ code: 'USER_NOT_FOUND', text: 'Mia Keller' }],
      cause: { token: 'eyJhbGciOi' },
    });
    log('error', 'Could not load.', cause);
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
    vi.stubGlobal('localStorage', {
      getItem: () => '[]',
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    expect(() => log('error', 'x')).not.toThrow();
    expect(console.error).toHaveBeenCalledTimes(2);
  });
});
