import type { Answer, ResultMessage } from '@lectern/contracts';
import type { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import { readableCode } from './coupon-code.ts';
import { administeredCouponOf, type CouponRow } from './coupon-store.ts';

export type CouponResult = Answer<typeof couponAdministrationCalls.couponChange>['results'][number];
export type Refusal = NonNullable<CouponResult['refusal']>;

const refusalTexts: Readonly<Record<Refusal, string>> = {
  COUPON_NOT_FOUND: 'no coupon has this code',
  COUPON_TERMS_FIXED: 'what it gives is fixed, since it is ACTIVE or WITHDRAWN',
  COUPON_TRANSITION_FORBIDDEN: 'this state does not follow the one that it has',
  COUPON_EXPIRED: 'it could only be activated until a time now past',
  COUPON_NEEDS_GROUP: 'it is for the groups of whom it is reserved for, who leads none',
  SUBJECT_ERASED: 'the person was erased, and is nobody here until the next sign-in',
  PRODUCT_NOT_FOUND: 'its publisher has no such product',
};

export function couponResult(
  outcome: 'MADE' | 'CHANGED' | 'UNCHANGED',
  row: CouponRow,
): CouponResult {
  return { coupon_code: readableCode(row.coupon_code), outcome, coupon: administeredCouponOf(row) };
}

/** @param row Absent: there is none. */
export function refusedCoupon(code: string, refusal: Refusal, row?: CouponRow): CouponResult {
  return {
    coupon_code: readableCode(code),
    outcome: 'REFUSED',
    refusal,
    ...(row && { coupon: administeredCouponOf(row) }),
  };
}

/** The results with the state that follows from them: WARNING where some were refused. */
export function answerOf(results: readonly CouponResult[]) {
  const result_messages: ResultMessage[] = results.flatMap(({ coupon_code, refusal }) =>
    refusal ? [{ code: refusal, text: `${coupon_code}: ${refusalTexts[refusal]}.` }] : [],
  );
  const answer = { results: [...results] };
  if (result_messages.length > 0) {
    return { ...answer, result_state: 'WARNING' as const, result_messages };
  }
  return results.every(({ outcome }) => outcome === 'UNCHANGED')
    ? { ...answer, result_state: 'IA_OK' as const }
    : answer;
}
