import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDispatch } from '../src/bridge/dispatch.ts';
import { createRequestTable } from '../src/bridge/request-table.ts';
import type { SignInState } from '../src/auth/sign-in-machine.ts';
import type { SignInStart } from '../src/session/session-control.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeServices, type ServiceAnswer, type ServiceRequest } from './fake-services.ts';
import { someSession } from './some-session.ts';

const session = someSession('mia');
const locale = 'it-CH';
const signedIn: SignInState = { name: 'signed-in', session };
const startSignIn = vi.fn<(coupon?: string) => Promise<SignInStart>>();
const setUnsaved = vi.fn<(unsaved: boolean) => void>();
const signOut = vi.fn<() => void>();
const openCookieSettings = vi.fn<() => Promise<void>>();

function table(
  state: SignInState = signedIn,
  answer: (request: ServiceRequest) => ServiceAnswer = () => ({ status: 403, code: 'X' }),
) {
  const { api, requests } = fakeServices(answer, 'mia');
  const store = createSessionStore(state);
  const context = { startSignIn, signOut, openCookieSettings, unsavedWork: { set: setUnsaved } };
  return {
    table: createRequestTable({ api, store, locale, currency: 'CHF', ...context }),
    requests,
    store,
  };
}

/** Runs an entry of the table whether it answers at once or later. */
const ask = async <T>(entry: () => T | Promise<T>): Promise<T> => entry();

const scope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: '1' },
  topic_dto: { topic_id: 't1' },
};
const item = { segment: 'answers', key: 'a1', value: 'Regen' };
const stored = { ...item, version: 1, updated_at: '2026-11-21T08:00:00Z' };
const statement = {
  verb: { id: 'http://adlnet.gov/expapi/verbs/answered' },
  object: { id: 'https://content.example/a1' },
};

beforeEach(() => {
  fakeBrowser();
  startSignIn.mockReset().mockResolvedValue('left');
  setUnsaved.mockReset();
  signOut.mockReset();
  openCookieSettings.mockReset().mockResolvedValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a signed-in user’s content', () => {
  it('learns of the user what it may know', async () => {
    const { table: ask } = table();
    expect(ask.isLoggedIn(undefined)).toBe(true);
    expect(ask.getUser(undefined)).toEqual(session.user);
    expect(ask.isTeacher(undefined)).toBe(false);
    expect(ask.isPandaLogin(undefined)).toBe(true);
    expect(ask.getLicenses(undefined)).toEqual([
      {
        license_code: 'L-1',
        license_strategy: 'LICENSE_STRATEGY_USER',
        license_state: 'LICENSE_STATE_VALID',
        mandant_identifier: 'LECTERN',
        product_reference: 'wasser-entdecken',
      },
    ]);
  });

  it('has opened the deep link when it is ready', () => {
    sessionStorage.setItem('deepLink', '{"themaId":"t2"}');
    void table().table.ready(undefined);
    expect(sessionStorage.getItem('deepLink')).toBeNull();
  });

  it('signs out', () => {
    void table().table.logout(undefined);
    expect(signOut).toHaveBeenCalledOnce();
  });

  it('stores and reads local store items', async () => {
    const { table: ask, requests } = table(signedIn, () => ({ local_store_items: [stored] }));
    expect(await ask.setLocalStoreItems({ ...scope, local_store_items: [item] })).toEqual([stored]);
    expect(await ask.getLocalStoreItems(scope)).toEqual([stored]);
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ['/clag/v1/localStoreItem/setForModel', { ...scope, local_store_items: [item] }],
      ['/clag/v1/localStoreItem/getForModel', scope],
    ]);
  });

  it('writes also while the page is closed, and reads only for a page that stays', async () => {
    const answer = { local_store_items: [stored], statement_id: crypto.randomUUID() };
    const { table: ask, requests } = table(signedIn, () => answer);
    await ask.setLocalStoreItems({ ...scope, local_store_items: [item] });
    await ask.postStatement({ dto_id: 'a1', statement });
    await ask.getLocalStoreItems(scope);
    expect(requests.map(({ outlivesPage }) => outlivesPage)).toEqual([true, true, false]);
  });

  it('says on which version its change was made', async () => {
    const { table: ask, requests } = table(signedIn, () => ({ local_store_items: [stored] }));
    const changed = [
      { ...item, version: 0 },
      { ...item, key: 'a2', version: 3 },
    ];
    await ask.setLocalStoreItems({ ...scope, local_store_items: changed });
    expect(requests[0]?.body).toEqual({ ...scope, local_store_items: changed });
  });

  it('says whether it holds unsaved work', () => {
    const { table: ask } = table();
    expect(ask.setUnsavedWork({ unsaved: true })).toBeNull();
    expect(ask.setUnsavedWork({ unsaved: false })).toBeNull();
    expect(setUnsaved.mock.calls).toEqual([[true], [false]]);
  });

  it.each([
    ['not accepted', 'REFUSED', 'Signing in cannot start in the state signed-in.'],
    ['provider unreachable', 'UNAVAILABLE', 'The identity provider cannot be reached.'],
  ] as const)('hears that signing in is %s', async (outcome, code, message) => {
    startSignIn.mockResolvedValue(outcome);
    const { table: entries } = table();
    await expect(ask(() => entries.startLogin(undefined))).rejects.toMatchObject({ code, message });
  });

  it('encodes a challenge as RFC 7636, appendix B', async () => {
    const text = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(await table().table.encodeChallenge({ text })).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });
});

describe('without a session, as on the login page', () => {
  const { table: signedOut } = table({ name: 'signed-out' });

  it('content may greet, ask, and start signing in', async () => {
    sessionStorage.setItem('deepLink', '{"themaId":"t2"}');
    expect(signedOut.isLoggedIn(undefined)).toBe(false);
    expect(signedOut.getLocale(undefined)).toBe(locale);
    expect(signedOut.getCurrency(undefined)).toBe('CHF');
    expect(signedOut.ready(undefined)).toBeNull();
    expect(sessionStorage.getItem('deepLink'), 'opened only after signing in').not.toBeNull();
    expect(await signedOut.startLogin(undefined)).toBeNull();
    expect(startSignIn).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('content opens the cookie settings, and hears when they cannot be opened', async () => {
    expect(await signedOut.openCookieSettings(undefined)).toBeNull();
    openCookieSettings.mockRejectedValue(new TypeError('Failed to fetch'));
    const dispatched = await createDispatch(signedOut)('openCookieSettings', undefined);
    expect(dispatched.error?.code).toBe('UNAVAILABLE');
  });

  it.each([
    [{ coupon: ' wtrd 7k3m-q9xp ' }, 'wtrd7k3m-q9xp'],
    [{}, undefined],
    [{ coupon: undefined }, undefined],
    [Object.create({ coupon: 'ABCD' }), undefined],
  ])('signing in with %j redeems %j', async (payload: unknown, coupon) => {
    await signedOut.startLogin(payload);
    expect(startSignIn).toHaveBeenCalledExactlyOnceWith(coupon);
  });

  it.each(['', 'kein Gutschein!', 'A'.repeat(65), 1, null, ['ABCD']])(
    'signing in does not start with the coupon %j',
    async (coupon) => {
      await expect(ask(() => signedOut.startLogin({ coupon }))).rejects.toMatchObject({
        code: 'BAD_PAYLOAD',
        message: 'The coupon cannot be a code.',
      });
      expect(startSignIn).not.toHaveBeenCalled();
    },
  );

  it.each([
    'logout',
    'getUser',
    'isPandaLogin',
    'isTeacher',
    'getLicenses',
    'getLocalStoreItems',
    'setLocalStoreItems',
    'postStatement',
    'setUnsavedWork',
    'setPlace',
  ] as const)('%s answers that nobody is signed in', async (action) => {
    await expect(ask<unknown>(() => signedOut[action](scope))).rejects.toMatchObject({
      code: 'NOT_LOGGED_IN',
    });
    expect(signOut).not.toHaveBeenCalled();
  });
});

describe('a payload of the wrong shape is refused, and nothing is sent', () => {
  it.each([
    ['getLocalStoreItems', undefined],
    ['getLocalStoreItems', { ...scope, exercise_dto: { exercise_id: 'e' } }],
    ['getLocalStoreItems', { ...scope, subject: 'ben' }],
    ['setLocalStoreItems', { ...scope, local_store_items: [] }],
    ['setLocalStoreItems', { ...scope, local_store_items: [{ ...item, value: 1 }] }],
    ['postStatement', { dto_id: 'a1', statement: { object: statement.object } }],
    ['postStatement', { dto_id: '', statement }],
    ['postStatement', { dto_id: 'a1', statement, subject: 'ben' }],
    ['encodeChallenge', { text: '' }],
    ['encodeChallenge', { text: 1 }],
    ['encodeChallenge', Object.create({ text: 'inherited' })],
    ['setUnsavedWork', undefined],
    ['setUnsavedWork', { unsaved: 'false' }],
    ['setUnsavedWork', Object.create({ unsaved: true })],
    ['setPlace', undefined],
  ] as const)('%s with %j', async (action, payload) => {
    const { table: entries, requests } = table();
    await expect(ask<unknown>(() => entries[action](payload))).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(requests).toEqual([]);
  });
});

describe('a service that fails', () => {
  it.each([
    [{ status: 403, code: 'PERMISSION_MISSING' }, 'REFUSED'],
    [{ status: 409, code: 'STATEMENT_CONFLICT' }, 'REFUSED'],
    [{ status: 429, code: 'X' }, 'UNAVAILABLE'],
    [{ status: 500, code: 'INTERNAL' }, 'UNAVAILABLE'],
    [{ statement_id: 'no uuid' }, 'UNAVAILABLE'],
  ])('with %j is to the content %s, and is logged', async (answer, code) => {
    const { table: entries } = table(signedIn, () => answer);
    const put = { dto_id: 'a1', statement };
    await expect(ask(() => entries.postStatement(put))).rejects.toMatchObject({ code });
    expect(console.error).toHaveBeenCalledOnce();
  });

  const conflict = { status: 409, code: 'LOCAL_STORE_ITEM_CONFLICT' };
  const away = { status: 503, code: 'UNAVAILABLE' };
  const tokenRefused = { status: 401, code: 'TOKEN_REQUIRED' };

  it('since an item has changed is to the content a conflict', async () => {
    const { table: entries } = table(signedIn, () => conflict);
    const items = { ...scope, local_store_items: [{ ...item, version: 1 }] };
    await expect(ask(() => entries.setLocalStoreItems(items))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('is asked again to read, and not again to write', async () => {
    const { table: entries, requests } = table(signedIn, () => away);
    await expect(ask(() => entries.getLocalStoreItems(scope))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(requests).toHaveLength(3);
    const items = { ...scope, local_store_items: [item] };
    await expect(ask(() => entries.setLocalStoreItems(items))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(requests).toHaveLength(4);
  });

  it('does not take a renewed token either: nobody is told that the session has ended', async () => {
    const { table: entries, requests } = table(signedIn, () => tokenRefused);
    await expect(ask(() => entries.getLocalStoreItems(scope))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(requests).toHaveLength(2);
  });

  it('while the session ends is to the content that nobody is signed in', async () => {
    const { table: entries, store } = table(signedIn, () => {
      store.dispatch({ type: 'sign-out requested', reason: { kind: 'token expired' } });
      return tokenRefused;
    });
    await expect(ask(() => entries.getLocalStoreItems(scope))).rejects.toMatchObject({
      code: 'NOT_LOGGED_IN',
    });
  });

  it('does not take the token: it is renewed and the request repeated, once', async () => {
    const { table: ask, requests } = table(signedIn, ({ headers }) =>
      headers.get('Authorization') === 'Bearer token-2'
        ? { local_store_items: [stored] }
        : { status: 401, code: 'TOKEN_REQUIRED' },
    );
    expect(await ask.getLocalStoreItems(scope)).toEqual([stored]);
    expect(requests).toHaveLength(2);
  });
});
