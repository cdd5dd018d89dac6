import { describe, expect, it } from 'vitest';
import type { SeatObstacle } from '../src/auth/sign-in-machine.ts';
import { keepCoupon, keptCoupon } from '../src/session/kept-coupon.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import type { ServiceAnswer } from './fake-services.ts';
import { session, set } from './session-scene.ts';

/* Users without a licence whom a class may bring one. */

fakeBrowserForEachTest();

const seatless = (obstacle: SeatObstacle, answers: Readonly<Record<string, ServiceAnswer>>) =>
  set({ state: { name: 'seatless', session, obstacle, contentBefore: 'none' }, answers });
const none = { licenses: [] };

describe('a user with the code of a class', () => {
  it('row 127: stays with the question as long as there is no licence', async () => {
    keepJoinCode('H4TW-9KXM-3RPE');
    const { control, store } = seatless('joining', { '/lima/license/getForUser': none });
    await control.retrySeat();
    expect(store.state).toMatchObject({ name: 'seatless', obstacle: 'joining' });
    expect(keptJoinCode()).toBe('H4TW-9KXM-3RPE');
  });

  it('goes on to the content with the licence of the class, and is not asked once more', async () => {
    keepJoinCode('H4TW-9KXM-3RPE');
    const { control, store } = seatless('joining', {});
    await control.retrySeat();
    expect(store.state.name).toBe('signed-in');
    expect(keptJoinCode()).toBeUndefined();
    await control.signOut({ kind: 'called logout page' });
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
