import { describe, expect, it, vi } from 'vitest';
import { claimTab } from '../src/auth/tab-lock.ts';
import { saveDeepLink } from '../src/content-frame/deep-link.ts';
import { keepLeftPlace, leftPlaceAgeLimitInDays } from '../src/session/left-place.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { fakeTokens } from './fake-services.ts';
import { denied, session, set } from './session-scene.ts';
import { necessaryConfiguration } from './some-configuration.ts';
import { someUserRecord } from './some-user-record.ts';
import { someUsage } from './some-usage.ts';

fakeBrowserForEachTest();

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

  it.each(['token expired', 'silent renew error', 'callback error'] as const)(
    'because of a %s tells the content, which has a moment for that',
    async (kind) => {
      const { control, happened } = set({ endpoints: [] });
      await control.signOut({ kind });
      expect(happened).toEqual([
        `session-lost: ${kind}`,
        `teardown: ${kind}`,
        'frame closed',
        'shows /login',
      ]);
    },
  );

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

  it.each(['token expired', 'silent renew error', 'callback error'] as const)(
    'because of a %s goes to the login page, which can say why',
    async (kind) => {
      const { control, store, happened } = set();
      await control.signOut({ kind, detail: 'login_required' });
      expect(happened.at(-1)).toBe('shows /login');
      expect(store.state).toEqual({
        name: 'signed-out',
        problem: { kind, detail: 'login_required' },
      });
    },
  );

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
});

describe('a user whose licence has gone since', () => {
  const answers = { '/lima/license/getForUser': { licenses: [] } };
  const groups = [{ group_id: 'g', provider_id: 'BEOOK_1', name: '4a' }];
  const returnUrl = '&returnUrl=https%3A%2F%2Fshell.example%2Flogin%3Frejected%3Dtrue';

  it('is told so on the login page', async () => {
    const { control, happened } = set({ answers });
    await control.refresh();
    expect(happened[0]).toBe('session-lost: rejected');
    expect(happened.at(-1)).toBe('shows /login?rejected=true');
    expect(sessionStorage).toHaveLength(0);
  });

  it.each(['https://shell.example/shop', '/shop', '/login/shop.html'])(
    'is led to %s, though it is the shell’s own host',
    async (address) => {
      const licenseDenied = { ...denied, address };
      const { control, happened } = set({ answers, configured: { licenseDenied } });
      await control.refresh();
      expect(happened.at(-1)).toBe(
        `leaves for ${new URL(address, 'https://shell.example').href}?articleNumbers=ART-S${returnUrl}`,
      );
    },
  );

  it('gives back the seat that others may wait for', async () => {
    const { control, happened } = set({ answers, endpoints: [] });
    sessionStorage.setItem('seat', JSON.stringify({ ...someUsage(), keptAt: Date.now() }));
    await control.refresh();
    expect(happened).toContain('seat given back');
  });

  it.each([
    ['a student', [], 'ART-S'],
    ['a teacher', groups, 'ART-T'],
  ])('is led to the article for %s where one is configured', async (_, led, article) => {
    const { control, happened } = set({
      answers: { ...answers, '/gres/v1/gms/groups/get': { groups: led } },
      configured: { licenseDenied: denied },
    });
    await control.refresh();
    expect(happened.at(-1)).toBe(
      `leaves for https://shop.example/lizenz?from=shell&articleNumbers=${article}${returnUrl}`,
    );
  });
});

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

describe('a session that starts', () => {
  const state = {
    name: 'seatless',
    session,
    obstacle: 'seats taken',
    contentBefore: 'none',
  } as const;
  const userRecord = () => sessionStorage.getItem('oidc.user:https://id.example:lectern-shell');

  it('stores tokens that are renewed while something else is waited for', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const tokens = fakeTokens();
    const person = vi.fn<() => Promise<string>>(() => promise);
    const { control } = set({ state, tokens: { current: tokens.current }, person });
    const retried = control.retrySeat();
    await vi.waitFor(() => expect(person).toHaveBeenCalled());
    await tokens.renew();
    resolve('hash of mia');
    await retried;
    expect(JSON.parse(userRecord() ?? '')).toMatchObject({ access_token: 'token-2' });
    await control.signOut({ kind: 'token expired' });
  });

  it('stores them together with the name of the tab, which the login page has cleared', async () => {
    const name = crypto.randomUUID();
    sessionStorage.setItem('tabId', name);
    await claimTab(() => {});
    const { control } = set({ state });
    control.enterLoginPage('');
    expect(sessionStorage.getItem('tabId')).toBeNull();
    await control.retrySeat();
    expect(userRecord()).not.toBeNull();
    expect(sessionStorage.getItem('tabId')).toBe(name);
    await control.signOut({ kind: 'token expired' });
  });
});

it('the shell forgets at its start the places that were left too long ago', () => {
  const dayInMs = 24 * 60 * 60_000;
  vi.useFakeTimers();
  keepLeftPlace('hash of mia', { themaId: 'bach' });
  vi.setSystemTime(Date.now() + leftPlaceAgeLimitInDays * dayInMs);
  set({ state: { name: 'signed-out' } });
  expect(localStorage.getItem('leftPlaces')).toContain('hash of mia');
  vi.setSystemTime(Date.now() + dayInMs);
  set({ state: { name: 'signed-out' } });
  expect(localStorage.getItem('leftPlaces')).toBeNull();
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
