import { describe, expect, it } from 'vitest';
import type { SeatObstacle } from '../src/auth/sign-in-machine.ts';
import { keepCoupon, keptCoupon } from '../src/session/kept-coupon.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
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

describe('a user without a code, who has no licence', () => {
  const inState = (membership_state: string) => ({
    '/lima/license/getForUser': none,
    '/gres/v1/groups/getUpdated': {
      groups: [{ ...someGroup, membership_state }],
      gone_group_ids: [],
    },
  });

  it('waits where it has asked to join a class', async () => {
    const { control, store } = seatless('invited', inState('requested'));
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
      '/gres/v1/groups/getUpdated': { status: 403, code: 'PERMISSION_MISSING' },
    });
    await expect(control.retrySeat()).rejects.toThrow();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
  });

  it('hears in which class it is', async () => {
    const { control, store } = seatless('invited', inState('accepted'));
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
