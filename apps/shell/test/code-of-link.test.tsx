// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginCard } from '../src/routes/login-card.tsx';
import { keepCoupon, keptCoupon } from '../src/session/kept-coupon.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { texts } from '../src/texts/texts.ts';
import { speak } from './speak.ts';

/* The login page with the code of a link, which may have been typed, too. */

const right = { coupon: 'WTRD-7K3M-Q9XP-4HN', joinCode: 'H4TW-9KXM-3RP9' };
const mistyped = { coupon: 'WTRD-7K3M-Q9PX-4HN', joinCode: 'H4TW-9KXM-3PR9' };
const startSignIn = vi.fn<(code?: string) => void>();
let root: Root;

beforeAll(() => speak('de-CH'));
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  document.body.replaceChildren(document.createElement('div'));
  root = createRoot(document.querySelector('div')!);
});
afterEach(() => {
  act(() => root.unmount());
  vi.clearAllMocks();
});

/** Opens the page, as a link does that has these codes. */
function show(codes: Partial<typeof right>): void {
  sessionStorage.clear();
  keepCoupon(codes.coupon);
  keepJoinCode(codes.joinCode);
  act(() =>
    root.render(
      <LoginCard
        {...{ coupon: undefined, joinCode: undefined, ...codes, problem: undefined }}
        configuration={{ project: { title: 'Wasser', favicon: '/icon.svg' } } as never}
        control={{ startSignIn } as never}
        consent={{ isNeeded: false } as never}
      />,
    ),
  );
}
const field = () => document.querySelector('input');
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);

describe.each(['coupon', 'joinCode'] as const)('%s', (kind) => {
  it('that is right is kept for the sign-in', () => {
    show({ [kind]: right[kind] });
    expect(field()).toBeNull();
    expect(document.body.textContent).toContain(right[kind]);
  });

  it('that looks mistyped stands in the field, before a sign-in, and counts with one press', () => {
    show({ [kind]: mistyped[kind] });
    expect(field()!.value).toBe(mistyped[kind]);
    expect(document.body.textContent).toContain(texts.couponDoubtful);
    expect(document.body.textContent).not.toContain(texts.joinKept);
    act(() => button(texts.couponSure)!.click());
    expect(startSignIn).toHaveBeenCalledExactlyOnceWith(mistyped[kind]);
    // The code of the field counts in its place.
    expect(keptJoinCode()).toBeUndefined();
  });

  it('that looks mistyped counts with no other press, be it corrected meanwhile or not', () => {
    show({ [kind]: mistyped[kind] });
    act(() => {
      field()!.value = right[kind];
      field()!.dispatchEvent(new Event('input', { bubbles: true }));
    });
    act(() => button(texts.signIn)!.click());
    expect(startSignIn).toHaveBeenCalledExactlyOnceWith();
    expect([keptCoupon(), keptJoinCode()]).toEqual([undefined, undefined]);
  });
});

describe('with both codes the field has the one that looks mistyped', () => {
  // A coupon has one place: a class's code goes to its own.
  it.each<[string, typeof right, 'coupon' | 'joinCode', string | undefined]>([
    ['the coupon', { ...right, coupon: mistyped.coupon }, 'coupon', mistyped.coupon],
    ['the code of a class', { ...right, joinCode: mistyped.joinCode }, 'joinCode', undefined],
    ['the coupon of two', mistyped, 'coupon', mistyped.coupon],
  ])('%s; the other one stays kept', (_which, codes, kind, sent) => {
    const other = kind === 'coupon' ? 'joinCode' : 'coupon';
    const kept = { coupon: keptCoupon, joinCode: keptJoinCode };
    show(codes);
    expect(field()!.value).toBe(codes[kind]);
    expect(document.querySelector('.login-code')!.textContent).toBe(codes[other]);
    // A code that looks mistyped is not promised.
    const isPromised = codes.joinCode === right.joinCode && kind === 'coupon';
    expect(document.body.textContent.includes(texts.joinKept)).toBe(isPromised);
    act(() => button(texts.couponSure)!.click());
    expect(kept[other]()).toBe(codes[other]);
    expect(startSignIn.mock.calls).toEqual([[sent]]);
    expect(keptJoinCode()).toBe(codes.joinCode);
    act(() => button(texts.signIn)!.click());
    expect(kept[other]()).toBe(codes[other]);
    expect(kept[kind]()).toBeUndefined();
  });
});

it.each([
  { coupon: 'MUSTERSCHULE' },
  { coupon: 'ABCD-EFGH-JKLM' },
  { coupon: 'SCHULE202627', joinCode: right.joinCode },
])('a publisher’s code is not asked about: %j', (codes) => {
  show(codes);
  expect(field()).toBeNull();
  expect(document.body.textContent).toContain(codes.coupon);
});
