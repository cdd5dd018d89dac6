import type { CouponState } from '@lectern/contracts/calls/orders/coupon';
import type { Database } from '../storage/database.ts';
import type { AdministeredCoupon } from './coupon-store.ts';

type History = NonNullable<AdministeredCoupon['history']>;

/** The histories of coupons by code, each the oldest first. */
export async function historyOf(
  database: Database,
  codes: readonly string[],
): Promise<ReadonlyMap<string, History>> {
  const rows =
    codes.length === 0
      ? []
      : await database
          .selectFrom('osc.coupon_history')
          .select(['coupon_code', 'coupon_state', 'changed_at', 'changed_by', 'reason'])
          .where('coupon_code', 'in', codes)
          .orderBy('coupon_code')
          .orderBy('step')
          .execute();
  const histories = new Map<string, History>();
  for (const { coupon_code, coupon_state, changed_at, changed_by, reason } of rows) {
    const history = histories.get(coupon_code) ?? [];
    histories.set(coupon_code, history);
    history.push({
      coupon_state: coupon_state as CouponState,
      changed_at: changed_at.toISOString(),
      ...(changed_by !== null && { changed_by }),
      ...(reason !== null && { reason }),
    });
  }
  return histories;
}
