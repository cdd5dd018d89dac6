import type { couponCalls } from '@lectern/contracts/calls/orders/coupon';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { areSamePerson } from '../../authorization/person-names.ts';
import { lacksGroup } from '../coupon-group.ts';
import { enterState } from '../coupon-state.ts';
import {
  couponOf,
  databaseTime,
  findCoupon,
  isExpired,
  lockCoupon,
  type CouponRow,
} from '../coupon-store.ts';
import type { CouponLicenses } from '../coupon-licenses.ts';

export interface CouponDependencies {
  readonly database: Database;
  readonly couponLicenses: CouponLicenses;
}

/** The calls under `/coupon` of whoever holds a code. */
export function couponHandlers({
  database,
  couponLicenses,
}: CouponDependencies): Handlers<typeof couponCalls> {
  return {
    async couponLookUp({ body, caller: { subject }, refusal }) {
      const coupon = await findCoupon(database, body.coupon_code);
      if (!coupon || (await isReservedForAnother(database, coupon, subject))) {
        throw refusal('COUPON_NOT_FOUND');
      }
      const isUnused = coupon.coupon_state === 'VALID' || coupon.coupon_state === 'ASSIGNED';
      return {
        coupon: couponOf(coupon),
        redeemable: isUnused && !isExpired(coupon, await databaseTime(database)),
      };
    },

    async couponActivate({ body: { subject, coupon_code }, refusal }) {
      const { coupon, isRepeat } = await database.transaction().execute(async (transaction) => {
        const coupon = await lockCoupon(transaction, coupon_code);
        if (!coupon || (await isReservedForAnother(transaction, coupon, subject))) {
          throw refusal('COUPON_NOT_FOUND');
        }
        if (coupon.coupon_state === 'WITHDRAWN') throw refusal('COUPON_WITHDRAWN');
        if (coupon.coupon_state === 'ACTIVE') {
          const isOwn = await areSamePerson(transaction, coupon.assigned_subject, subject);
          if (!isOwn) throw refusal('COUPON_USED');
          return { coupon, isRepeat: true };
        }
        const now = await databaseTime(transaction);
        if (isExpired(coupon, now)) throw refusal('COUPON_EXPIRED');
        if (await lacksGroup(transaction, coupon, subject)) throw refusal('COUPON_NEEDS_GROUP');
        const changed_by = subject;
        const assigned =
          coupon.coupon_state === 'ASSIGNED'
            ? coupon
            : await enterState(transaction, couponLicenses, coupon, {
                coupon_state: 'ASSIGNED',
                assigned_subject: subject,
                changed_by,
              });
        const active = await enterState(transaction, couponLicenses, assigned, {
          coupon_state: 'ACTIVE',
          activated_at: now,
          // Reserved under a former name, which nobody signs in by.
          assigned_subject: subject,
          changed_by,
        });
        return { coupon: active, isRepeat: false };
      });
      const license_code = coupon.license_code ?? (await couponLicenses.tryNow(coupon_code));
      // The job of the first request may have been given up since.
      if (isRepeat && !license_code) await couponLicenses.enqueue(database, coupon_code);
      return {
        coupon: couponOf(coupon),
        ...(license_code && { license_code }),
        license_made: license_code !== undefined,
        ...(isRepeat && { result_state: 'IA_OK' as const }),
      };
    },
  };
}

/** Hides a reserved coupon from everybody but its subject. */
async function isReservedForAnother(
  database: Database,
  coupon: CouponRow,
  subject: string,
): Promise<boolean> {
  // One that was withdrawn before anybody had it belongs to nobody.
  const isReserved = coupon.coupon_state === 'ASSIGNED' || coupon.assigned_subject !== null;
  if (!isReserved || coupon.activated_at) return false;
  return !(await areSamePerson(database, coupon.assigned_subject, subject));
}
