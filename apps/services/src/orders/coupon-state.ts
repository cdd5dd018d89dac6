import { mayCouponChange, type CouponState } from '@lectern/contracts/calls/orders/coupon';
import type { Database } from '../storage/database.ts';
import type { CouponLicenses } from './coupon-licenses.ts';
import { addHistory, updateCoupon, type CouponRow } from './coupon-store.ts';

/** A state to come, and what its history will say. */
export type NextState = {
  /** `null`: nobody's request. */
  readonly changed_by: string | null;
  readonly reason?: string | undefined;
} & (
  | { readonly coupon_state: 'VALID' | 'WITHDRAWN' }
  | { readonly coupon_state: 'ASSIGNED'; readonly assigned_subject: string }
  | {
      readonly coupon_state: 'ACTIVE';
      readonly activated_at: Date;
      readonly assigned_subject: string;
    }
);

/**
 * Brings a locked coupon into its next state: the only way into any but the first one. What follows from
 * it for the licence is enqueued in the same transaction.
 *
 * @throws {Error} for a transition that is not in the table: whoever calls has asked before.
 */
export async function enterState(
  transaction: Database,
  licenses: Pick<CouponLicenses, 'enqueue'>,
  coupon: CouponRow,
  next: NextState,
): Promise<CouponRow> {
  const { coupon_state, changed_by, reason } = next;
  if (!mayCouponChange(coupon.coupon_state, coupon_state)) {
    throw new Error(`A coupon never goes from ${coupon.coupon_state} to ${coupon_state}.`);
  }
  const changed = await updateCoupon(transaction, coupon, { coupon_state, ...fieldsOf(next) });
  await addHistory(transaction, coupon.coupon_code, { coupon_state, changed_by, reason });
  if (concernsLicense(coupon.coupon_state, coupon_state)) {
    await licenses.enqueue(transaction, coupon.coupon_code);
  }
  return changed;
}

/** True for a transition that makes or takes a licence. */
function concernsLicense(from: CouponState, to: CouponState): boolean {
  return from === 'ACTIVE' || to === 'ACTIVE';
}

/** The subject of a withdrawn coupon is still of interest. */
function fieldsOf(next: NextState) {
  switch (next.coupon_state) {
    case 'VALID':
      return { assigned_subject: null };
    case 'ASSIGNED':
      return { assigned_subject: next.assigned_subject };
    case 'ACTIVE':
      return { activated_at: next.activated_at, assigned_subject: next.assigned_subject };
    case 'WITHDRAWN':
      return {};
  }
}
