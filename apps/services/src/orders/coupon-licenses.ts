import type { Jobs } from '../jobs/jobs.ts';
import {
  makeLicense,
  takeLicense,
  type LicenseOrder,
  type LicenseOrderKey,
  type SaveRefusal,
} from '../licenses/public.ts';
import type { Database } from '../storage/database.ts';
import { couponOf, lockCoupon, updateCoupon, type CouponRow } from './coupon-store.ts';
import type { OrderLog } from './order-licenses.ts';

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
  jobs: Pick<Jobs, 'define'>,
  log: Pick<OrderLog, 'error'>,
  isServed: boolean,
): Promise<CouponLicenses> {
  const queue = await jobs.define<{ readonly coupon_code: string }>({ name: 'coupon-licenses' });
  if (isServed) {
    await queue.work(
      async ({ coupon_code }) => {
        await settleCoupon(database, coupon_code);
      },
      (error) =>
        log.error(
          error instanceof LicenseRefused ? error.details : { err: error },
          'The licence of a coupon was not made or taken away, and it is not tried any longer. Fix the cause, then activate the coupon or set its state again.',
        ),
    );
  }
  return {
    enqueue: (transaction, coupon_code) => queue.send(transaction, { coupon_code }),
    tryNow: (code) =>
      settleCoupon(database, code).catch((error: unknown) => {
        // A refusal is told when the job ends: until then its cause can be mended.
        if (!(error instanceof LicenseRefused)) {
          log.error({ err: error }, 'The licence of a coupon was not settled at once. It follows.');
        }
        return undefined;
      }),
  };
}

/** The licence service makes no licence of a coupon. */
class LicenseRefused extends Error {
  /** For the log: what the coupon can be found by, and nothing that it could be redeemed with. */
  readonly details: Readonly<Record<string, string>>;

  constructor(coupon: CouponRow, refusal: SaveRefusal) {
    super(`The coupon's licence was refused: ${refusal}.`);
    const { order_system_identifier, batch_identifier, mandant_identifier, product_reference } =
      coupon;
    this.details = {
      order_system_identifier,
      batch_identifier,
      mandant_identifier,
      product_reference,
      refusal,
    };
  }
}

/**
 * One at a time for each coupon, since it is locked. The licence and the coupon's note of it are written
 * in one transaction, and the order's identifier would make it one licence even otherwise.
 *
 * @throws {LicenseRefused} trying again can help, such as after the product was saved.
 */
function settleCoupon(database: Database, code: string): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    const coupon = await lockCoupon(transaction, code);
    if (coupon?.coupon_state === 'WITHDRAWN') {
      // A licence of this name that it has not made is another's.
      if (coupon.license_code === null) return undefined;
      await takeLicense(transaction, orderKey(coupon), 'The coupon was withdrawn.');
      return undefined;
    }
    if (coupon?.coupon_state !== 'ACTIVE') return undefined;
    if (coupon.license_code !== null) return coupon.license_code;
    const order = licenseOrder(coupon);
    // Its subject has been erased since.
    if (!order) return undefined;
    const saved = await makeLicense(transaction, order, 'The coupon was activated.');
    if (saved.refusal) throw new LicenseRefused(coupon, saved.refusal);
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
