import { describe, expect, it, vi } from 'vitest';
import { keepPendingSignIn, takePendingSignIn } from '../src/auth/pending-sign-in.ts';
import { writeUserRecord } from '../src/auth/user-record.ts';
import { sessionOfPage } from '../src/session/session-of-page.ts';
import { writeUserSession } from '../src/session/user-session.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { necessaryConfiguration, ownOrigin } from './some-configuration.ts';
import { readConfiguration } from '../src/configuration.ts';
import { someSession } from './some-session.ts';
import { someUserRecord } from './some-user-record.ts';

fakeBrowserForEachTest();

const { signIn } = readConfiguration(necessaryConfiguration, ownOrigin);
const pending = { state: 'awaited', nonce: 'n', verifier: 'v' };

/** Opens a page in a tab that has these stored, and gives what it goes on with and its address then. */
function open(path: string, stored: { isSignedIn?: boolean; isPending?: boolean }) {
  const address = new URL(path, 'https://shell.example');
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', {
    replaceState: (_: unknown, __: string, to: string) =>
      vi.stubGlobal('location', new URL(to, address)),
  });
  if (stored.isSignedIn) {
    writeUserRecord(signIn, someUserRecord());
    writeUserSession(someSession('mia'));
  }
  if (stored.isPending) keepPendingSignIn(pending);
  const restored = sessionOfPage(signIn);
  return { isRestored: restored !== undefined, shown: location.href.slice(address.origin.length) };
}

const unmatched = [
  '/auth-callback',
  '/auth-callback?code=c&state=old',
  '/auth-callback?code=c',
  '/auth-callback?code=c&state=',
  '/auth-callback?error=access_denied&state=old',
  '/auth-callback?state=old&state=awaited',
  '/auth-callback/?code=c&state=old',
  '/Auth-Callback?code=c&state=old',
  '/AUTH-CALLBACK/?code=c&state=old',
  '/auth%2Dcallback?code=c&state=old',
  '/%61uth-callback?code=c&state=AWAITED',
];

describe('an answer that belongs to nobody', () => {
  it.each(unmatched)('%s leaves the session as it is, and the sign-in under way', (path) => {
    for (const isPending of [false, true]) {
      expect(open(path, { isSignedIn: true, isPending })).toEqual({ isRestored: true, shown: '/' });
      expect(sessionStorage.getItem('pendingSignIn') !== null).toBe(isPending);
    }
  });

  it.each(unmatched)('%s stays what it is where nobody is signed in', (path) => {
    const { isRestored, shown } = open(path, { isPending: true });
    expect(isRestored).toBe(false);
    expect(shown).toMatch(/^\/auth-callback(\?|$)/);
    expect(takePendingSignIn(new URL(location.href))).toBeUndefined();
    const awaited = new URL('https://shell.example/auth-callback?code=c&state=awaited');
    expect(takePendingSignIn(awaited)).toEqual(pending);
  });

  it.each(['x', 'null', '7', '{}', '{"state":7,"startedAt":1e300}', '{"startedAt":0,"state":"s"}'])(
    'is any where this is stored as pending: %s',
    (stored) => {
      sessionStorage.setItem('pendingSignIn', stored);
      expect(open('/auth-callback?code=c&state=s', { isSignedIn: true }).isRestored).toBe(true);
    },
  );
});

it.each([
  '/auth-callback?code=c&state=awaited',
  '/auth-callback/?code=c&state=awaited',
  '/AUTH-callback?code=c&state=awaited',
  '/auth%2dcallback/?code=c&state=awaited',
])('the answer that is awaited begins without the session before: %s', (path) => {
  expect(open(path, { isSignedIn: true, isPending: true })).toEqual({
    isRestored: false,
    // The address that the code was asked for.
    shown: '/auth-callback?code=c&state=awaited',
  });
});

it.each([
  ['/', '/', true],
  ['/?themaId=a#b', '/?themaId=a#b', true],
  ['/logout/', '/logout', true],
  ['/LogOut', '/logout', true],
  ['/%6cogout', '/logout', true],
  ['/login', '/login', false],
  ['/Login/?coupon=A', '/login?coupon=A', false],
  ['/login//', '/login//', true],
  ['/elsewhere/', '/elsewhere/', true],
  ['/%E0%A4', '/%E0%A4', true],
])('%s is shown as %s, with the session: %s', (path, shown, isRestored) => {
  expect(open(path, { isSignedIn: true })).toEqual({ isRestored, shown });
});
