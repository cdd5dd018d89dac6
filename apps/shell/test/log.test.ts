import { CallFailed } from '@lectern/contracts/client';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { SignInError } from '../src/auth/sign-in-error.ts';
import { describeCause } from '../src/logging/describe-cause.ts';
import type { FixedText } from '../src/logging/detail.ts';
import { levels, log, setUpLog } from '../src/logging/log.ts';
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
});

describe('the log', () => {
  it('keeps the last 100 entries, those of earlier pages included', () => {
    const earlier = Array.from({ length: 100 }, (_, index) => ({ message: `earlier ${index}` }));
    localStorage.setItem('persistentLogs', JSON.stringify(earlier));
    log('info', 'entry');
    vi.runAllTimers();
    expect(stored()).toHaveLength(100);
    expect(stored().at(0)).toEqual({ message: 'earlier 1' });

    for (let index = 0; index < 105; index++) {
      vi.setSystemTime(index);
      log('info', 'entry');
    }
    vi.runAllTimers();
    expect(stored()).toHaveLength(100);
    expect(stored().at(0)).toMatchObject({ time: new Date(5).toISOString() });
    expect(stored().at(-1)).toEqual({
      time: new Date(104).toISOString(),
      level: 'info',
      message: 'entry',
    });
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
    const correlationId = crypto.randomUUID();
    const cause = new CallFailed(name, 'refused', 'userGet: Mia Keller', {
      status: 404,
      correlationId,
      messages: [{ code: 'USER_NOT_FOUND', text: 'Mia Keller' }],
      cause: { token: 'eyJhbGciOi' },
    });
    setUpLog({ level: 'info', describe: describeCause, follow: () => {} });
    log('error', 'Could not load.', cause);
    vi.runAllTimers();
    const detail = {
      name: 'CallFailed',
      service: 'aua',
      call: 'userGet',
      kind: 'refused',
      code: 'USER_NOT_FOUND',
      status: 404,
      correlationId,
    };
    expect(stored()).toEqual([
      { time: expect.any(String), level: 'error', message: 'Could not load.', detail },
    ]);
    expect(console.error).toHaveBeenCalledExactlyOnceWith(
      `Could not load. (name: CallFailed, service: aua, call: userGet, kind: refused, code: USER_NOT_FOUND, status: 404, correlationId: ${correlationId})`,
    );
  });

  it('says why a sign-in was refused, which is a text of the program’s own', () => {
    const reason = 'Popup window closed';
    expect(describeCause(new SignInError(reason))).toEqual({ name: 'SignInError', reason });
    expect(describeCause(new Error(reason))).toEqual({ name: 'Error' });
    expectTypeOf<ConstructorParameters<typeof SignInError<string>>>().toEqualTypeOf<[never]>();
  });

  it.each([
    ['debug', ['debug', 'info', 'warning', 'error']],
    ['info', ['info', 'warning', 'error']],
    ['warning', ['warning', 'error']],
    ['error', ['error']],
  ] as const)('at level %s writes %j', (level, expected) => {
    const followed: string[] = [];
    setUpLog({ level, describe: describeCause, follow: (entry) => followed.push(entry.level) });
    for (const each of levels) log(each, 'entry');
    vi.runAllTimers();
    expect(stored().map((entry) => Reflect.get(entry, 'level'))).toEqual(expected);
    expect(followed).toEqual(expected);
    const methods = (['debug', 'info', 'warn', 'error'] as const).map((name) => console[name]);
    const written = methods.reduce((sum, method) => sum + vi.mocked(method).mock.calls.length, 0);
    expect(written).toBe(expected.length);
  });

  it('writes no debug entries until something else is configured', async () => {
    vi.resetModules();
    const anew = await import('../src/logging/log.ts');
    anew.log('debug', 'entry');
    anew.log('info', 'entry');
    vi.runAllTimers();
    expect(stored()).toMatchObject([{ level: 'info' }]);
  });

  it('takes no text with a variable in it', () => {
    expectTypeOf<FixedText<'fixed' | `a ${'b' | 'c'}`>>().toEqualTypeOf<'fixed' | 'a b' | 'a c'>();
    expectTypeOf<FixedText<string>>().toBeNever();
    expectTypeOf<FixedText<`Hello ${string}`>>().toBeNever();
    expectTypeOf<FixedText<`a ${number}`>>().toBeNever();
    expectTypeOf<FixedText<'fixed' | `Hello ${string}`>>().toEqualTypeOf<'fixed'>();
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
