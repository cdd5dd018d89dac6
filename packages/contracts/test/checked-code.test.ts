import { describe, expect, it } from 'vitest';
import {
  couponCodeForm,
  hasRightCheckSign,
  isCodeDoubtful,
  joinCodeForm,
  withCheckSign,
  type CodeForm,
} from '../src/checked-code.ts';

describe.each<[string, string, CodeForm]>([
  ['coupon', 'WTRD7K3MQ9XP4H', couponCodeForm],
  ['class', 'H4TW9KXM3RP', joinCodeForm],
])('a code that the service has made for a %s', (_kind, random, form) => {
  const code = withCheckSign(form, random);
  const signs = Array.from(form.signs);
  const at = (index: number, instead: string, count = instead.length) =>
    code.slice(0, index) + instead + code.slice(index + count);
  const places = Array.from(code, (_sign, index) => index);
  const isDoubted = (typed: string) => isCodeDoubtful(typed, form);

  it('has one sign more', () => {
    expect(code).toHaveLength(form.length);
    expect(code.slice(0, -1)).toBe(random);
  });

  it('has a right check sign, of that kind alone', () => {
    expect(hasRightCheckSign(code.toLowerCase().replaceAll(/.{4}/g, '$&-'))).toBe(true);
    for (const instead of signs) {
      const changed = at(0, instead);
      expect(hasRightCheckSign(changed)).toBe(changed === code);
    }
    for (const other of [code.slice(0, -2), `${code}${code}`, at(0, '0'), ''])
      expect(hasRightCheckSign(other)).toBe(false);
  });

  it('is not doubted in any case, with dashes', () => {
    const dashed = code.toLowerCase().replaceAll(/.{4}/g, '$&-');
    expect(isDoubted(code)).toBe(false);
    expect(isDoubted(dashed)).toBe(false);
    expect(isDoubted(dashed.replace('w', 'x'))).toBe(true);
    // Also where it is not known which one it is.
    expect(isCodeDoubtful(dashed.replace(/-$/, ''))).toBe(false);
    expect(isCodeDoubtful(dashed.replace(/-$/, '').replace('w', 'x'))).toBe(true);
  });

  it('is doubted with any other sign at any place', () => {
    for (const index of places)
      for (const sign of new Set(Array.from(`${form.signs}0O1IL2Z5S8BUV`)))
        expect(isDoubted(at(index, sign))).toBe(sign !== code[index]);
  });

  // The sums are linear: what holds at two neighbouring places does at all others, whatever stands there.
  it('is doubted where any two neighbours have changed places', () => {
    for (const first of signs)
      for (const second of signs)
        for (const index of [0, 1]) {
          const right = withCheckSign(form, at(index, first + second).slice(0, -1));
          const swapped = right.slice(0, index) + second + first + right.slice(index + 2);
          expect(isDoubted(swapped)).toBe(first !== second);
        }
    for (const last of signs) {
      const right = withCheckSign(form, random.slice(0, -1) + last);
      const swapped = right.slice(0, -2) + right.at(-1)! + last;
      expect(isDoubted(swapped)).toBe(swapped !== right);
    }
  });

  it('is doubted where a sign is missing', () => {
    for (const index of places) expect(isDoubted(at(index, '', 1))).toBe(true);
  });

  // One of a coupon has the length that coupons had before.
  it('of a class is doubted where a sign is doubled', () => {
    for (const index of places)
      expect(isDoubted(at(index, code[index]!, 0))).toBe(form === joinCodeForm);
  });
});

/** By the form that is asked about: either, a coupon's, a class's. */
it.each([
  ['WTRD7K3MQ9XP4HTC', 'of a coupon before, without a check sign', [false, false, false]],
  // For a month it is asked about once, and opens its class.
  ['H4TW-9KXM-3RPE', 'of a class before, without a check sign', [true, false, true]],
  ['H4TW9KXM3RPE', 'of a class, without its dashes', [true, false, true]],
  ['H4TW9KXM3RP', 'of a class, without its dashes and last sign', [false, false, true]],
  ['H4TW-9KXM-3RP', 'of a class, without its last sign', [true, false, true]],
  ['H4TW-9KXM-3RP9-9', 'of a class, with a doubled sign', [true, false, true]],
  ['WTRD-7K3M-Q9PX-4HN', 'of a coupon, with two signs changed', [true, true, false]],
  ['WINTER2026KLASSE', 'given by a publisher', [false, false, false]],
  ['SCHULE202627', 'given by a publisher', [false, false, true]],
  // Asked about once, in vain: it has the signs of a class's.
  ['MUSTERSCHULE', 'given by a publisher', [true, false, true]],
  ['KLASSE7B2026', 'given by a publisher', [false, false, true]],
  ['KLASSE-7B-2026', 'given by a publisher', [false, false, true]],
  ['SOMMERFERIEN', 'given by a publisher', [false, false, true]],
  ['ABCD', 'short', [false, false, false]],
])('%s, %s', (code, _what, isDoubted) => {
  const forms = [undefined, couponCodeForm, joinCodeForm];
  expect(forms.map((form) => isCodeDoubtful(code, form))).toEqual(isDoubted);
});
