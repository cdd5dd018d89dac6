import { describe, expect, it, vi } from 'vitest';
import { examples } from '@lectern/contracts/examples';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { denied, session, set } from './session-scene.ts';
import { someUsage } from './some-usage.ts';

fakeBrowserForEachTest();

describe('a user without a licence who had a coupon', () => {
  const coupon = {
    coupon_code: 'ABCD',
    coupon_state: 'ACTIVE',
    mandant_identifier: 'LECTERN',
    product_reference: 'wasser-entdecken',
    license_strategy: 'LICENSE_STRATEGY_USER',
    seats: 1,
  };
  const withCoupon = (answer: object, licensesAfterwards: readonly object[] = []) => {
    let isFirstLook = true;
    const scene = set({
      answers: {
        '/lima/license/getForUser': {
          get licenses() {
            const licenses = isFirstLook ? [] : licensesAfterwards;
            isFirstLook = false;
            return licenses;
          },
        },
        '/osc/coupon/lookUp': { coupon, redeemable: true },
        '/osc/coupon/activate': answer,
      },
      configured: { licenseDenied: denied },
    });
    sessionStorage.setItem('coupon', 'ABCD');
    // Hashing is nothing that timers wait for.
    localStorage.setItem('deviceId', session.deviceID);
    return scene;
  };

  it('hears on the login page what is wrong with it, and is sent nowhere else', async () => {
    const { control, store, happened } = withCoupon({ status: 409, code: 'COUPON_EXPIRED' });
    await control.refresh();
    expect(happened.at(-1)).toBe('shows /login?rejected=true');
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: { kind: 'rejected', coupon: { kind: 'expired', code: 'ABCD' } },
    });
  });

  it('and leads no class hears that it needs one, and has the code for the teacher', async () => {
    const { control, store } = withCoupon({ status: 403, code: 'COUPON_NEEDS_GROUP' });
    await control.refresh();
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: { kind: 'rejected', coupon: { kind: 'needs group', code: 'ABCD' } },
    });
  });

  it('is told once it is redeemed', async () => {
    const { control, confirmation, store } = withCoupon(
      { coupon, license_code: 'L-1', license_made: true },
      [{ ...session.licences[0], valid_until: '2027-07-31T22:00:00Z' }],
    );
    const heard = vi.fn<() => void>();
    const stop = confirmation.subscribe(heard);
    await control.refresh();
    expect(store.state.name).toBe('signed-in');
    expect(confirmation.redeemed).toEqual({
      kind: 'redeemed',
      validUntil: '2027-07-31T22:00:00Z',
    });
    confirmation.dismiss();
    expect(confirmation.redeemed).toBeUndefined();
    stop();
    confirmation.confirm({ kind: 'redeemed' });
    expect(heard).toHaveBeenCalledTimes(2);
    // The seat is kept no longer than this test.
    await control.signOut({ kind: 'called logout page' });
  });

  it('whose licence is still being made is asked to come again, and sent nowhere else', async () => {
    vi.useFakeTimers();
    const { control, store, happened } = withCoupon({ coupon, license_made: false });
    const refreshed = control.refresh();
    await vi.runAllTimersAsync();
    await refreshed;
    expect(happened.at(-1)).toBe('shows /login?rejected=true');
    expect(store.state).toEqual({
      name: 'signed-out',
      problem: { kind: 'rejected', coupon: { kind: 'license pending', code: 'ABCD' } },
    });
  });

  it.each([
    ['?coupon=ABCD&coupon=EFGH', 'ABCD%2C+EFGH'],
    ['?coupon=%C3%A4', '%C3%A4'],
  ])('that cannot be one (%s) sees it on the login page', async (search, shown) => {
    const { control, happened } = set({
      answers: { '/lima/license/getForUser': { licenses: [] } },
      configured: { licenseDenied: denied },
      search,
    });
    await control.refresh();
    expect(happened.at(-1)).toBe(`shows /login?coupon=${shown}&rejected=true`);
  });
});

describe('a user without a seat', () => {
  const seatless = (answer: object) =>
    set({
      state: { name: 'seatless', session, obstacle: 'device limit', contentBefore: 'saved' },
      answers: { '/lima/license/obtainLicenseUsage': answer },
    });

  it('sees the content once there is one', async () => {
    const { control, store, happened } = seatless({ license_usage: someUsage() });
    await control.retrySeat();
    expect(store.session).toBe(session);
    expect(happened).toEqual(['shows /']);
    expect(sessionStorage.getItem('seat')).toContain('"license_code":"L-1"');
  });

  it('stays one while there is none, for the reason of the moment', async () => {
    const { control, store } = seatless({ status: 409, code: 'LICENSE_SEATS_TAKEN' });
    await control.retrySeat();
    expect(store.state).toEqual({
      name: 'seatless',
      session,
      obstacle: 'seats taken',
      contentBefore: 'saved',
    });
  });

  it('is rejected when the licence has ended meanwhile', async () => {
    const { control, happened } = seatless({ status: 403, code: 'LICENSE_NOT_VALID' });
    await control.retrySeat();
    expect(happened.at(-1)).toBe('shows /login?rejected=true');
  });

  it.each([
    ['sees the content once an invitation has brought a licence', session.licences, 0, 'signed-in'],
    ['is asked about the next invitation', [], 1, 'seatless'],
    ['is rejected when none has brought one', [], 0, 'signed-out'],
  ])('%s', async (_what, licenses, invitations, name) => {
    const invitation = {
      ...examples.gres.groupsGetUpdated.answer.groups[0]!,
      membership_state: 'invited',
      invited_as: 'member',
    };
    const { control, store } = set({
      state: { name: 'seatless', session, obstacle: 'invited', contentBefore: 'none' },
      answers: {
        '/lima/license/getForUser': { licenses },
        '/gres/v1/groups/getUpdated': {
          groups: Array.from({ length: invitations }, () => invitation),
          gone_group_ids: [],
        },
      },
    });
    await control.retrySeat();
    expect(store.state.name).toBe(name);
  });

  it('sees the content when the licence service is away', async () => {
    vi.useFakeTimers();
    const { control, store } = seatless({ status: 503, code: 'UNAVAILABLE' });
    const retried = control.retrySeat();
    await vi.advanceTimersByTimeAsync(5_000);
    await retried;
    expect(store.session).toBe(session);
  });
});
