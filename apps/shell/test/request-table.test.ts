import { changesMaximum } from '@lectern/contracts/calls/limits';
import { requests as protocol } from '@lectern/sdk/protocol';
import { describe, expect, it, vi } from 'vitest';
import { BridgeFailure } from '../src/bridge/bridge-failure.ts';
import { notedPlace } from '../src/content-frame/deep-link.ts';
import { acceptedAt } from './fake-outbox.ts';
import {
  item,
  scope,
  session,
  statement,
  stored,
  tableForEachTest,
} from './request-table-scene.ts';

const { create, startSignIn, setUnsaved, signOut, askToSignOut, announce } = tableForEachTest();

const exerciseScope = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: '1' },
  exercise_dto: { exercise_id: 'e1' },
};

describe('a signed-in user’s content', () => {
  it('learns of the user what it may know', async () => {
    const { ask } = create();
    expect(await ask('isLoggedIn')).toBe(true);
    expect(await ask('getUser')).toEqual(session.user);
    expect(await ask('isTeacher')).toBe(false);
    expect(await ask('isPandaLogin')).toBe(true);
    expect(await ask('getLicenses')).toEqual([
      {
        license_code: 'L-1',
        license_strategy: 'LICENSE_STRATEGY_USER',
        license_state: 'LICENSE_STATE_VALID',
        mandant_identifier: 'LECTERN',
        product_reference: 'wasser-entdecken',
      },
    ]);
  });

  it.each(['isLoggedIn', 'getUser', 'isTeacher', 'isPandaLogin', 'getLicenses'] as const)(
    'gets of %s what the protocol says, whatever it sends along',
    async (action) => {
      const result = await create().ask(action, { token: 'please' });
      expect(protocol[action].result.faultIn(result)).toBeUndefined();
    },
  );

  it('PLACE-1: has opened the deep link when it is ready', async () => {
    sessionStorage.setItem('deepLink', '{"themaId":"t2"}');
    await create().ask('ready');
    expect(sessionStorage.getItem('deepLink')).toBeNull();
  });

  it('SAVE-8: is told how far its work has come once it is ready', async () => {
    await create().ask('ready');
    expect(announce).toHaveBeenCalledOnce();
  });

  it('PLACE-1: says where the user is, until it says nowhere', async () => {
    const { ask } = create();
    await ask('setPlace', { themaId: 'bach', subThemaNumber: '2' });
    expect(notedPlace()).toEqual({ themaId: 'bach', subThemaNumber: '2' });
    await ask('setPlace', {});
    expect(notedPlace()).toBeUndefined();
  });

  it('signs out', async () => {
    await create().ask('logout');
    expect(signOut).toHaveBeenCalledOnce();
    expect(askToSignOut).not.toHaveBeenCalled();
  });

  it('row 60: does not sign out where nobody has pressed anything: the user is asked', async () => {
    vi.stubGlobal('navigator', { userActivation: { isActive: false } });
    await expect(create().ask('logout')).rejects.toMatchObject({ code: 'REFUSED' });
    expect([signOut.mock.calls, askToSignOut.mock.calls]).toEqual([[], [[]]]);
  });

  it('says whether it holds unsaved work', async () => {
    const { ask } = create();
    expect(await ask('setUnsavedWork', { unsaved: true })).toBeNull();
    expect(await ask('setUnsavedWork', { unsaved: false })).toBeNull();
    expect(setUnsaved.mock.calls).toEqual([[true], [false]]);
  });

  it.each([
    ['not accepted', 'REFUSED', 'Signing in cannot start in the state signed-in.'],
    ['popup blocked', 'UNAVAILABLE', 'The browser has blocked the sign-in window.'],
    ['provider unreachable', 'UNAVAILABLE', 'The identity provider cannot be reached.'],
    ['shell insecure', 'UNAVAILABLE', 'The address of the shell is not secure.'],
  ] as const)('hears that signing in is %s', async (outcome, code, message) => {
    startSignIn.mockResolvedValue(outcome);
    await expect(create().ask('startLogin')).rejects.toMatchObject({ code, message });
  });

  it('encodes a challenge as RFC 7636, appendix B', async () => {
    const text = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(await create().ask('encodeChallenge', { text })).toBe(
      'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    );
  });
});

describe('SAVE-1: local store items', () => {
  it.each([scope, exerciseScope])('are accepted by the outbox for %j', async (place) => {
    const { ask, accepted, requests } = create();
    const items = [
      { ...item, version: 0 },
      { ...item, key: 'a2' },
    ];
    const result = await ask('setLocalStoreItems', { ...place, local_store_items: items });
    expect(result).toEqual([
      { ...item, version: 1, updated_at: acceptedAt, delivered: false },
      { ...item, key: 'a2', updated_at: acceptedAt, delivered: false },
    ]);
    expect(protocol.setLocalStoreItems.result.faultIn(result)).toBeUndefined();
    expect(accepted.items).toEqual([{ scope: place, items }]);
    expect(requests, 'no service has been asked').toEqual([]);
  });

  it('are read through the outbox, for a page that stays', async () => {
    const { ask, requests } = create({ answer: () => ({ local_store_items: [stored] }) });
    const result = await ask('getLocalStoreItems', scope);
    expect(result).toEqual([{ ...stored, delivered: true }]);
    expect(protocol.getLocalStoreItems.result.faultIn(result)).toBeUndefined();
    expect(requests).toMatchObject([
      { path: '/clag/v1/localStoreItem/getForModel', body: scope, outlivesPage: false },
    ]);
  });

  it.each([
    ['SAVE-5', 'CONFLICT'],
    ['SAVE-6', 'STORAGE_FULL'],
  ] as const)('%s: that the outbox does not accept fail with %s', async (_, code) => {
    const { ask } = create({ outboxFault: new BridgeFailure(code, 'no') });
    const items = { ...scope, local_store_items: [item] };
    await expect(ask('setLocalStoreItems', items)).rejects.toMatchObject({ code });
    await expect(ask('postStatement', { dto_id: 'a1', statement })).rejects.toMatchObject({ code });
  });
});

describe('a payload of the wrong shape is refused, and nothing is sent', () => {
  const many = Array.from({ length: changesMaximum + 1 }, (_, key) => ({
    ...item,
    key: `a${key}`,
  }));
  it.each([
    ['getLocalStoreItems', 'none', undefined],
    ['getLocalStoreItems', 'topic and exercise', { ...scope, exercise_dto: { exercise_id: 'e' } }],
    ['getLocalStoreItems', 'a subject', { ...scope, subject: 'ben' }],
    ['setLocalStoreItems', 'no items', { ...scope, local_store_items: [] }],
    ['setLocalStoreItems', 'too many items', { ...scope, local_store_items: many }],
    ['setLocalStoreItems', 'a number', { ...scope, local_store_items: [{ ...item, value: 1 }] }],
    [
      'setLocalStoreItems',
      'a great version',
      { ...scope, local_store_items: [{ ...item, version: 2 ** 40 }] },
    ],
    ['postStatement', 'no verb', { dto_id: 'a1', statement: { object: statement.object } }],
    ['postStatement', 'no name', { dto_id: '', statement }],
    ['postStatement', 'a subject', { dto_id: 'a1', statement, subject: 'ben' }],
    ['postStatement', 'an id of its own', { dto_id: 'a1', statement: { ...statement, id: '1' } }],
    ['encodeChallenge', 'empty text', { text: '' }],
    ['setUnsavedWork', 'none', undefined],
    ['setUnsavedWork', 'a word', { unsaved: 'false' }],
    ['setPlace', 'none', undefined],
  ])('%s with %s', async (action, _, payload) => {
    const { ask, requests, accepted } = create();
    await expect(ask(action, payload)).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(requests).toEqual([]);
    expect(Object.values(accepted).flat()).toEqual([]);
    expect(setUnsaved).not.toHaveBeenCalled();
  });
});
