/*
 * Codes of coupons that the service makes. Their last sign is a check sign, so that a field can tell most typing
 * errors without asking anybody. Codes that are given, and those of before the check sign, have none.
 */

/** None that look alike (0 O, 1 I L, 2 Z, 5 S, 8 B, U V), and no vowels, which would make words. */
export const couponCodeSigns = '34679CDFGHJKMNPQRTWXY';
/** 14 of 21 signs are 61 bits: nobody meets a code by guessing. With its check sign a code has one sign more. */
export const couponCodeRandomLength = 14;

/** Lengths of the codes that the service has made: with a check sign, and before. */
const checkedLength = couponCodeRandomLength + 1;
const formerLength = 16;

/**
 * The check sign of signs: it differs where one of them is another one, or two neighbours have changed places. Weights
 * 1 and 2, and their difference, have inverses modulo 21.
 */
export function couponCheckSign(signs: string): string {
  const { length } = couponCodeSigns;
  const sum = Array.from(signs).reduce(
    (before, sign, index) => before + couponCodeSigns.indexOf(sign) * (index % 2 === 0 ? 1 : 2),
    0,
  );
  return couponCodeSigns[(length - (sum % length)) % length]!;
}

/**
 * True where a code is close to one that the service makes, but is none: probably a typing error. Only a hint:
 * publishers give codes of their own.
 *
 * @param typed in any case, with or without dashes
 */
export function isCouponCodeDoubtful(typed: string): boolean {
  const code = typed.replaceAll('-', '').toUpperCase();
  const foreign = Array.from(code).filter((sign) => !couponCodeSigns.includes(sign)).length;
  if (foreign > 0)
    return foreign <= 2 && code.length >= checkedLength && code.length <= formerLength;
  if (code.length === formerLength) return false;
  if (code.length !== checkedLength)
    return code.length >= checkedLength - 1 && code.length <= formerLength + 1;
  return couponCheckSign(code.slice(0, -1)) !== code.at(-1);
}
