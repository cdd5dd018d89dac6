import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashOfPerson } from '../src/auth/person.ts';
import { otherTabsSavingLimitInMs } from '../src/auth/sign-in-defaults.ts';
import type { UserRecord } from '../src/auth/user-record.ts';
import { createOtherTabs } from '../src/session/other-tabs.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

const issuer = 'https://id.example';
const held = { profile: { sub: 'mia' } } as UserRecord;
const onSignedOut = vi.fn<() => void>();
let browser: FakeWindow;

beforeEach(() => {
  browser = fakeBrowser();
  onSignedOut.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const tab = (tokens: { held: UserRecord | undefined } = { held }) =>
  createOtherTabs({ issuer, tokens, onSignedOut });

describe('a sign-out', () => {
  it('is told, and leaves nothing behind', async () => {
    const written = vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem');
    await tab().tellSignedOut('hash');
    expect(written).toHaveBeenCalledExactlyOnceWith('signedOut', 'hash');
    expect(localStorage).toHaveLength(0);
  });

  it.each([
    ['the same person', 'mia', 1],
    ['another one', 'ben', 0],
  ])('of %s in another tab counts so often here', async (_, subject, times) => {
    tab();
    const newValue = await hashOfPerson(issuer, subject);
    browser.fire('storage', { key: 'signedOut', newValue });
    // The removal that follows says nothing.
    browser.fire('storage', { key: 'signedOut', newValue: null });
    browser.fire('storage', { key: 'leftPlaces', newValue });
    const before = await hashOfPerson(issuer, 'mia');
    expect(before).toHaveLength(64);
    await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalledTimes(times));
  });

  it('means nothing to a tab where nobody is signed in', async () => {
    const tokens = { held: undefined };
    expect(await tab(tokens).person()).toBeUndefined();
    browser.fire('storage', { key: 'signedOut', newValue: await hashOfPerson(issuer, 'mia') });
    await hashOfPerson(issuer, 'mia');
    expect(onSignedOut).not.toHaveBeenCalled();
  });
});

describe('other tabs that are saving', () => {
  it('are waited for', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [leaving, other] = [tab(), tab()];
    void other.saving(promise);
    const person = (await leaving.person())!;
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
    let isTold = false;
    const told = leaving.tellSignedOut(person).then(() => (isTold = true));
    await vi.waitFor(async () => expect((await navigator.locks.query()).pending).toHaveLength(1));
    expect(isTold).toBe(false);
    resolve();
    await told;
  });

  it('are not waited for longer than the limit', async () => {
    const [leaving, other] = [tab(), tab()];
    const { promise, resolve } = Promise.withResolvers<void>();
    void other.saving(promise);
    const person = (await leaving.person())!;
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
      expect(limit).toBe(otherTabsSavingLimitInMs);
      return AbortSignal.abort();
    });
    await leaving.tellSignedOut(person);
    expect(timeout).toHaveBeenCalledOnce();
    resolve();
  });

  it('hold one lock, however often they say so', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const other = tab();
    void other.saving(promise);
    void other.saving(promise);
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(1));
    void other.saving(promise);
    await other.person();
    expect((await navigator.locks.query()).pending).toHaveLength(0);
    resolve();
    await vi.waitFor(async () => expect((await navigator.locks.query()).held).toHaveLength(0));
  });
});
