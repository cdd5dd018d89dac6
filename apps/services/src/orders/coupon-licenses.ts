import type { Database } from '../storage/database.ts';
import type { Jobs } from '../storage/jobs.ts';
import { readableCode } from './coupon-code.ts';
import { couponOf, lockCoupon, updateCoupon, type CouponRow } from './coupon-store.ts';
import type { LicenseMaker, LicenseOrder, LicenseOrderKey } from './license-maker.ts';
import type { OrderLog } from './order-licenses.ts';

const queue = 'coupon-licenses';
const dayInMs = 86_400_000;

/**
 * The licences of coupons. An ACTIVE coupon has one, a WITHDRAWN one has none: whoever changes the state
 * enqueues that in the same transaction, and a job sees to it, whatever process dies meanwhile.
 */
export interface CouponLicenses {
  /** Has a licence made or taken away, in the transaction that makes it necessary. */
  enqueue(transaction: Database, code: string): Promise<void>;
  /**
   * Does at once what the job would do later. What fails here is left to the job.
   *
   * @returns the code of the licence; `undefined` when there is none, or not yet.
   */
  tryNow(code: string): Promise<string | undefined>;
}

/** @param isServed Whether this process works off what is enqueued. */
export async function startCouponLicenses(
  database: Database,
  jobs: Pick<Jobs, 'prepare' | 'work' | 'send'>,
  licenses: LicenseMaker,
  log: Pick<OrderLog, 'error'>,
  isServed: boolean,
): Promise<CouponLicenses> {
  const settle = (code: string) =>
    settleCoupon(database, licenses, code).catch((error: unknown) => {
      const details = { err: error, coupon_code: readableCode(code) };
      log.error(details, 'The licence of a coupon could not be made or taken away yet.');
      throw error;
    });
  await jobs.prepare([queue]);
  if (isServed) {
    await jobs.work(queue, async ({ coupon_code }) => {
      await settle(coupon_code!);
    });
  }
  return {
    enqueue: (transaction, coupon_code) => jobs.send(transaction, queue, { coupon_code }),
    tryNow: (code) => settle(code).catch(() => undefined),
  };
}

/**
 * One at a time for each coupon, since it is locked. The licence and the coupon's note of it are written
 * in one transaction, and the order's identifier would make it one licence even otherwise.
 *
 * @throws {Error} when the licence service makes none; trying again can help, such as after the product
 *   was saved.
 */
function settleCoupon(
  database: Database,
  licenses: LicenseMaker,
  code: string,
): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    const coupon = await lockCoupon(transaction, code);
    if (coupon?.coupon_state === 'WITHDRAWN' && coupon.activated_at) {
      await licenses.delete(transaction, orderKey(coupon), 'The coupon was withdrawn.');
      return undefined;
    }
    if (coupon?.coupon_state !== 'ACTIVE') return undefined;
    if (coupon.license_code !== null) return coupon.license_code;
    const order = licenseOrder(coupon);
    // Whose it was has been erased since.
    if (!order) return undefined;
    const saved = await licenses.save(transaction, order);
    if (saved.refusal) throw new Error(`The coupon's licence was refused: ${saved.refusal}.`);
    const { license_code } = saved;
    await updateCoupon(transaction, coupon, { license_code });
    return license_code;
  });
}

function orderKey(coupon: CouponRow): LicenseOrderKey {
  return {
    order_system_identifier: coupon.order_system_identifier,
    license_order_identifier: `coupon:${coupon.coupon_code}`,
  };
}

/** The same however often it is asked for: an ACTIVE coupon no longer changes what it gives. */
function licenseOrder(coupon: CouponRow): LicenseOrder | undefined {
  const { assigned_subject: subject, activated_at, license_duration_in_days: days } = coupon;
  if (subject === null || !activated_at) return undefined;
  const { mandant_identifier, product_reference, license_strategy, seats } = couponOf(coupon);
  return {
    ...orderKey(coupon),
    subject,
    mandant_identifier,
    product_reference,
    license_strategy,
    seats,
    valid_from: activated_at.toISOString(),
    ...(days !== null && {
      valid_until: new Date(activated_at.getTime() + days * dayInMs).toISOString(),
    }),
  };
}
