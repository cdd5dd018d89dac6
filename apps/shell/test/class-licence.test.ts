import { describe, expect, it } from 'vitest';
import type { SeatObstacle } from '../src/auth/sign-in-machine.ts';
import { keepCoupon, keptCoupon } from '../src/session/kept-coupon.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { writeUserSession } from '../src/session/user-session.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import type { ServiceAnswer } from './fake-services.ts';
import { session, set } from './session-scene.ts';
import { someGroup } from './some-group.ts';

/* Users without a licence whom a class may bring one. */

fakeBrowserForEachTest();

const seatless = (obstacle: SeatObstacle, answers: Readonly<Record<string, ServiceAnswer>>) =>
  set({ state: { name: 'seatless', session, obstacle, contentBefore: 'none' }, answers });
const none = { licenses: [] };
const code = 'H4TW-9KXM-3RP9';

describe('a code that no coupon has, and that has the form of a class’s', () => {
  const unknown = { '/osc/coupon/lookUp': { status: 404, code: 'COUPON_NOT_FOUND' } };

  it('is a class’s after a sign-in without a licence', async () => {
    keepCoupon('h4tw 9kxm 3rp9');
    const { control, store } = seatless('invited', {
      ...unknown,
      '/lima/license/getForUser': none,
    });
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
    expect(keptJoinCode()).toBe(code);
    expect(keptCoupon()).toBeUndefined();
  });

  it('is a class’s with the refresh of a session, before anybody hears of that', async () => {
    keepCoupon(code);
    const { control, store, confirmation } = set({ answers: unknown });
    const heard: unknown[] = [];
    store.subscribe(() => heard.push(keptJoinCode()));
    await control.refresh();
    expect(heard).toEqual([code]);
    expect(confirmation.problem).toBeUndefined();
    await control.signOut({ kind: 'called logout page' });
  });

  it('is unknown where the dialog of the classes has asked for a class already', async () => {
    const { control } = set({ answers: unknown });
    expect(await control.redeem(code)).toEqual({ kind: 'unknown', code });
    expect(keptJoinCode()).toBeUndefined();
    await control.signOut({ kind: 'called logout page' });
  });
});

describe('a user with the code of a class', () => {
  it('row 127: stays with the question as long as there is no licence, and joins nothing', async () => {
    keepJoinCode(code);
    const { control, store, asked } = seatless('joining', { '/lima/license/getForUser': none });
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
    expect(keptJoinCode()).toBe(code);
    expect(asked.map(({ path }) => path)).not.toContain('/gres/v1/groups/join');
  });

  it('goes on to the content with the licence of the class, and is not asked once more', async () => {
    keepJoinCode(code);
    const { control, store } = seatless('joining', {});
    await control.retrySeat();
    expect(store.state.name).toBe('signed-in');
    expect(keptJoinCode()).toBeUndefined();
    await control.signOut({ kind: 'called logout page' });
  });
});

const inState = (membership_state: string) => ({
  '/lima/license/getForUser': none,
  '/gres/v1/groups/getUpdated': {
    groups: [{ ...someGroup, membership_state }],
    gone_group_ids: [],
  },
});
const away = { status: 403, code: 'PERMISSION_MISSING' };

describe('licences that nobody can say of', () => {
  it('leave a user waiting, with its code', async () => {
    keepJoinCode(code);
    const { control, store } = seatless('joining', { '/lima/license/getForUser': away });
    await expect(control.retrySeat()).rejects.toThrow();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
    expect(keptJoinCode()).toBe(code);
  });

  const missing = { ...session, licences: [], areLicencesMissing: true } as const;
  it.each([
    ['its code', code, 'revoked'],
    ['its request', undefined, 'requested'],
  ])('and that there are none of leave a user with %s', async (_what, kept, membershipState) => {
    keepJoinCode(kept);
    const { control, store, happened } = set({
      state: { name: 'signed-in', session: missing },
      answers: inState(membershipState),
    });
    await control.refresh();
    expect(store.state).toMatchObject({
      name: 'seatless',
      obstacle: 'joining',
      contentBefore: 'saved',
    });
    expect(happened).toContain('session-lost: rejected');
    expect(happened.at(-1)).toBe('frame closed');
    expect(keptJoinCode()).toBe(kept);
  });

  it('take the content from nobody while its classes cannot be asked for', async () => {
    const { control, store } = set({
      answers: { '/lima/license/getForUser': none, '/gres/v1/groups/getUpdated': away },
    });
    await control.refresh();
    expect(store.state.name).toBe('signed-in');
    await control.signOut({ kind: 'called logout page' });
  });
});

describe('a user whose licence is gone', () => {
  const own = session.licences;
  const ofClass = own.map((license) => ({
    ...license,
    license_strategy: 'LICENSE_STRATEGY_GROUP' as const,
  }));
  const ended = { kind: 'rejected', hasEnded: true };
  const ways = [
    ['the class has ended it', ofClass, false, 'accepted', { isOfClass: true, isInClass: true }],
    ['it has left the class', ofClass, false, 'revoked', { isOfClass: true, isInClass: false }],
    ['nobody can say', ofClass, false, undefined, { isOfClass: true }],
    ['it was its own', own, false, 'accepted', {}],
    ['it was a class’s beside its own', [...own, ...ofClass], false, 'revoked', {}],
    ['it leads a class', ofClass, true, 'accepted', { isOfClass: true, isTeacher: true }],
    [
      'a teacher, and nobody can say',
      ofClass,
      true,
      undefined,
      { isOfClass: true, isTeacher: true },
    ],
    ['its own, and nobody can say', own, false, undefined, {}],
  ] as const;
  const lose = (licences: typeof own, isTeacher: boolean, state: string | undefined) =>
    set({
      state: { name: 'signed-in', session: { ...session, licences, isTeacher } },
      answers: {
        ...inState(state ?? ''),
        ...(state === undefined && { '/gres/v1/groups/getUpdated': away }),
        ...(isTeacher && { '/gres/v1/gms/groups/get': { groups: [someGroup] } }),
      },
    });

  it.each(ways)('hears why with its seat: %s', async (_why, licences, isTeacher, state, more) => {
    const { control, store } = lose(licences, isTeacher, state);
    await control.loseSeat('license ended');
    expect(store.state).toEqual({ name: 'signed-out', problem: { ...ended, ...more } });
  });

  it.each(ways.filter(([, , , state]) => state !== undefined))(
    'hears why with a refresh: %s',
    async (_why, licences, isTeacher, state, more) => {
      const { control, store } = lose(licences, isTeacher, state);
      await control.refresh();
      expect(store.state).toEqual({ name: 'signed-out', problem: { ...ended, ...more } });
    },
  );
});

describe('a user whose own licence is gone', () => {
  it('waits for the class that it has asked, as after a sign-in', async () => {
    const { control, store } = set({ answers: inState('requested') });
    await control.loseSeat('license ended');
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
  });

  it.each([
    ['at work', () => set({ answers: inState('requested') }), 'refresh'],
    [
      'whose seat was used elsewhere',
      () =>
        seatless('used elsewhere', {
          ...inState('requested'),
          '/lima/license/obtainLicenseUsage': { status: 409, code: 'LICENSE_NOT_VALID' },
        }),
      'continueHere',
    ],
  ] as const)(
    '(%s) finds no stored session with a reload, which would show the content',
    async (_what, start, call) => {
      const { control, store } = start();
      writeUserSession(session);
      await control[call]();
      expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
      expect(sessionStorage.getItem('userSession')).toBeNull();
    },
  );
});

describe('two looks for a licence at once', () => {
  const asking = (asked: readonly { readonly path: string }[], call: string) =>
    asked.filter(({ path }) => path.endsWith(call)).length;

  it('lead to one seat', async () => {
    const { control, store, asked } = seatless('joining', {});
    await Promise.all([control.retrySeat(), control.retrySeat(), control.retrySeat()]);
    expect(store.state.name).toBe('signed-in');
    expect(asking(asked, '/license/obtainLicenseUsage')).toBe(1);
    expect(asking(asked, '/user/get')).toBe(1);
    await control.signOut({ kind: 'called logout page' });
  });

  it('are one after the other, since more may be known for the second', async () => {
    const { control, asked } = seatless('joining', inState('requested'));
    await Promise.all([control.retrySeat(), control.retrySeat(), control.retrySeat()]);
    expect(asking(asked, '/user/get')).toBe(2);
    await control.retrySeat();
    expect(asking(asked, '/user/get')).toBe(3);
  });
});

describe('a user without a code, who has no licence', () => {
  it('waits where it has asked to join a class', async () => {
    const { control, store } = seatless('invited', inState('requested'));
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
  });

  it('waits for a further class where it leads one', async () => {
    const { control, store } = seatless('invited', {
      ...inState('requested'),
      '/gres/v1/gms/groups/get': { groups: [someGroup] },
    });
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
  });

  it('stays where it waited for a class, which has no licence yet', async () => {
    const { control, store } = seatless('joining', inState('accepted'));
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
  });

  it('goes on waiting where nobody can say', async () => {
    const { control, store } = seatless('joining', {
      '/lima/license/getForUser': none,
      '/gres/v1/groups/getUpdated': away,
    });
    await expect(control.retrySeat()).rejects.toThrow();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
  });

  it('waits for the licence of the class that it was invited to', async () => {
    const { control, store } = seatless('invited', inState('accepted'));
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
  });

  it('hears in which class it is', async () => {
    const { control, store } = seatless('class needed', inState('accepted'));
    await control.retrySeat();
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: { kind: 'rejected', isInClass: true },
    });
  });

  it('hears nothing of a class that it leads', async () => {
    const { control, store } = seatless('invited', {
      ...inState('accepted'),
      '/gres/v1/gms/groups/get': { groups: [someGroup] },
    });
    await control.retrySeat();
    expect(store.state).toEqual({ name: 'signed-out', problem: { kind: 'rejected' } });
  });
});

describe('a user with a coupon for a class, and none yet', () => {
  const ofClass = {
    '/lima/license/getForUser': none,
    '/osc/coupon/lookUp': {
      coupon: {
        coupon_code: 'ABCD',
        coupon_state: 'VALID',
        mandant_identifier: 'LECTERN',
        product_reference: 'wasser-entdecken',
        license_strategy: 'LICENSE_STRATEGY_GROUP',
        seats: 25,
      },
      redeemable: true,
    },
    '/osc/coupon/activate': { status: 403, code: 'COUPON_NEEDS_GROUP' },
  };
  const may = (permission_names: readonly string[]) => ({
    ...ofClass,
    '/aua/v1/user/getRoles': { role_names: [], permission_names },
  });

  it('makes a class where it may, and keeps the coupon for that', async () => {
    keepCoupon('ABCD');
    const { control, store } = seatless('class needed', may(['group.lead']));
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'class needed' });
    expect(keptCoupon()).toBe('ABCD');
  });

  it('hears that a teacher is needed where it may not', async () => {
    keepCoupon('ABCD');
    const { control, store } = seatless('class needed', may(['group.join']));
    await control.retrySeat();
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: { kind: 'rejected', coupon: { kind: 'needs group', code: 'ABCD' } },
    });
  });
});
