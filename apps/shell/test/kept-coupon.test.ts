import { describe, expect, it } from 'vitest';
import { parseCoupon, readCouponCode, unclearCoupon } from '../src/session/kept-coupon.ts';

describe('the code of an address', () => {
  it.each([
    ['?coupon=ABCD-EFGH', 'ABCD-EFGH'],
    ['?rejected=true&coupon=%20abcd%20', 'abcd'],
    ['?coupon=%C3%A4', 'ä'],
    ['?coupon=%20', undefined],
    ['', undefined],
    ['?coupon=&coupon=ABCD', 'ABCD'],
    ['?coupon=ABCD-EFGH&coupon=abcd+efgh', 'abcd efgh'],
    ['?coupon=ABCD%E2%80%93EFGH&coupon=AB%C2%ADCD-EFGH&coupon=ABCD-EFGH', 'ABCD-EFGH'],
    ['?coupon=%E2%80%8B', undefined],
  ])('%s is %j', (search, code) => expect(parseCoupon(search)).toBe(code));

  it('that is far too long is cut, and stays unclear', () => {
    const cut = unclearCoupon(`?coupon=${'~'.repeat(5000)}`);
    expect(cut).toBe('~'.repeat(200));
    expect(unclearCoupon(`?coupon=${cut}`)).toBe(cut);
    expect(unclearCoupon(`?coupon=ABCD${'+'.repeat(5000)}%C3%A4`)).toBe('ABCD ä');
    expect(unclearCoupon(`?coupon=${'A+'.repeat(5000)}`)).toHaveLength(200);
  });

  it('that gives two is none of them, and shows both', () => {
    const given = parseCoupon('?coupon=ABCD&coupon=EFGH')!;
    expect(given).toBe('ABCD, EFGH');
    expect(readCouponCode(given)).toBeUndefined();
  });

  it.each(['ABCD\u2013EFGH', 'AB\u00adCD-EF\u200bGH', 'ABCD\u2212EFGH\u00a0', ' ＡＢＣＤ－EFGH'])(
    'may come out of a mail or a word processor: %j',
    (typed) => expect(readCouponCode(typed)).toBe('ABCD-EFGH'),
  );

  it.each([
    ['?coupon=ABCD&coupon=EFGH', 'ABCD, EFGH'],
    ['?coupon=%C3%A4', 'ä'],
    ['?coupon=ABCD-EFGH', undefined],
    ['?coupon=', undefined],
  ])('%s is unclear: %j', (search, code) => expect(unclearCoupon(search)).toBe(code));
});
