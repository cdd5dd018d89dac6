import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createTokenKeeper,
  type TokenKeeper,
  type TokenKeeperOptions,
} from '../src/auth/token-keeper.ts';
import { frameTimedOut, SignInError } from '../src/auth/sign-in-error.ts';
import type { UserRecord } from '../src/auth/user-record.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';
import { someUserRecord } from './some-user-record.ts';

let browser: FakeWindow;
let keeper: TokenKeeper;
const renewTokens = vi.fn<TokenKeeperOptions['renewTokens']>();
const confirmTokens = vi.fn<(record: UserRecord) => Promise<UserRecord>>();
const onChange = vi.fn<(record: UserRecord) => void>();
const onLost = vi.fn<(why: 'expired' | 'refused', error: unknown) => void>();

const onExpiring = vi.fn<(inMs: number) => void>();
const onResumed = vi.fn<() => void>();

const options = { renewTokens, confirmTokens, onChange, onExpiring, onResumed, onLost };

/** Tokens that live this long from now. */
function record(name: string, lifetimeInSeconds = 300): UserRecord {
  return someUserRecord({
    access_token: name,
    refresh_token: `refresh-${name}`,
    expires_at: Date.now() / 1000 + lifetimeInSeconds,
  });
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  renewTokens.mockReset().mockImplementation(async () => record('renewed'));
  confirmTokens.mockReset().mockImplementation(async () => record('confirmed'));
  onChange.mockReset();
  onLost.mockReset();
  onExpiring.mockReset();
  onResumed.mockReset();
  keeper = createTokenKeeper({ ...options, tabClaimed: () => Promise.resolve() });
});
afterEach(() => {
  keeper.release();
});

describe('tokens are renewed', () => {
  it('60 s before they expire, and then again', async () => {
    keeper.hold(record('first'));
    await pass(239);
    expect(renewTokens).not.toHaveBeenCalled();
    await pass(1);
    expect((await keeper.current())?.access_token).toBe('renewed');
    expect(onChange).toHaveBeenCalledOnce();
    await pass(240);
    expect(renewTokens).toHaveBeenCalledTimes(2);
  });

  it('at half their time when they live shorter than the notice', async () => {
    keeper.hold(record('short', 40));
    await pass(19);
    expect(renewTokens).not.toHaveBeenCalled();
    await pass(1);
    expect(renewTokens).toHaveBeenCalledOnce();
  });

  it.each(['online', 'pageshow'])('on %s, when the timer has slept', async (event) => {
    keeper.hold(record('first'));
    vi.setSystemTime(Date.now() + 250_000);
    browser.fire(event);
    await pass(0);
    expect(renewTokens).toHaveBeenCalledOnce();
  });

  it('once for all who ask meanwhile', async () => {
    keeper.hold(record('first'));
    await Promise.all([keeper.renew(), keeper.renew()]);
    expect((await keeper.current())?.access_token).toBe('renewed');
    expect(renewTokens).toHaveBeenCalledOnce();
  });

  it('without holding up those who can use the ones that still hold', async () => {
    renewTokens.mockReturnValue(new Promise(() => {}));
    keeper.hold(record('first'));
    await pass(240);
    expect(renewTokens).toHaveBeenCalledOnce();
    expect((await keeper.current())?.access_token).toBe('first');
  });

  it('before expired ones are given out: the renewal under way is waited for', async () => {
    const { promise, resolve } = Promise.withResolvers<UserRecord>();
    renewTokens.mockReturnValue(promise);
    keeper.hold(record('first'));
    await pass(240);
    vi.setSystemTime(Date.now() + 61_000);
    const waiting = keeper.current();
    resolve(record('renewed'));
    expect((await waiting)?.access_token).toBe('renewed');
    expect(renewTokens).toHaveBeenCalledOnce();
  });

  it('before expired ones are given out: a renewal is started', async () => {
    keeper.hold(record('first'));
    // As on a device that has slept, and before any event says so.
    vi.setSystemTime(Date.now() + 3_600_000);
    expect((await keeper.current())?.access_token).toBe('renewed');
    expect(renewTokens).toHaveBeenCalledOnce();
  });

  it('again as soon as that may be, where they live shorter than the time between two renewals', async () => {
    renewTokens.mockImplementation(async () => record('renewed', 6));
    keeper.hold(record('first', 6));
    await pass(3);
    expect(renewTokens).toHaveBeenCalledTimes(1);
    // Half their time is over sooner.
    await pass(9.9);
    expect(renewTokens).toHaveBeenCalledTimes(1);
    await pass(0.1);
    expect(renewTokens).toHaveBeenCalledTimes(2);
    await pass(10);
    expect(renewTokens).toHaveBeenCalledTimes(3);
    expect(keeper.held?.access_token).toBe('renewed');
    expect(onLost).not.toHaveBeenCalled();
  });

  it('not any more after a sign-out, also where a renewal was to be tried again', async () => {
    renewTokens.mockImplementation(async () => record('renewed', 6));
    keeper.hold(record('first', 6));
    await pass(7);
    keeper.release();
    await pass(60);
    expect(renewTokens).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('also right after a renewal, where the device has slept since and its timers stood still', async () => {
    keeper.hold(record('first'));
    await keeper.renew();
    renewTokens.mockImplementation(async () => record('after the sleep'));
    vi.setSystemTime(Date.now() + 3_600_000);
    expect((await keeper.current())?.access_token).toBe('after the sleep');
  });

  it('not again at once for a service that takes no token at all', async () => {
    keeper.hold(record('first'));
    await keeper.renew();
    await keeper.renew();
    expect(renewTokens).toHaveBeenCalledOnce();
  });
});

describe('a renewal that fails', () => {
  it('is tried again while the provider cannot be reached', async () => {
    renewTokens.mockImplementationOnce(unreachable).mockImplementationOnce(unreachable);
    keeper.hold(record('first'));
    await pass(240 + 1 + 2);
    expect(renewTokens).toHaveBeenCalledTimes(3);
    expect((await keeper.current())?.access_token).toBe('renewed');
    expect(onLost).not.toHaveBeenCalled();
  });

  it('says once how long the session still holds, and that it goes on after all: SESSION-2', async () => {
    renewTokens.mockImplementationOnce(unreachable).mockImplementationOnce(unreachable);
    keeper.hold(record('first'));
    await pass(240);
    expect(onExpiring).toHaveBeenCalledExactlyOnceWith(60_000);
    await pass(1);
    expect(onResumed).not.toHaveBeenCalled();
    await pass(2);
    expect(onExpiring).toHaveBeenCalledOnce();
    expect(onResumed).toHaveBeenCalledOnce();
  });

  it('is tried again as soon as the network is back', async () => {
    renewTokens.mockImplementation(unreachable);
    keeper.hold(record('first'));
    await pass(240 + 1 + 2 + 4);
    const tries = renewTokens.mock.calls.length;
    browser.fire('online');
    await pass(0);
    expect(renewTokens).toHaveBeenCalledTimes(tries + 1);
  });

  it('is given up when the token expires', async () => {
    renewTokens.mockImplementation(unreachable);
    keeper.hold(record('first'));
    await pass(240);
    expect(onLost).not.toHaveBeenCalled();
    await pass(60);
    expect(onLost).toHaveBeenCalledExactlyOnceWith('expired', expect.any(TypeError));
    const isLastOf = renewTokens.mock.calls.map(([, isLast]) => isLast);
    expect(isLastOf.indexOf(true)).toBe(isLastOf.length - 1);
    expect(onResumed).not.toHaveBeenCalled();
  });

  it('gets its time also when the device wakes after the expiry', async () => {
    renewTokens.mockImplementationOnce(unreachable);
    keeper.hold(record('old', -3600));
    await pass(1);
    expect(onLost).not.toHaveBeenCalled();
    expect((await keeper.current())?.access_token).toBe('renewed');
  });

  it('is lost at once when the provider or a check says no', async () => {
    renewTokens.mockRejectedValue(new SignInError('The renewal names another subject'));
    keeper.hold(record('first'));
    await pass(240);
    expect(onLost).toHaveBeenCalledExactlyOnceWith('refused', expect.any(SignInError));
    expect(renewTokens).toHaveBeenCalledOnce();
    expect(keeper.isLost).toBe(true);
    keeper.hold(record('of the next sign-in'));
    expect(keeper.isLost).toBe(false);
  });

  it('is tried again where the hidden frame does not come back, until the token ends', async () => {
    renewTokens.mockRejectedValue(new SignInError(frameTimedOut));
    keeper.hold(record('first'));
    await pass(299);
    expect(onLost).not.toHaveBeenCalled();
    expect((await keeper.current())?.access_token).toBe('first');
    await pass(1);
    expect(onLost).toHaveBeenCalledExactlyOnceWith('expired', expect.any(SignInError));
  });

  it('is tried a last time when the token ends', async () => {
    renewTokens.mockImplementation(unreachable);
    keeper.hold(record('first'));
    await pass(299.9);
    renewTokens.mockImplementation(async () => record('renewed'));
    await pass(0.1);
    expect((await keeper.current())?.access_token).toBe('renewed');
    expect(onLost).not.toHaveBeenCalled();
  });
});

describe('a session that has changed at the provider', () => {
  it('is confirmed by tokens of its own kind, also right after a renewal', async () => {
    keeper.hold(record('first'));
    await keeper.renew();
    await keeper.confirm();
    expect(keeper.held?.access_token).toBe('confirmed');
    expect([renewTokens.mock.calls.length, confirmTokens.mock.calls.length]).toEqual([1, 1]);
  });

  it('waits for a renewal that is under way', async () => {
    const { promise, resolve } = Promise.withResolvers<UserRecord>();
    renewTokens.mockReturnValue(promise);
    keeper.hold(record('first'));
    void keeper.renew();
    const confirmed = keeper.confirm();
    await pass(0);
    expect(confirmTokens).not.toHaveBeenCalled();
    resolve(record('renewed'));
    await confirmed;
    expect(confirmTokens.mock.lastCall?.[0].access_token).toBe('renewed');
  });

  it('is lost when nobody is signed in there any more', async () => {
    confirmTokens.mockRejectedValue(new SignInError('The renewal names another subject'));
    keeper.hold(record('first'));
    expect(await keeper.confirm()).toBe(true);
    expect(onLost).toHaveBeenCalledExactlyOnceWith('refused', expect.any(SignInError));
  });

  it.each([
    ['the hidden frame does not come back', () => new SignInError(frameTimedOut)],
    ['the provider is away', () => new TypeError('Failed to fetch')],
  ])('is not lost where %s: that is logged, and asked again', async (_, failure) => {
    confirmTokens.mockRejectedValueOnce(failure());
    keeper.hold(record('first'));
    expect(await keeper.confirm()).toBe(false);
    expect(onLost).not.toHaveBeenCalled();
    expect(keeper.held?.access_token).toBe('first');
    expect(console.warn).toHaveBeenCalledOnce();
    expect(await keeper.confirm()).toBe(true);
    expect(keeper.held?.access_token).toBe('confirmed');
  });

  it('is renewed in time also where the renewal fell due while nobody answered', async () => {
    const { promise, reject } = Promise.withResolvers<UserRecord>();
    confirmTokens.mockReturnValueOnce(promise);
    keeper.hold(record('first'));
    await pass(235);
    const confirmed = keeper.confirm();
    await pass(10);
    expect(renewTokens).not.toHaveBeenCalled();
    reject(new SignInError(frameTimedOut));
    await confirmed;
    await pass(54);
    expect(renewTokens).toHaveBeenCalledOnce();
    expect(keeper.held?.access_token).toBe('renewed');
  });
});

describe('after signing out', () => {
  it('nothing is renewed', async () => {
    keeper.hold(record('first'));
    expect(keeper.release()?.access_token).toBe('first');
    await pass(300);
    expect(renewTokens).not.toHaveBeenCalled();
    expect(await keeper.current()).toBeUndefined();
  });

  it('tokens of a renewal that was under way are not taken', async () => {
    const { promise, resolve } = Promise.withResolvers<UserRecord>();
    renewTokens.mockReturnValue(promise);
    keeper.hold(record('first'));
    await pass(240);
    keeper.release();
    resolve(record('late'));
    await pass(0);
    expect(onChange).not.toHaveBeenCalled();
    expect(await keeper.current()).toBeUndefined();
  });
});

describe('a copied tab', () => {
  it('renews without the refresh token, and not before it knows', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const copy = createTokenKeeper({ ...options, tabClaimed: () => promise });
    copy.hold(record('copied', -10));
    await pass(0);
    expect(renewTokens).not.toHaveBeenCalled();
    copy.dropRefreshToken();
    expect(onChange.mock.lastCall?.[0]).not.toHaveProperty('refresh_token');
    resolve();
    await pass(0);
    expect(renewTokens.mock.lastCall?.[0]).not.toHaveProperty('refresh_token');
    copy.release();
  });
});
