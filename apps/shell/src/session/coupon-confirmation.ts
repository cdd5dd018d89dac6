/** Message about a redeemed coupon. */
export interface RedeemedCoupon {
  /** Until when the licence holds, as the licence service writes it (RFC 3339); absent: without end. */
  readonly validUntil?: string | undefined;
}

/**
 * Holds what is still to be said of a redeemed coupon. Only in memory: after a reload there is nothing to
 * say.
 */
export interface CouponConfirmation {
  readonly redeemed: RedeemedCoupon | undefined;
  confirm(redeemed: RedeemedCoupon): void;
  readonly dismiss: () => void;
  /** Calls the listener after each change; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createCouponConfirmation(): CouponConfirmation {
  let redeemed: RedeemedCoupon | undefined;
  const listeners = new Set<() => void>();

  function become(next: RedeemedCoupon | undefined): void {
    redeemed = next;
    for (const listener of listeners) listener();
  }

  return {
    get redeemed() {
      return redeemed;
    },
    confirm: become,
    dismiss: () => become(undefined),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
