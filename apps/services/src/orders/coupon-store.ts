import type { Answer } from '@lectern/contracts';
import type { Coupon, CouponState } from '@lectern/contracts/calls/orders/coupon';
import type { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import { sql, type Selectable } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { readableCode } from './coupon-code.ts';

/** A coupon as stored. */
export type CouponRow = Selectable<Tables['osc.coupons']>;

/** A coupon as those who administer it see it. */
export type AdministeredCoupon = Answer<
  typeof couponAdministrationCalls.couponSearch
>['coupons'][number];

/** A coupon without its lock: what it says may change at once. */
export function findCoupon(database: Database, code: string): Promise<CouponRow | undefined> {
  return database
    .selectFrom('osc.coupons')
    .selectAll()
    .where('coupon_code', '=', code)
    .executeTakeFirst();
}

/** A coupon that nobody else changes until the transaction ends. */
export async function lockCoupon(
  transaction: Database,
  code: string,
): Promise<CouponRow | undefined> {
  return (await lockCoupons(transaction, [code])).get(code);
}

/** Several coupons by code, locked in the order of their codes: so nobody waits in a circle. */
export async function lockCoupons(
  transaction: Database,
  codes: readonly string[],
): Promise<Map<string, CouponRow>> {
  const rows = await transaction
    .selectFrom('osc.coupons')
    .selectAll()
    .where('coupon_code', 'in', codes)
    .orderBy('coupon_code')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.coupon_code, row]));
}

/** Changes a coupon that is locked, and gives it as it is then. */
export async function updateCoupon(
  transaction: Database,
  { coupon_code }: CouponRow,
  changes: Partial<Omit<CouponRow, 'coupon_code' | 'created_at' | 'updated_at'>>,
): Promise<CouponRow> {
  return (
    transaction
      .updateTable('osc.coupons')
      // Not the transaction's beginning: it may have waited for the lock.
      .set({ ...changes, updated_at: sql<Date>`clock_timestamp()` })
      .where('coupon_code', '=', coupon_code)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/** One entry of a coupon's history: the state that it came into, who did it and why. */
export interface HistoryEntry {
  readonly coupon_state: CouponState;
  /** `null`: nobody's request. */
  readonly changed_by: string | null;
  readonly reason?: string | undefined;
}

/** Adds to the history of a coupon that is locked. */
export async function addHistory(
  transaction: Database,
  code: string,
  { coupon_state, changed_by, reason }: HistoryEntry,
): Promise<void> {
  await sql`
    insert into osc.coupon_history (coupon_code, step, coupon_state, changed_by, reason)
    select ${code}, coalesce(max(step), 0) + 1, ${coupon_state}, ${changed_by}, ${reason ?? null}
    from osc.coupon_history where coupon_code = ${code}
  `.execute(transaction);
}

/** The time by the database's clock: read it after the lock that was waited for. */
export async function databaseTime(transaction: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(transaction);
  return rows[0]!.now;
}

/** True for a coupon whose time to be activated has passed. */
export function isExpired({ redeemable_until }: CouponRow, now: Date): boolean {
  return redeemable_until !== null && redeemable_until <= now;
}

/** A coupon as the contract shows it to whoever holds its code. */
export function couponOf(row: CouponRow): Coupon {
  return {
    coupon_code: readableCode(row.coupon_code),
    coupon_state: row.coupon_state,
    mandant_identifier: row.mandant_identifier,
    product_reference: row.product_reference,
    license_strategy: row.license_strategy as Coupon['license_strategy'],
    seats: row.seats,
    ...(row.license_duration_in_days !== null && {
      license_duration_in_days: row.license_duration_in_days,
    }),
    ...(row.redeemable_until && { redeemable_until: row.redeemable_until.toISOString() }),
  };
}

/** A coupon as the contract shows it to those who administer it, without its history. */
export function administeredCouponOf(row: CouponRow): AdministeredCoupon {
  const { activated_at, assigned_subject, license_code, note } = row;
  return {
    ...couponOf(row),
    order_system_identifier: row.order_system_identifier,
    batch_identifier: row.batch_identifier,
    ...(assigned_subject !== null && { assigned_subject }),
    ...(activated_at && { activated_at: activated_at.toISOString() }),
    ...(license_code !== null && { license_code }),
    ...(note !== null && { note }),
    updated_at: row.updated_at.toISOString(),
  };
}
