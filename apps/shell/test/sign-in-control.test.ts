import { describe, expect, it, vi } from 'vitest';
import { saveDeepLink } from '../src/content-frame/deep-link.ts';
import { keptCoupon } from '../src/session/kept-coupon.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { set } from './session-scene.ts';
import { necessaryConfiguration } from './some-configuration.ts';

fakeBrowserForEachTest();

const code = 'H4TW-9KXM-3RP9';

describe('entering the login page', () => {
  it('clears what a sign-in has left, and then keeps the deep link', () => {
    const { control, store, happened } = set();
    localStorage.setItem('oidc.old', 'x');
    localStorage.setItem('deviceId', 'd');
    sessionStorage.setItem('deepLink', '{"themaId":"old"}');
    control.enterLoginPage('?directLogin=true&themaId=t2');
    expect(Object.entries(sessionStorage)).toEqual([['deepLink', '{"themaId":"t2"}']]);
    expect(Object.entries(localStorage)).toEqual([['deviceId', 'd']]);
    expect(happened).toEqual(['frame closed']);
    expect(store.state).toEqual({ name: 'signed-out' });
  });
});

describe('starting to sign in', () => {
  // A user who comes back from the shop need not type the password again.
  it.each(['', '?rejected=true'])('from /login%s asks for no password', async (search) => {
    const { control, happened } = set({ state: { name: 'signed-out' }, search });
    expect(await control.startSignIn()).toBe('left');
    const address = new URL(happened.at(-1)?.replace('leaves for ', '') ?? '');
    expect(address.searchParams.has('prompt')).toBe(false);
  });

  it('unasked, where the browser opens no popup then, changes nothing', async () => {
    const configured = { signIn: { ...necessaryConfiguration.signIn, mode: 'popup' } };
    const { control, store } = set({ state: { name: 'signed-out' }, configured });
    vi.stubGlobal('open', () => null);
    expect(await control.startSignInUnasked()).toBe('popup blocked');
    expect(store.state).toEqual({ name: 'signed-out' });
    expect(await control.startSignIn()).toBe('popup blocked');
    expect(store.state).toMatchObject({ problem: { kind: 'popup blocked' } });
  });

  it('unasked keeps a coupon that is unclear, which a user without a licence sees then', async () => {
    const { control } = set({
      state: { name: 'signed-out' },
      search: '?coupon=ABCD&coupon=EFGH',
    });
    await control.startSignInUnasked();
    expect(sessionStorage.getItem('unclearCoupon')).toBe('ABCD, EFGH');
  });

  it.each<[string, object, Parameters<typeof set>[0]]>([
    ['shell insecure', { isSecureContext: false }, { isProviderAway: true }],
    ['provider misconfigured', {}, { endpoints: ['no authorization'] }],
  ])('says so where it is "%s"', async (problem, globals, scene) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    const { control, store } = set({ state: { name: 'signed-out' }, ...scene });
    expect(await control.startSignIn()).toBe(problem);
    expect(store.state).toMatchObject({ problem: { kind: problem } });
  });

  it('says so when the provider is away', async () => {
    const { control, store } = set({ state: { name: 'signed-out' }, isProviderAway: true });
    expect(await control.startSignIn()).toBe('provider unreachable');
    expect(store.state).toMatchObject({ problem: { kind: 'provider unreachable' } });
  });

  it('does nothing while somebody is signed in, and says so', async () => {
    const { control, happened } = set();
    expect(await control.startSignIn()).toBe('not accepted');
    expect(happened).toEqual([]);
  });
});

describe('a coupon code in the login page’s address', () => {
  it.each([
    ['?coupon=ab-cd', 'ab-cd'],
    ['?rejected=true&coupon=%20AB%20CD%20', 'AB-CD'],
    ['?coupon=ABCD&coupon=ab-cd&coupon=', 'ab-cd'],
    ['?coupon=ABCD&coupon=EFGH', null],
    ['?coupon=%C3%A4', null],
    ['?coupon=', null],
    ['', null],
  ])('%s is kept as %j', (search, kept) => {
    const { control } = set();
    sessionStorage.setItem('coupon', 'old');
    control.enterLoginPage(search);
    expect(sessionStorage.getItem('coupon')).toBe(kept);
  });
});

describe('redeeming a coupon', () => {
  it('asks who it is for', async () => {
    const { control, happened } = set({
      state: { name: 'signed-out' },
      search: '?rejected=true',
    });
    expect(await control.startSignIn('ABCD')).toBe('left');
    expect(sessionStorage.getItem('coupon')).toBe('ABCD');
    expect(happened.at(-1)).toContain('prompt=login');
    expect(happened.at(-1)).not.toContain('ABCD');
  });

  it('keeps no code for somebody who is signed in', async () => {
    expect(await set().control.startSignIn('ABCD')).toBe('not accepted');
    expect(sessionStorage.getItem('coupon')).toBeNull();
  });

  it('keeps the code of the address where no other is typed', async () => {
    const { control } = set({ state: { name: 'signed-out' } });
    control.enterLoginPage('?coupon=ABCD');
    await control.startSignIn();
    expect(sessionStorage.getItem('coupon')).toBe('ABCD');
  });
});

describe('signing in with the code of a class', () => {
  it('row 127: proves who it is: the last person here joins nothing', async () => {
    keepJoinCode(code);
    const { control, happened } = set({ state: { name: 'signed-out' } });
    await control.startSignIn();
    const address = new URL(happened.at(-1)!.replace('leaves for ', ''));
    expect(address.searchParams.get('prompt')).toBe('login');
  });

  it('counts where it is typed, in place of one that came before', async () => {
    keepJoinCode('583A-3HC5-HH5X');
    const { control } = set({ state: { name: 'signed-out' } });
    await control.startSignIn(code);
    expect(keptJoinCode()).toBeUndefined();
    expect(keptCoupon()).toBe(code);
  });
});

describe('the callback page', () => {
  it('opened without a sign-in of this tab leads to the login page', async () => {
    const { control, store, happened } = set({ state: { name: 'signed-out' } });
    await control.finishSignIn(new URL('https://shell.example/auth-callback?code=c&state=s'));
    expect(happened.at(-1)).toBe('shows /login');
    expect(store.state).toMatchObject({
      problem: { kind: 'callback error', detail: 'No matching state found in storage' },
    });
  });

  it.each([
    ['access_denied', true],
    ['consent_required', true],
    ['login_required', false],
  ])('opened with the answer %s says whether that was cancelled: %s', async (error, expected) => {
    const { control, happened } = set({ state: { name: 'signed-out' } });
    await control.startSignIn();
    const { searchParams } = new URL(happened.at(-1)!.replace('leaves for ', ''));
    const query = new URLSearchParams({ error, state: searchParams.get('state')! });
    const next = set({ state: { name: 'signed-out' } });
    await next.control.finishSignIn(new URL(`https://shell.example/auth-callback?${query}`));
    const { problem } = next.store.state as { readonly problem: object };
    expect(problem).toMatchObject({ kind: 'callback error', detail: error });
    expect('isCancelled' in problem).toBe(expected);
  });

  it('opened with another answer leaves the sign-in under way as it is', async () => {
    const { control, store, happened } = set({ state: { name: 'signed-out' } });
    saveDeepLink({ themaId: 'bach' });
    await control.startSignIn();
    const kept = () => ['pendingSignIn', 'deepLink'].map((key) => sessionStorage.getItem(key));
    const before = kept();
    const other = set({ state: { name: 'signed-out' } });
    await other.control.finishSignIn(new URL('https://shell.example/auth-callback?code=c&state=s'));
    expect(other.happened).toEqual([]);
    expect(other.store.state).toMatchObject({ problem: { kind: 'callback error' } });
    expect(kept()).toEqual(before);
    expect(before).not.toContain(null);
    expect([store.state.name, happened.length]).toEqual(['redirecting', 1]);
  });
});

describe('a reload of the callback page', () => {
  it('leads back without an error, and keeps the codes', async () => {
    keepJoinCode(code);
    const reload = { type: 'reload' } as PerformanceNavigationTiming;
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([reload]);
    const { control, store, happened } = set({ state: { name: 'signed-out' } });
    await control.finishSignIn(new URL('https://shell.example/auth-callback'));
    vi.restoreAllMocks();
    expect(happened).toEqual(['shows /']);
    expect(store.state).toEqual({ name: 'signed-out' });
    expect(keptJoinCode()).toBe(code);
  });
});

describe('the login page after a sign-out', () => {
  it.each([
    ['?state=signed-out', 'shows /login'],
    ['?state=signed-out&themaId=bach', 'shows /login?themaId=bach'],
    ['?state=of-somebody', undefined],
  ])('opened with %s', (search, shown) => {
    const { control, happened } = set({ state: { name: 'signed-out' }, search });
    Object.assign(location, { pathname: '/login' });
    control.enterLoginPage(search);
    expect(happened.find((event) => event.startsWith('shows'))).toBe(shown);
  });
});
