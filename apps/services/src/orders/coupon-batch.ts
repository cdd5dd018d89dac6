import { isDeepStrictEqual } from 'node:util';
import type { Body } from '@lectern/contracts';
import type { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import { defaultOrderSystem } from '@lectern/contracts/calls/orders/order-system';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { streamRows, type RowStream } from '../storage/row-stream.ts';
import type { Tables } from '../storage/tables.ts';
import { isProduct } from '../licenses/public.ts';
import { makeCouponCode } from './coupon-code.ts';

/** Coupons to make, as `coupon/change` describes them. */
export type NewCoupons = NonNullable<
  Body<typeof couponAdministrationCalls.couponChange>['new_coupons']
>;

/** MADE: just now; UNCHANGED: the same was asked for before. Otherwise nothing was made, and why. */
export type BatchOutcome =
  | 'MADE'
  | 'UNCHANGED'
  | 'COUPON_BATCH_CONFLICT'
  | 'COUPON_CODE_TAKEN'
  | 'ORDER_SYSTEM_UNKNOWN'
  | 'PRODUCT_NOT_FOUND';

/**
 * Makes a batch of coupons once. After an outcome that is a refusal the transaction has to be rolled
 * back.
 *
 * @param wanted Of any number of coupons; the contract limits only what one request may make.
 * @param madeBy `null`: an operator's command.
 */
export async function makeCouponBatch(
  transaction: Database,
  wanted: NewCoupons,
  madeBy: string | null,
): Promise<BatchOutcome> {
  const request = comparable(wanted);
  if (!(await isOrderSystem(transaction, request.order_system_identifier))) {
    return 'ORDER_SYSTEM_UNKNOWN';
  }
  // Another request that makes the same batch at this moment is waited for.
  const batch = await transaction
    .insertInto('osc.coupon_batches')
    .values({
      batch_identifier: request.batch_identifier,
      request: JSON.stringify(request),
      made_by: madeBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('batch_identifier')
    .executeTakeFirst();
  if (!batch) return sameOrConflict(transaction, request);
  if (!(await isProduct(transaction, request))) return 'PRODUCT_NOT_FOUND';
  const codes =
    request.coupon_codes ?? Array.from({ length: wanted.coupon_count! }, makeCouponCode);
  const made = await insertCoupons(transaction, request, codes, madeBy);
  return made === codes.length ? 'MADE' : 'COUPON_CODE_TAKEN';
}

/** The wanted coupons in one spelling, so that equal wishes compare equal. */
function comparable(wanted: NewCoupons) {
  const { coupon_codes, redeemable_until, ...rest } = wanted;
  return {
    ...rest,
    order_system_identifier: wanted.order_system_identifier ?? defaultOrderSystem,
    ...(coupon_codes && { coupon_codes: coupon_codes.toSorted() }),
    ...(redeemable_until !== undefined && {
      redeemable_until: new Date(redeemable_until).toISOString(),
    }),
  };
}

/** Coupons need no order system behind them; the one that they have by default need not exist. */
async function isOrderSystem(transaction: Database, identifier: string): Promise<boolean> {
  if (identifier === defaultOrderSystem) return true;
  const row = await transaction
    .selectFrom('osc.order_systems')
    .select('order_system_identifier')
    .where('order_system_identifier', '=', identifier)
    .executeTakeFirst();
  return row !== undefined;
}

async function sameOrConflict(
  transaction: Database,
  request: ReturnType<typeof comparable>,
): Promise<'UNCHANGED' | 'COUPON_BATCH_CONFLICT'> {
  const stored = await transaction
    .selectFrom('osc.coupon_batches')
    .select('request')
    .where('batch_identifier', '=', request.batch_identifier)
    .where('order_system_identifier', '=', request.order_system_identifier)
    .executeTakeFirstOrThrow();
  // As JSON, which has no fields without a value.
  const asked: unknown = JSON.parse(JSON.stringify(request));
  return isDeepStrictEqual(stored.request, asked) ? 'UNCHANGED' : 'COUPON_BATCH_CONFLICT';
}

/** @returns how many there are now: fewer than codes where one is taken, or appears twice. */
async function insertCoupons(
  transaction: Database,
  request: ReturnType<typeof comparable>,
  codes: readonly string[],
  madeBy: string | null,
): Promise<number> {
  // Sorted, so that two batches with the same codes never wait for each other in a circle.
  const { numAffectedRows } = await sql`
    insert into osc.coupons (coupon_code, order_system_identifier, batch_identifier,
      mandant_identifier, product_reference, license_strategy, seats, license_duration_in_days,
      redeemable_until, note)
    select code, ${request.order_system_identifier}, ${request.batch_identifier},
      ${request.mandant_identifier}, ${request.product_reference}, ${request.license_strategy},
      ${request.seats}::integer, ${request.license_duration_in_days ?? null}::integer,
      ${request.redeemable_until ?? null}::timestamptz, ${request.note ?? null}
    from unnest(${codes}::text[]) as given (code)
    order by code collate "C"
    on conflict do nothing
  `.execute(transaction);
  await sql`
    insert into osc.coupon_history (coupon_code, step, coupon_state, changed_by)
    select code, 1, 'VALID', ${madeBy} from unnest(${codes}::text[]) as given (code)
    on conflict do nothing
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Columns of the platform's own coupons of a batch, in the order of their codes. */
export function couponsOfBatch(
  transaction: Database,
  batch: string,
  columns: readonly (keyof Tables['osc.coupons'])[],
): RowStream {
  return streamRows(
    transaction,
    sql`
      select to_jsonb(listed) as row
      from (
        select ${sql.join(columns.map((column) => sql.id(column)))} from osc.coupons
        where batch_identifier = ${batch} and order_system_identifier = ${defaultOrderSystem}
      ) listed
      order by coupon_code collate "C"
    `,
  );
}
