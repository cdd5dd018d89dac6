import { readableCode } from '../orders/coupon-code.ts';

export interface ListedCoupon {
  readonly coupon_code: string;
  readonly mandant_identifier: string;
  readonly product_reference: string;
  readonly license_strategy: string;
  readonly seats: number;
  readonly license_duration_in_days: number | null;
  readonly redeemable_until: string | null;
}

/** The columns, by the names that the contract has for them. */
export const couponColumns = [
  'coupon_code',
  'mandant_identifier',
  'product_reference',
  'license_strategy',
  'seats',
  'license_duration_in_days',
  'redeemable_until',
] as const satisfies readonly (keyof ListedCoupon)[];

/** The first line of the table (RFC 4180). */
export const couponCsvHead = `${couponColumns.join(',')}\r\n`;

export function couponCsvLine(coupon: ListedCoupon): string {
  const shown = {
    ...coupon,
    coupon_code: readableCode(coupon.coupon_code),
    redeemable_until:
      coupon.redeemable_until === null ? null : new Date(coupon.redeemable_until).toISOString(),
  };
  return `${couponColumns.map((column) => csvField(shown[column])).join(',')}\r\n`;
}

/** Spreadsheets run what begins so as a formula. */
const formula = /^[=+\-@\t\r]/;

function csvField(value: string | number | null): string {
  const given = value === null ? '' : String(value);
  const text = formula.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
