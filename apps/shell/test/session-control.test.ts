import { Configuration as DiscoveredProvider } from 'openid-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignInState } from '../src/auth/sign-in-machine.ts';
import type { UserRecord } from '../src/auth/user-record.ts';
import { readConfiguration } from '../src/configuration.ts';
import { createSessionControl } from '../src/session/session-control.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeServices, fakeTokens, type ServiceAnswer } from './fake-services.ts';
import { someSession } from './some-session.ts';

const session = someSession('mia');
const record: UserRecord = {
  id_token: 'id-token',
  access_token: 'access-token',
  refresh_token: 'refresh-token',
  expires_at: Date.now() / 1000 + 300,
  token_type: 'bearer',
  profile: { sub: 'mia' },
};
const denied = {
  address: 'https://shop.example/lizenz?from=shell',
  teacherArticle: 'ART-T',
  studentArticle: 'ART-S',
};

interface Scene {
  readonly state?: SignInState;
  readonly answers?: Readonly<Record<string, ServiceAnswer>>;
  /** Fields of the configuration beyond the necessary ones. */
  readonly configured?: object;
  /** Query of the page. */
  readonly search?: string;
  /** Endpoints that the provider has. */
  readonly endpoints?: readonly ('revocation' | 'end_session')[];
}

/** Composes the control with everything around it; `happened` is what it did, in order. */
function set(scene: Scene = {}) {
  const { state = { name: 'signed-in', session }, endpoints = ['revocation', 'end_session'] } =
    scene;
  const happened: string[] = [];
  const answers: Record<string, ServiceAnswer> = {
    '/aua/v1/user/get': { user: session.user },
    '/aua/v1/user/getProperties': { properties: [] },
    '/aua/v1/user/getIdentities': { identities: [] },
    '/gres/v1/gms/groups/get': { groups: [] },
    '/lima/license/getForUser': { licenses: session.licences },
    '/lima/device/updateForUser': { device: { device_identifier: 'd' } },
    '/revoke': {},
    ...scene.answers,
  };
  const { api } = fakeServices(({ path }) => {
    if (path === '/revoke') happened.push('token revoked');
    return answers[path] ?? { status: 404, code: 'CALL_UNKNOWN' };
  }, 'mia');

  vi.stubGlobal('history', {
    replaceState: (_: unknown, __: string, path: string) => happened.push(`shows ${path}`),
  });
  const assign = (address: URL) => happened.push(`leaves for ${address.href}`);
  vi.stubGlobal('location', {
    origin: 'https://shell.example',
    search: scene.search ?? '',
    assign,
  });
  sessionStorage.setItem('userSession', 'x');

  const issuer = 'https://id.example';
  const discovered = new DiscoveredProvider(
    {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      ...Object.fromEntries(
        endpoints.map((name) => [
          `${name}_endpoint`,
          name === 'revocation' ? `${issuer}/revoke` : `${issuer}/end`,
        ]),
      ),
    },
    'lectern-shell',
  );
  const store = createSessionStore(state);
  const control = createSessionControl({
    configuration: readConfiguration(
      {
        project: {
          title: 'Wasser entdecken',
          favicon: '/f.svg',
          version: '1',
          contentOrigin: 'https://content.example',
          mandantIdentifier: 'LECTERN',
          productReference: 'wasser-entdecken',
        },
        signIn: { authority: issuer, clientId: 'lectern-shell', scope: 'openid' },
        services: { clusterBase: '', suffixes: { clag: '', gres: '', lars: '' } },
        ...scene.configured,
      },
      'https://shell.example',
    ),
    store,
    provider: { discovered: async () => discovered },
    tokens: { ...fakeTokens(), release: () => record },
    api,
    frame: {
      window: null,
      isOpen: true,
      isLoaded: true,
      open: () => happened.push('frame opened'),
      close: () => happened.push('frame closed'),
      subscribe: () => () => {},
    },
    bridge: { emit: (event, { reason }) => void happened.push(`${event}: ${reason}`) },
  });
  return { control, store, happened };
}

beforeEach(() => void fakeBrowser());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('signing out', () => {
  it('tells the content, revokes both tokens, and ends the provider’s session', async () => {
    const { control, happened } = set();
    await control.signOut({ kind: 'called logout page' });
    expect(happened).toEqual([
      'session-lost: called logout page',
      'token revoked',
      'token revoked',
      'frame closed',
      'leaves for https://id.example/end?id_token_hint=id-token&post_logout_redirect_uri=https%3A%2F%2Fshell.example%2Flogin&client_id=lectern-shell',
    ]);
    expect(sessionStorage).toHaveLength(0);
  });

  it('goes to the login page where the provider offers neither', async () => {
    const { control, store, happened } = set({ endpoints: [] });
    await control.signOut({ kind: 'called logout page' });
    expect(happened.slice(1)).toEqual(['frame closed', 'shows /login']);
    expect(store.state).toEqual({ name: 'signed-out' });
  });

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
      control.signOut({ kind: 'called logout page' }),
      control.signOut({ kind: 'token expired' }),
    ]);
    expect(happened.filter((what) => what.startsWith('session-lost'))).toHaveLength(1);
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
    expect(happened.at(-1)).toBe('shows /login?rejected=true');
    expect(sessionStorage).toHaveLength(0);
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

describe('refreshing a stored session', () => {
  it('takes up what has changed', async () => {
    const groups = [{ group_id: 'g', provider_id: 'BEOOK_1', name: '4a' }];
    const { control, store } = set({ answers: { '/gres/v1/gms/groups/get': { groups } } });
    await control.refresh();
    expect(store.session?.isTeacher).toBe(true);
    expect(sessionStorage.getItem('userSession')).toContain('"isTeacher":true');
  });

  it('leaves the session as it was when a service is away', async () => {
    const refused = { status: 403, code: 'PERMISSION_MISSING' };
    const { control, store, happened } = set({ answers: { '/aua/v1/user/get': refused } });
    await control.refresh();
    expect(store.session).toBe(session);
    expect(happened).toEqual([]);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('stores nothing for a user who has signed out meanwhile', async () => {
    const { control } = set({ endpoints: [] });
    const refreshed = control.refresh();
    await control.signOut({ kind: 'called logout page' });
    await refreshed;
    expect(sessionStorage).toHaveLength(0);
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
  it.each([
    ['', null],
    ['?rejected=true', 'login'],
  ])('from /login%s asks the provider with prompt %j', async (search, prompt) => {
    const { control, happened } = set({ state: { name: 'signed-out' }, search });
    await control.startSignIn();
    const address = new URL(happened.at(-1)?.replace('leaves for ', '') ?? '');
    expect(address.searchParams.get('prompt')).toBe(prompt);
  });

  it('does nothing while somebody is signed in', async () => {
    const { control, happened } = set();
    await control.startSignIn();
    expect(happened).toEqual([]);
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
});
