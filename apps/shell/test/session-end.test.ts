import { describe, expect, it, vi } from 'vitest';
import { CallFailed } from '@lectern/contracts/client';
import { issuedInFuture, SignInError } from '../src/auth/sign-in-error.ts';
import type { SignOutReason } from '../src/auth/sign-in-machine.ts';
import { teardownGraceInMs } from '@lectern/sdk/protocol';
import { askedGraceInMs } from '../src/auth/sign-in-defaults.ts';
import { notePlace, saveDeepLink } from '../src/content-frame/deep-link.ts';
import { keepCoupon, keptCoupon } from '../src/session/kept-coupon.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { takeLeftPlace } from '../src/session/left-place.ts';
import { ServiceError } from '../src/session/service-error.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { denied, session, set } from './session-scene.ts';
import { someUsage } from './some-usage.ts';
import { someUserRecord } from './some-user-record.ts';

fakeBrowserForEachTest();

const bach = { themaId: 'bach', subThemaNumber: '2' };
const person = 'hash of mia';
const joinCode = 'H4TW-9KXM-3RP9';

describe('signing out', () => {
  it('takes the content away, which hears of it, revokes both tokens, and ends the provider’s session', async () => {
    const { control, happened } = set();
    await control.signOut({ kind: 'called logout page' });
    expect(happened).toEqual([
      'teardown: called logout page',
      'told the tabs of hash of mia',
      'frame closed',
      'units ended',
      'token revoked',
      'token revoked',
      'leaves for https://id.example/end?id_token_hint=id-token&post_logout_redirect_uri=https%3A%2F%2Fshell.example%2Flogin&state=signed-out&ui_locales=en-US&client_id=lectern-shell',
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('gives the seat back while there are still tokens', async () => {
    const { control, happened } = set();
    sessionStorage.setItem('seat', JSON.stringify({ ...someUsage(), keptAt: Date.now() }));
    await control.signOut({ kind: 'called logout page' });
    expect(happened).toContain('seat given back');
    expect(happened.indexOf('seat given back')).toBeLessThan(happened.indexOf('token revoked'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('leaves out an ID token that makes the address too long', async () => {
    const record = someUserRecord({ id_token: 'x'.repeat(1900) });
    const { control, happened } = set({ tokens: { release: () => record } });
    await control.signOut({ kind: 'called logout page' });
    const { searchParams } = new URL(happened.at(-1)!.replace('leaves for ', ''));
    expect(Object.fromEntries(searchParams)).toEqual({
      post_logout_redirect_uri: 'https://shell.example/login',
      state: 'signed-out',
      ui_locales: 'en-US',
      client_id: 'lectern-shell',
    });
  });

  it('waits no longer than a moment for services that do not answer', async () => {
    vi.useFakeTimers();
    const { control, happened } = set({ endpoints: [] });
    sessionStorage.setItem('seat', JSON.stringify({ ...someUsage(), keptAt: Date.now() }));
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const signedOut = control.signOut({ kind: 'called logout page' });
    await vi.advanceTimersByTimeAsync(4_000);
    await signedOut;
    expect(happened.at(-1)).toBe('shows /login');
  });

  it('at a provider of the shell’s own host leaves the shell all the same', async () => {
    const { control, happened } = set();
    Object.assign(location, { origin: 'https://id.example' });
    await control.signOut({ kind: 'called logout page' });
    expect(happened.at(-1)).toContain('leaves for https://id.example/end?');
  });

  it('goes to the login page where the provider offers neither', async () => {
    const { control, store, happened } = set({ endpoints: [] });
    await control.signOut({ kind: 'called logout page' });
    expect(happened.at(-1)).toBe('shows /login');
    expect(store.state).toEqual({ name: 'signed-out' });
  });

  it.each(['called logout page', 'token expired'] as const)(
    '(%s) leaves no content on show while the provider is slow to revoke',
    async (kind) => {
      vi.useFakeTimers();
      const { control, happened } = set();
      vi.stubGlobal('fetch', () => new Promise(() => {}));
      const signedOut = control.signOut({ kind });
      await vi.advanceTimersByTimeAsync(500);
      expect(happened).toContain('frame closed');
      expect(happened.at(-1)).not.toMatch(/shows|leaves/);
      await vi.runAllTimersAsync();
      await signedOut;
      expect(happened.at(-1)).toMatch(/shows|leaves/);
    },
  );

  it.each([
    'token expired',
    'silent renew error',
    'callback error',
    'signed out in another tab',
  ] as const)('because of "%s" tells the content, and the login page why', async (kind) => {
    const { control, store, happened } = set({ endpoints: [] });
    const reason = { kind, detail: 'login_required' };
    await control.signOut(reason);
    expect(happened).toEqual([
      `session-lost: ${kind}`,
      `teardown: ${kind}`,
      'frame closed',
      'shows /login',
    ]);
    expect(store.state).toEqual({ name: 'signed-out', problem: reason });
  });

  it('happens once, whoever asks meanwhile', async () => {
    const { control, happened } = set({ endpoints: [] });
    await Promise.all([
      control.signOut({ kind: 'token expired' }),
      control.signOut({ kind: 'called logout page' }),
    ]);
    expect(happened.filter((event) => event.startsWith('session-lost'))).toHaveLength(1);
  });

  it('works though the revocation fails', async () => {
    const { control, happened } = set({ answers: { '/revoke': { status: 503, code: 'X' } } });
    await control.signOut({ kind: 'token expired' });
    expect(happened.at(-1)).toBe('shows /login');
  });

  it('what is still to be said of a coupon is said to nobody else', async () => {
    const { control, confirmation } = set();
    confirmation.report({ kind: 'used', code: 'ABCD' });
    await control.signOut({ kind: 'called logout page' });
    expect(confirmation.problem).toBeUndefined();
  });
});

describe('where the user was', () => {
  // No content has said where it is before a sign-in is finished.
  type Kind = Exclude<SignOutReason['kind'], 'callback error'>;
  const ends: Record<Kind, 'kept' | 'forgotten'> = {
    'token expired': 'kept',
    'silent renew error': 'kept',
    'called logout page': 'forgotten',
    'signed out in another tab': 'forgotten',
    // A user who buys a licence then goes on there.
    rejected: 'kept',
    'sign-in asked anew': 'kept',
  };

  it.each(Object.entries(ends) as [Kind, string][])('after %s is %s', async (kind, what) => {
    const { control } = set({ endpoints: [] });
    notePlace(bach);
    await control.signOut({ kind });
    expect(takeLeftPlace(person)).toEqual(what === 'kept' ? bach : undefined);
    expect(sessionStorage).toHaveLength(0);
  });
});

describe('a link and a coupon that are still to be opened', () => {
  const link = { themaId: 'wasserkreislauf', subThemaNumber: '1' };
  const query = 'themaId=wasserkreislauf&subThemaNumber=1';
  const coupon = 'WASSER-2026';
  const failures = ['token expired', 'silent renew error', 'callback error'] as const;
  const stored = () => [sessionStorage.getItem('deepLink'), sessionStorage.getItem('coupon')];

  it.each(failures)('of the address go to the login page after %s', async (kind) => {
    const search = `?${query}&coupon=${coupon}`;
    const { control, happened } = set({ state: { name: 'restoring', session }, search });
    await control.signOut({ kind });
    expect(happened.at(-1)).toBe(`shows /login${search}`);
  });

  it.each(failures)('of a sign-in before go to the login page after %s', async (kind) => {
    const { control, happened } = set({ state: { name: 'completing' } });
    saveDeepLink(link);
    keepCoupon(coupon);
    await control.signOut({ kind });
    expect(happened.at(-1)).toBe(`shows /login?${query}&coupon=${coupon}`);
    // The login page is entered, or has been open behind a popup and is not.
    expect(stored()).toEqual([JSON.stringify(link), coupon]);
    control.enterLoginPage(happened.at(-1)!.replace('shows /login', ''));
    expect(stored()).toEqual([JSON.stringify(link), coupon]);
  });

  it('reach it also where the answer to a sign-in is refused', async () => {
    const { control, happened } = set({ state: { name: 'signed-out' } });
    saveDeepLink(link);
    await control.finishSignIn(new URL('https://shell.example/auth-callback?code=c&state=s'));
    expect(happened.at(-1)).toBe(`shows /login?${query}`);
  });

  it.each(['called logout page', 'signed out in another tab'] as const)(
    'are forgotten after %s',
    async (kind) => {
      const { control, happened } = set({ endpoints: [], search: `?${query}` });
      keepCoupon(coupon);
      await control.signOut({ kind });
      expect(happened.at(-1)).toBe('shows /login');
      expect(sessionStorage).toHaveLength(0);
    },
  );

  it('the link outlives a rejection, and the way to the shop and back; a coupon does not', async () => {
    for (const licenseDenied of [undefined, denied]) {
      const { control, happened } = set({
        endpoints: [],
        search: `?${query}`,
        configured: licenseDenied ? { licenseDenied } : {},
      });
      keepCoupon(coupon);
      await control.signOut({ kind: 'rejected' });
      const last = happened.at(-1)!.replace(/^(shows|leaves for) /, '');
      const back = new URL(last, 'https://shell.example');
      const loginPage = licenseDenied ? back.searchParams.get('returnUrl') : back.href;
      expect(loginPage).toBe(`https://shell.example/login?${query}&rejected=true`);
    }
  });

  it.each(failures)('a code that cannot be one stays in the address after %s', async (kind) => {
    const { control, happened } = set({ endpoints: [] });
    sessionStorage.setItem('unclearCoupon', 'AB,CD');
    await control.signOut({ kind });
    expect(happened.at(-1)).toBe('shows /login?coupon=AB%2CCD');
  });

  it.each([true, false])('the article is that of a teacher: %s', async (isTeacher) => {
    const state = { name: 'signed-in', session: { ...session, isTeacher } } as const;
    const { control, happened } = set({ state, configured: { licenseDenied: denied } });
    await control.signOut({ kind: 'rejected', hasEnded: true });
    const { searchParams } = new URL(happened.at(-1)!.replace('leaves for ', ''));
    expect(searchParams.get('articleNumbers')).toBe(isTeacher ? 'ART-T' : 'ART-S');
  });

  it.each(['token expired', 'silent renew error'] as const)(
    'of a user without a seat are left to nobody else here after %s',
    async (kind) => {
      keepJoinCode(joinCode);
      keepCoupon('ABCD');
      const { control, happened } = set({
        state: { name: 'seatless', session, obstacle: 'joining', contentBefore: 'none' },
      });
      await control.signOut({ kind });
      expect(happened.at(-1)).toBe('shows /login');
      expect(keptJoinCode()).toBeUndefined();
      expect(keptCoupon()).toBeUndefined();
    },
  );

  // The second has the form of a class's, too.
  it.each(['ABCD', 'H4TW-9KXM-3PR9'])(
    'a class’s code is kept beside the refused coupon %s',
    async (coupon) => {
      keepJoinCode(joinCode);
      keepCoupon(coupon);
      const { control, happened } = set({
        answers: {
          '/osc/coupon/lookUp': { status: 404, code: 'COUPON_NOT_FOUND' },
          '/lima/license/getForUser': { licenses: [] },
        },
      });
      await control.refresh();
      expect(happened.at(-1)).toBe(`shows /login?joinCode=${joinCode}&rejected=true`);
      expect(keptJoinCode()).toBe(joinCode);
    },
  );

  it('lead on rather than the place before', async () => {
    const { control } = set({ state: { name: 'restoring', session }, search: `?${query}` });
    notePlace(bach);
    await control.signOut({ kind: 'silent renew error' });
    expect(takeLeftPlace(person)).toBeUndefined();
    expect(sessionStorage.getItem('deepLink')).toBe(JSON.stringify(link));
  });
});

describe('row 60: after a sign-out', () => {
  const lastPrompt = (happened: readonly string[]) =>
    new URL(happened.at(-1)!.replace('leaves for ', '')).searchParams.get('prompt');

  it('the next sign-in asks anew', async () => {
    const { control, happened } = set({ endpoints: [] });
    await control.signOut({ kind: 'called logout page' });
    control.enterLoginPage('');
    await control.startSignIn();
    expect(lastPrompt(happened)).toBe('login');
  });

  it('also where the tab is closed before the provider is reached', async () => {
    vi.useFakeTimers();
    const { control, happened } = set();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const signedOut = control.signOut({ kind: 'called logout page' });
    expect(localStorage.getItem('askAnew')).toBe('true');
    await vi.advanceTimersByTimeAsync(500);
    expect(localStorage.getItem('askAnew')).toBe('true');
    await vi.runAllTimersAsync();
    await signedOut;
    expect(happened.at(-1)).toContain('leaves for https://id.example/end?');
    expect(localStorage.getItem('askAnew')).toBe('true');
  });

  it.each([
    ['the provider has refused, or never answered', ''],
    ['the provider has led back: it may know somebody else all the same', '?state=signed-out'],
  ])('also where %s', async (_, search) => {
    const { control, happened } = set();
    await control.signOut({ kind: 'called logout page' });
    expect(happened.at(-1)).toContain('leaves for https://id.example/end?');
    const next = set({ state: { name: 'signed-out' }, search });
    next.control.enterLoginPage(search);
    await next.control.startSignIn();
    expect(lastPrompt(next.happened)).toBe('login');
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

  it.each(['signed-out', 'redirecting'] as const)(
    'also where somebody asks for it while %s: a sign-in that failed leaves the session, too',
    async (name) => {
      const { control, happened } = set({ state: { name } });
      await control.signOut({ kind: 'called logout page' });
      expect(happened).toEqual([]);
      expect(localStorage.getItem('askAnew')).toBe('true');
    },
  );

  it('whoever says so signs in as somebody else, and gets nothing that the last one came for', async () => {
    const problem = { kind: 'callback error' } as const;
    const { control, happened } = set({ state: { name: 'signed-out', problem } });
    control.enterLoginPage('?coupon=WASSER-2026&themaId=bach');
    expect(await control.startSignInAsOther()).toBe('left');
    expect(lastPrompt(happened)).toBe('login');
    expect(['coupon', 'deepLink'].map((key) => sessionStorage.getItem(key))).toEqual([null, null]);
    // Until somebody has signed in: whoever turns back leaves it to the next one.
    expect(localStorage.getItem('askAnew')).toBe('true');
  });

  it('while somebody is signed in nothing of it happens', async () => {
    const { control } = set({ state: { name: 'signed-in', session } });
    sessionStorage.setItem('deepLink', '{"themaId":"bach"}');
    expect(await control.startSignInAsOther()).toBe('not accepted');
    expect(sessionStorage.getItem('deepLink')).not.toBeNull();
    expect(localStorage.getItem('askAnew')).toBeNull();
  });

  it.each(['token expired', 'rejected'] as const)('(%s) nobody is asked anew', async (kind) => {
    const { control } = set({ endpoints: [] });
    await control.signOut({ kind });
    expect(localStorage.getItem('askAnew')).toBeNull();
  });
});

describe('what is on its way to the services', () => {
  it.each(['called logout page', 'signed out in another tab', 'rejected'] as const)(
    'is delivered before the tokens are given back (%s), once the content is gone',
    async (kind) => {
      const delivering = Promise.withResolvers<void>();
      const before: string[][] = [];
      const { control, happened } = set({
        delivering() {
          before.push([...happened]);
          return delivering.promise;
        },
      });
      const signedOut = control.signOut({ kind });
      await vi.waitFor(() => expect(before).toHaveLength(1));
      expect(before[0]).toContain('frame closed');
      expect(happened).not.toContain('token revoked');
      delivering.resolve();
      await signedOut;
      expect(happened).toContain('token revoked');
    },
  );

  it.each(['token expired', 'silent renew error'] as const)(
    'waits for the next sign-in after %s: no service would take it',
    async (kind) => {
      const delivering = vi.fn<() => Promise<void>>();
      const { control } = set({ delivering });
      await control.signOut({ kind });
      expect(delivering).not.toHaveBeenCalled();
    },
  );
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

  it('because the person is being erased says so', async () => {
    const { control, store } = set();
    const call = { service: 'aua', name: 'userGet' } as const;
    const messages = [{ code: 'SUBJECT_ERASING', text: '' }] as const;
    const refused = new CallFailed(call, 'refused', 'userGet: SUBJECT_ERASING', { messages });
    await control.signOutAfter('callback error', new ServiceError('user', refused));
    expect(store.state).toMatchObject({
      problem: { kind: 'callback error', isBeingErased: true },
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

describe('the content', () => {
  it.each(['called logout page', 'token expired', 'signed out in another tab'] as const)(
    'hears that it goes (%s), and stays until it has saved: SESSION-3, SESSION-4',
    async (kind) => {
      const saving = Promise.withResolvers<void>();
      const { control, happened } = set({ saving: () => saving.promise });
      const signedOut = control.signOut({ kind });
      await vi.waitFor(() => expect(happened).toContain(`teardown: ${kind}`));
      expect(happened.includes(`session-lost: ${kind}`)).toBe(kind !== 'called logout page');
      expect(happened).not.toContain('frame closed');
      saving.resolve();
      await signedOut;
      expect(happened).toContain('frame closed');
    },
  );

  it.each([
    ['called logout page', askedGraceInMs],
    ['token expired', teardownGraceInMs],
  ] as const)(
    'that never saves is taken away after %s, once its time is over: SESSION-4',
    async (kind, limit) => {
      vi.useFakeTimers();
      const { control, happened } = set({ saving: () => new Promise(() => {}) });
      const signedOut = control.signOut({ kind });
      await vi.advanceTimersByTimeAsync(limit);
      expect(happened).not.toContain('frame closed');
      await vi.advanceTimersByTimeAsync(1_000);
      expect(happened).toContain('frame closed');
      vi.useRealTimers();
      await signedOut;
    },
  );
});
