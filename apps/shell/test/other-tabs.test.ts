import { beforeEach, describe, expect, it, vi } from 'vitest';
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
    ['of another person', 'signedOut', hashOfPerson(issuer, 'ben')],
    ['that is removed again', 'signedOut', null],
    ['of another name', 'leftPlaces', hashOfPerson(issuer, 'mia')],
  ])('in another tab counts here, and an entry %s does not', async (_, key, value) => {
    const [other, mia] = [await value, await hashOfPerson(issuer, 'mia')];
    const digest = vi.spyOn(crypto.subtle, 'digest');
    tab();
    browser.fire('storage', { key, newValue: other });
    browser.fire('storage', { key: 'signedOut', newValue: mia });
    await vi.waitFor(() => expect(onSignedOut).toHaveBeenCalled());
    // Hashes may come in any order: the first entry, too, has been dealt with.
    await Promise.all(digest.mock.results.map(({ value: hash }) => hash));
    await new Promise((resolve) => setImmediate(resolve));
    expect(onSignedOut).toHaveBeenCalledOnce();
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
    const telling = leaving.tellSignedOut(person).then(() => (isTold = true));
    await vi.waitFor(async () => expect((await navigator.locks.query()).pending).toHaveLength(1));
    expect(isTold).toBe(false);
    resolve();
    await telling;
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

  it('where locks are denied are not waited for, and may say so again', async () => {
    const request = vi.fn<() => Promise<void>>(() =>
      Promise.reject(new DOMException('Denied', 'SecurityError')),
    );
    vi.stubGlobal('navigator', { locks: { request } });
    const other = tab();
    await other.saving(Promise.resolve());
    await other.saving(Promise.resolve());
    expect(request).toHaveBeenCalledTimes(2);
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

  it('let go where the browser puts the page away, and are waited for again when it is back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const other = tab();
    const saving = other.saving(promise);
    const held = async () => (await navigator.locks.query()).held;
    await vi.waitFor(async () => expect(await held()).toHaveLength(1));
    browser.fire('pagehide');
    await vi.waitFor(async () => expect(await held()).toHaveLength(0));
    browser.fire('pageshow', { persisted: true });
    await vi.waitFor(async () => expect(await held()).toHaveLength(1));
    resolve();
    await saving;
    expect(await held()).toHaveLength(0);
  });
});
