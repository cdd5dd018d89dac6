import { describe, expect, it } from 'vitest';
import {
  couponCheckSign,
  couponCodeSigns,
  isCouponCodeDoubtful,
} from '../src/orders/coupon-code.ts';

const random = 'WTRD7K3MQ9XP4H';
const code = random + couponCheckSign(random);

describe('a code that the service has made', () => {
  it('is not doubted', () => {
    expect(isCouponCodeDoubtful(code)).toBe(false);
  });

  it('is the same in any case, with dashes', () => {
    const dashed = code.toLowerCase().replaceAll(/.{4}/g, '$&-');
    expect(isCouponCodeDoubtful(dashed)).toBe(false);
    expect(isCouponCodeDoubtful(dashed.replace('w', 'x'))).toBe(true);
  });

  it('is doubted with any other sign at any place', () => {
    for (const [index, right] of Array.from(code).entries()) {
      const others = Array.from(`${couponCodeSigns}0O1IL2Z5S8BUV`).filter((sign) => sign !== right);
      for (const sign of others)
        expect(isCouponCodeDoubtful(code.slice(0, index) + sign + code.slice(index + 1))).toBe(
          true,
        );
    }
  });

  it('is doubted where two neighbours have changed places', () => {
    for (let index = 1; index < code.length; index++) {
      const swapped =
        code.slice(0, index - 1) + code[index]! + code[index - 1]! + code.slice(index + 1);
      expect(isCouponCodeDoubtful(swapped)).toBe(swapped !== code);
    }
  });

  it('is doubted where a sign is missing', () => {
    for (let index = 0; index < code.length; index++)
      expect(isCouponCodeDoubtful(code.slice(0, index) + code.slice(index + 1))).toBe(true);
  });
});

it.each([
  ['of before, without a check sign', 'WTRD7K3MQ9XP4HTC'],
  ['given by a publisher', 'WINTER2026KLASSE'],
  ['of a class', 'H4TW9KXM3RPE'],
  ['short', 'ABCD'],
])('a code %s is not doubted', (_what, other) => {
  expect(isCouponCodeDoubtful(other)).toBe(false);
});
