import { Configuration as DiscoveredProvider } from 'openid-client';
import { beforeEach, expect, it, vi } from 'vitest';
import type { UserRecord } from '../src/auth/user-record.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { watchProviderSession } from '../src/session/watch-provider-session.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { someSession } from './some-session.ts';

fakeBrowserForEachTest();

const session = someSession('mia');
const authority = 'https://id.example';
const held = { session_state: 's1.salt', profile: { sub: 'mia' } } as UserRecord;
const provider = new DiscoveredProvider(
  { issuer: authority, check_session_iframe: `${authority}/session/check` },
  'lectern-shell',
);
const discovered = vi.fn<() => Promise<DiscoveredProvider>>();
/** Takes the frames of session checks. */
const append = vi.fn<(frame: object) => void>();

beforeEach(() => {
  discovered.mockReset().mockResolvedValue(provider);
  append.mockReset();
  Object.assign(document, {
    createElement: () => ({ addEventListener: () => {}, remove: () => {} }),
    body: { append },
  });
});

function watch() {
  const store = createSessionStore({ name: 'signed-in', session });
  watchProviderSession({
    signIn: {
      authority,
      clientId: 'lectern-shell',
      scope: 'openid',
      autoLogin: false,
      postLoginRoute: '/',
      mode: 'redirect',
      silentRedirect: true,
      providerOrigins: [],
    },
    provider: { discovered },
    tokens: { held, confirm: async () => true },
    store,
    frame: { isLoaded: true, subscribe: () => () => {} },
  });
  return store;
}

it('a discovery that fails ends no session check: the next change tries again, once', async () => {
  discovered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const store = watch();
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
  expect(append).not.toHaveBeenCalled();
  store.dispatch({ type: 'session refreshed', session });
  store.dispatch({ type: 'session refreshed', session });
  await vi.waitFor(() => expect(append).toHaveBeenCalledOnce());
  expect(discovered).toHaveBeenCalledTimes(2);
});

it('a discovery that fails after its session has ended leaves the check of the next one', async () => {
  const { promise, reject } = Promise.withResolvers<DiscoveredProvider>();
  discovered.mockReturnValueOnce(promise);
  const store = watch();
  store.dispatch({ type: 'login page entered' });
  store.dispatch({ type: 'callback opened' });
  store.dispatch({ type: 'session started', session });
  await vi.waitFor(() => expect(append).toHaveBeenCalledOnce());
  reject(new TypeError('Failed to fetch'));
  await vi.waitFor(() => expect(console.warn).toHaveBeenCalledOnce());
  store.dispatch({ type: 'session refreshed', session });
  expect(discovered).toHaveBeenCalledTimes(2);
});
