import { describe, expect, it, vi } from 'vitest';
import type { SeatObstacle } from '../src/auth/sign-in-machine.ts';
import { askAboutJoinCode } from '../src/classes/classes-door.ts';
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

it('a class’s code is kept until the dialog has loaded that asks about it', async () => {
  keepJoinCode(code);
  const { store } = set({ state: { name: 'completing' } });
  const asked: string[] = [];
  let isAway = true;
  askAboutJoinCode(store, async (code) => {
    asked.push(code);
    if (isAway) throw new TypeError('Failed to fetch');
  });
  store.dispatch({ type: 'session started', session });
  store.dispatch({ type: 'session refreshed', session });
  // The first has ended.
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([code]);
  expect(keptJoinCode()).toBe(code);
  isAway = false;
  store.dispatch({ type: 'session refreshed', session });
  await vi.waitFor(() => expect(keptJoinCode()).toBeUndefined());
  expect(asked).toEqual([code, code]);
});

it('what is still to be said of a coupon is said to nobody else', async () => {
  const { control, confirmation } = set();
  confirmation.report({ kind: 'used', code: 'ABCD' });
  await control.signOut({ kind: 'called logout page' });
  expect(confirmation.problem).toBeUndefined();
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

  it.each(['token expired', 'silent renew error'] as const)(
    'leaves it to nobody else here after %s',
    async (kind) => {
      keepJoinCode(code);
      keepCoupon('ABCD');
      const { control, happened } = seatless('joining', {});
      await control.signOut({ kind });
      expect(happened.at(-1)).toBe('shows /login');
      expect(keptJoinCode()).toBeUndefined();
      expect(keptCoupon()).toBeUndefined();
    },
  );

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

describe('a class’s code beside a coupon that is refused', () => {
  // With the form of a class's, too.
  it.each(['ABCD', 'H4TW-9KXM-3PR9'])('is kept: %s', async (coupon) => {
    keepJoinCode(code);
    keepCoupon(coupon);
    const { control, happened } = set({
      answers: {
        '/osc/coupon/lookUp': { status: 404, code: 'COUPON_NOT_FOUND' },
        '/lima/license/getForUser': none,
      },
    });
    await control.refresh();
    expect(happened.at(-1)).toBe(`shows /login?joinCode=${code}&rejected=true`);
    expect(keptJoinCode()).toBe(code);
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
