import { createListeners } from '../listeners.ts';
import type { CouponProblem } from './redeem-coupon.ts';

/** Message about a redeemed coupon. */
export interface RedeemedCoupon {
  readonly kind: 'redeemed';
  /** Until when the licence holds, as the licence service writes it (RFC 3339); absent: without end, or not known. */
  readonly validUntil?: string | undefined;
}

/**
 * Holds what is still to be said of a coupon over the content. Only in memory: after a reload there is nothing to
 * say.
 */
export interface CouponConfirmation {
  readonly redeemed: RedeemedCoupon | undefined;
  /** Why a coupon was not redeemed, of a user whom a licence lets in all the same. */
  readonly problem: CouponProblem | undefined;
  confirm(redeemed: RedeemedCoupon): void;
  report(problem: CouponProblem): void;
  readonly dismiss: () => void;
  /** Calls the listener after each change; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createCouponConfirmation(): CouponConfirmation {
  let shown: RedeemedCoupon | CouponProblem | undefined;
  const { subscribe, notify } = createListeners();

  function become(next: RedeemedCoupon | CouponProblem | undefined): void {
    shown = next;
    notify();
  }

  return {
    get redeemed() {
      return shown?.kind === 'redeemed' ? shown : undefined;
    },
    get problem() {
      return shown?.kind === 'redeemed' ? undefined : shown;
    },
    confirm: become,
    report: become,
    dismiss: () => become(undefined),
    subscribe,
  };
}
