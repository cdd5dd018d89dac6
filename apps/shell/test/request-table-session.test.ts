import { requests as protocol, type Action } from '@lectern/sdk/protocol';
import { examplePayloads } from '@lectern/sdk/testing';
import { describe, expect, it, vi } from 'vitest';
import { scope, stored, tableForEachTest } from './request-table-scene.ts';
import { someSession } from './some-session.ts';

const { create, emit, startSignIn, startSignInAsOther, signOut, openCookieSettings } =
  tableForEachTest();
/** Actions that need no session. */
const ofAnyone: readonly string[] = [
  'ready',
  'isLoggedIn',
  'startLogin',
  'encodeChallenge',
  'openCookieSettings',
  'getLocale',
  'getCurrency',
] satisfies Action[];
/** The others, with right payloads. */
const ofSession = Object.entries(examplePayloads).filter(([action]) => !ofAnyone.includes(action));
const signedOut = () => create({ state: { name: 'signed-out' } });

describe('without a session, as on the login page', () => {
  it('content may greet, ask, and start signing in', async () => {
    sessionStorage.setItem('deepLink', '{"themaId":"t2"}');
    const { ask } = signedOut();
    expect(await ask('isLoggedIn')).toBe(false);
    expect(await ask('getLocale')).toBe('it-CH');
    expect(await ask('getCurrency')).toBe('CHF');
    expect(await ask('ready')).toBeNull();
    expect(sessionStorage.getItem('deepLink'), 'opened only after signing in').not.toBeNull();
    expect(await ask('startLogin')).toBeNull();
    expect(startSignIn).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('content opens the cookie settings, and hears when they cannot be opened', async () => {
    const { ask } = signedOut();
    expect(await ask('openCookieSettings')).toBeNull();
    openCookieSettings.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(ask('openCookieSettings')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.each([
    [{ coupon: ' wtrd 7k3m-q9xp ' }, 'wtrd-7k3m-q9xp'],
    [{}, undefined],
    [{ coupon: undefined }, undefined],
  ])('signing in with %j redeems %j', async (payload, coupon) => {
    await signedOut().ask('startLogin', payload);
    expect(startSignIn).toHaveBeenCalledExactlyOnceWith(coupon);
  });

  it.each(['', 'kein Gutschein!', 'A'.repeat(65), 1, null, ['ABCD']])(
    'signing in does not start with the coupon %j',
    async (coupon) => {
      await expect(signedOut().ask('startLogin', { coupon })).rejects.toMatchObject({
        code: 'BAD_PAYLOAD',
      });
      expect(startSignIn).not.toHaveBeenCalled();
    },
  );

  it.each([
    ['coupon', 'WTRD-7K3M-Q9XP-4HT'],
    ['class', 'H4TW-9KXM-3R9P'],
  ])(
    'refuses a mistyped code of a %s where it is asked to, and takes it else',
    async (_of, coupon) => {
      await expect(
        signedOut().ask('startLogin', { coupon, refusesTypos: true }),
      ).rejects.toMatchObject({ code: 'MISTYPED' });
      await expect(
        signedOut().ask('startLogin', { coupon: 'kein Gutschein!', refusesTypos: true }),
      ).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
      expect(startSignIn).not.toHaveBeenCalled();
      await signedOut().ask('startLogin', { coupon, refusesTypos: false });
      expect(startSignIn).toHaveBeenCalledExactlyOnceWith(coupon);
    },
  );

  it.each(ofSession)('SESSION-1: %s answers that nobody is signed in', async (action, payload) => {
    const { ask, requests, accepted } = signedOut();
    await expect(ask(action, payload)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    expect(signOut).not.toHaveBeenCalled();
    expect(requests).toEqual([]);
    expect(Object.values(accepted).flat()).toEqual([]);
  });
});

const structureFile = {
  path: 'cmi5-structure.json',
  file_reference: 'r',
  asset_stage: 'ASSET_STAGE_PROD',
  asset_type: 'ASSET_TYPE_WEB_PUB',
  file_version: 1,
  content_hash: 'ba883dea6be50b4659d924d8fd7ffe101bad247d250b0d7bb5eb0f5748b68fcd',
  size_in_bytes: 300,
  media_type: 'application/json',
};

describe('row 29: MESSAGE-5: no answer holds a token', () => {
  it('whatever is asked', async () => {
    const answers = {
      local_store_items: [stored],
      annotations: [],
      notes: [],
      bookmarks: [],
      answers: [],
      hits: [],
      completions: [],
      version: 1,
      mandant_identifier: 'LECTERN',
      product_references: ['wasser-entdecken'],
      files: [],
      is_satisfied: false,
      satisfied_block_ids: [],
      aus: [],
      launch_url: 'https://content.example/au.html?fetch=token',
      launch_method: 'AnyWindow',
      registration: 'c0ffee00-0000-4000-8000-000000000002',
      session_id: 'c0ffee00-0000-4000-8000-000000000003',
      members_count: 0,
      members: [],
      feedback: [],
      has_more: false,
      served_at: '2026-11-29T08:00:00.000Z',
      assignments: [],
      groups: [],
      gone_group_ids: [],
    };
    const { ask } = create({
      state: { name: 'signed-in', session: { ...someSession('mia'), isTeacher: true } },
      answer({ body, path }) {
        const { paths = [] } = (body ?? {}) as { readonly paths?: readonly string[] };
        const files = paths.includes('cmi5-structure.json') ? [structureFile] : [];
        // Others have no further page.
        const isFeedback = path.endsWith('/feedback/getForIssue');
        return { ...answers, files, ...(isFeedback && { next_cursor: 'c' }) };
      },
    });
    for (const [action, payload] of Object.entries(examplePayloads)) {
      const result = await ask(action, payload);
      expect(protocol[action as Action].result.faultIn(result), action).toBeUndefined();
      // The fake services' tokens have this word in them.
      expect(JSON.stringify(result) ?? '', action).not.toMatch(/token/i);
    }
  });

  it.each(['getToken', 'getAccessToken', 'token', 'getSession'])(
    'there is no action %s',
    async (action) => {
      await expect(create().ask(action)).rejects.toMatchObject({ code: 'UNKNOWN_ACTION' });
    },
  );
});

describe('a service that fails to be read', () => {
  const away = { status: 503, code: 'UNAVAILABLE' };
  const tokenRefused = { status: 401, code: 'TOKEN_REQUIRED' };

  it.each([
    [{ status: 403, code: 'PERMISSION_MISSING' }, 'REFUSED'],
    [{ status: 429, code: 'X' }, 'UNAVAILABLE'],
    [{ status: 500, code: 'INTERNAL' }, 'UNAVAILABLE'],
    [{ local_store_items: 'none' }, 'UNAVAILABLE'],
  ])('with %j is to the content %s, and is logged', async (answer, code) => {
    const { ask } = create({ answer: () => answer });
    await expect(ask('getLocalStoreItems', scope)).rejects.toMatchObject({ code });
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('is asked again', async () => {
    const { ask, requests } = create({ answer: () => away });
    await expect(ask('getLocalStoreItems', scope)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(requests).toHaveLength(3);
  });

  it('does not take a renewed token either: nobody is told that the session has ended', async () => {
    const { ask, requests } = create({ answer: () => tokenRefused });
    await expect(ask('getLocalStoreItems', scope)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(requests).toHaveLength(2);
  });

  it('SESSION-1: while the session ends is to the content that nobody is signed in', async () => {
    const { ask, store } = create({
      answer: () => {
        store.dispatch({ type: 'sign-out requested', reason: { kind: 'token expired' } });
        return tokenRefused;
      },
    });
    await expect(ask('getLocalStoreItems', scope)).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  });

  it('does not take the token: it is renewed and the request repeated, once', async () => {
    const { ask, requests } = create({
      answer: ({ headers }) =>
        headers.get('Authorization') === 'Bearer token-2'
          ? { local_store_items: [stored] }
          : tokenRefused,
    });
    expect(await ask('getLocalStoreItems', scope)).toMatchObject([stored]);
    expect(requests).toHaveLength(2);
  });
});

describe('a login page of the publisher’s', () => {
  it('hears at its `ready` why it is there, where it is for more than signing in', async () => {
    const problem = { kind: 'token expired' } as const;
    await create({ state: { name: 'signed-out', problem } }).ask('ready');
    expect(emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'token expired' });
    emit.mockReset();
    await create({ state: { name: 'signed-out' } }).ask('ready');
    await create().ask('ready');
    expect(emit).not.toHaveBeenCalled();
  });

  it('can offer another account', async () => {
    const { ask } = create({ state: { name: 'signed-out' } });
    await ask('startLogin', { otherAccount: true });
    expect(startSignInAsOther).toHaveBeenCalledExactlyOnceWith(undefined);
    expect(startSignIn).not.toHaveBeenCalled();
    await expect(ask('startLogin', { otherAccount: 'yes' })).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
  });
});

describe('a page that signs in by itself', () => {
  const failed = {
    name: 'signed-out',
    problem: { kind: 'callback error', detail: 'x' },
  } as const;
  const pressed = (isActive: boolean) =>
    vi.stubGlobal('navigator', { userActivation: { isActive } });

  it('does so once: after a problem somebody has to press', async () => {
    pressed(false);
    await signedOut().ask('startLogin');
    await expect(create({ state: failed }).ask('startLogin')).rejects.toMatchObject({
      code: 'REFUSED',
    });
    expect(startSignIn).toHaveBeenCalledOnce();
    pressed(true);
    await create({ state: failed }).ask('startLogin');
    expect(startSignIn).toHaveBeenCalledTimes(2);
  });

  it('does not do so behind a shop that leads back at once', async () => {
    pressed(false);
    vi.stubGlobal('location', { search: '?rejected=true' });
    await expect(signedOut().ask('startLogin')).rejects.toMatchObject({ code: 'REFUSED' });
    expect(startSignIn).not.toHaveBeenCalled();
  });

  it('does so in a browser that does not know of presses, too', async () => {
    vi.stubGlobal('navigator', {});
    await create({ state: failed }).ask('startLogin');
    expect(startSignIn).toHaveBeenCalledOnce();
  });
});

it('another account is signed in with the coupon that comes along', async () => {
  await signedOut().ask('startLogin', { otherAccount: true, coupon: 'WTRD-7K3M' });
  expect(startSignInAsOther).toHaveBeenCalledExactlyOnceWith('WTRD-7K3M');
});

it('a login page that the shop leads back to hears why it is there', async () => {
  vi.stubGlobal('location', { search: '?rejected=true' });
  await signedOut().ask('ready');
  expect(emit).toHaveBeenCalledExactlyOnceWith('signed-out', { reason: 'rejected' });
});

it('licences that could not be loaded are not told as none', async () => {
  const session = { ...someSession('mia'), licences: [], areLicencesMissing: true } as const;
  const { ask } = create({ state: { name: 'signed-in', session } });
  await expect(ask('getLicenses')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
