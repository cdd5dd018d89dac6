import type { Body } from '@lectern/contracts';
import type { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import type { CouponRow } from './coupon-store.ts';
import { isSameValue } from './order-store.ts';

export type ChangedCoupon = NonNullable<
  Body<typeof couponAdministrationCalls.couponChange>['changed_coupons']
>[number];

type Terms = Pick<
  CouponRow,
  | 'product_reference'
  | 'license_strategy'
  | 'seats'
  | 'license_duration_in_days'
  | 'redeemable_until'
>;

/** Changes of a coupon; `terms`: its content, which is fixed once it is ACTIVE. */
export interface CouponChanges {
  readonly terms: Partial<Terms>;
  readonly note: { readonly note?: string | null };
}

/** Given fields that are not stored so. Absent ones stay, `null` takes away. */
export function changesOf(coupon: CouponRow, wanted: ChangedCoupon): CouponChanges {
  const { coupon_code: _, note, redeemable_until, ...rest } = wanted;
  const terms = {
    ...rest,
    ...(redeemable_until !== undefined && {
      redeemable_until: redeemable_until === null ? null : new Date(redeemable_until),
    }),
  };
  return {
    terms: Object.fromEntries(
      Object.entries(terms).filter(
        ([field, value]) =>
          value !== undefined && !isSameValue(coupon[field as keyof Terms], value),
      ),
    ),
    note: note === undefined || note === coupon.note ? {} : { note },
  };
}

/** True while the content of a coupon can change. */
export function areTermsOpen({ coupon_state }: CouponRow): boolean {
  return coupon_state === 'VALID' || coupon_state === 'ASSIGNED';
}
