import { describe, expect, it, vi } from 'vitest';
import { issuedInFuture, SignInError } from '../src/auth/sign-in-error.ts';
import type { SignOutReason } from '../src/auth/sign-in-machine.ts';
import { otherTabsSavingLimitInMs } from '../src/auth/sign-in-defaults.ts';
import { notePlace, takeLeftPlace } from '../src/session/left-place.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { set } from './session-scene.ts';

fakeBrowserForEachTest();

const bach = { themaId: 'bach', subThemaNumber: '2' };
const person = 'hash of mia';

describe('where the user was', () => {
  const ends: Record<SignOutReason['kind'], 'kept' | 'forgotten'> = {
    'callback error': 'kept',
    'token expired': 'kept',
    'silent renew error': 'kept',
    'called logout page': 'forgotten',
    'signed out in another tab': 'forgotten',
    rejected: 'forgotten',
    'license pending': 'forgotten',
    'license ended': 'forgotten',
  };

  it.each(Object.entries(ends) as [SignOutReason['kind'], string][])(
    'after %s is %s',
    async (kind, what) => {
      const { control } = set({ endpoints: [] });
      notePlace(bach);
      await control.signOut({ kind });
      expect(takeLeftPlace(person)).toEqual(what === 'kept' ? bach : undefined);
      expect(sessionStorage).toHaveLength(0);
    },
  );
});

describe('after a sign-out that has not ended the session of the provider', () => {
  const lastPrompt = (happened: readonly string[]) =>
    new URL(happened.at(-1)!.replace('leaves for ', '')).searchParams.get('prompt');

  it('the next sign-in asks anew', async () => {
    const { control, happened } = set({ endpoints: [] });
    await control.signOut({ kind: 'called logout page' });
    control.enterLoginPage('');
    await control.startSignIn();
    expect(lastPrompt(happened)).toBe('login');
  });

  it('also where nothing can be stored', async () => {
    const { control, happened } = set({ endpoints: [] });
    vi.stubGlobal('localStorage', undefined);
    await control.signOut({ kind: 'called logout page' });
    await control.startSignIn();
    expect(lastPrompt(happened)).toBe('login');
  });

  it('in a frame: there the provider shows no page', async () => {
    vi.stubGlobal('parent', {});
    vi.stubGlobal('self', {});
    const { control, happened } = set();
    await control.signOut({ kind: 'called logout page' });
    expect(happened.at(-1)).toBe('shows /login');
    expect(localStorage.getItem('askAnew')).toBe('true');
  });

  it.each(['token expired', 'rejected'] as const)('(%s) nobody is asked anew', async (kind) => {
    const { control } = set({ endpoints: [] });
    await control.signOut({ kind });
    expect(localStorage.getItem('askAnew')).toBeNull();
  });
});

describe('a failure', () => {
  it('because of this device’s clock says so, with both times', async () => {
    const { control, store } = set();
    const actual = Math.floor(Date.now() / 1000) * 1000 + 600_000;
    const headers = { Date: new Date(actual).toUTCString() };
    vi.stubGlobal('fetch', async () => new Response(null, { headers }));
    await control.signOutAfter('callback error', new SignInError(issuedInFuture));
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: {
        kind: 'callback error',
        detail: issuedInFuture,
        clock: { shown: expect.closeTo(Date.now(), -4), actual },
      },
    });
  });

  it('because of anything else says nothing of clocks', async () => {
    const { control, store } = set();
    const detail = 'No silent_redirect_uri configured';
    await control.signOutAfter('silent renew error', new SignInError(detail));
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: { kind: 'silent renew error', detail },
    });
  });
});

describe('a sign-out in another tab', () => {
  it('waits for what is unsaved here, and tells nobody again', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { control, store, happened } = set({ saving: () => promise, endpoints: [] });
    const signedOut = control.signOutWithOtherTab();
    await Promise.resolve();
    expect(store.session).toBeDefined();
    resolve();
    await signedOut;
    expect(happened).toEqual([
      'session-lost: signed out in another tab',
      'frame closed',
      'shows /login',
    ]);
    expect(store.state).toMatchObject({ problem: { kind: 'signed out in another tab' } });
  });

  it('waits no longer than the other tab does', async () => {
    vi.useFakeTimers();
    const { control, store } = set({ saving: () => new Promise(() => {}), endpoints: [] });
    void control.signOutWithOtherTab();
    await vi.advanceTimersByTimeAsync(otherTabsSavingLimitInMs - 1);
    expect(store.session).toBeDefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(store.session).toBeUndefined();
    await vi.runAllTimersAsync();
  });
});
