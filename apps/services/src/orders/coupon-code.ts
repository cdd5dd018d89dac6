import { couponCodeForm, withCheckSign } from '@lectern/contracts/calls/checked-code';
import { inGroups, randomCode } from '../storage/random-code.ts';

/** Signs between two dashes: as many as people keep in mind while they type. */
const groupLength = 4;

/** A new code in the form in which codes are stored and compared: capitals, no dashes. */
export function makeCouponCode(): string {
  const { signs, length } = couponCodeForm;
  return withCheckSign(couponCodeForm, randomCode(signs, length - 1));
}

/** A code as people read it, such as `WTRD-7K3M-Q9XP-4HN`. */
export function readableCode(code: string): string {
  return inGroups(code, groupLength);
}
