import type { Database } from '../storage/database.ts';
import { leadsAnyGroup } from '../groups/public.ts';
import type { CouponRow } from './coupon-store.ts';

/** True for a coupon for groups whose subject leads none: it would have the seats of a class for itself alone. */
export async function lacksGroup(
  transaction: Database,
  { license_strategy }: Pick<CouponRow, 'license_strategy'>,
  subject: string,
): Promise<boolean> {
  return (
    license_strategy === 'LICENSE_STRATEGY_GROUP' && !(await leadsAnyGroup(transaction, subject))
  );
}
