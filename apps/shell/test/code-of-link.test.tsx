// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginCard } from '../src/routes/login-card.tsx';
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
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

function show(codes: Partial<typeof right>): void {
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
    keepJoinCode(mistyped.joinCode);
    show({ [kind]: mistyped[kind] });
    expect(field()!.value).toBe(mistyped[kind]);
    expect(document.body.textContent).toContain(texts.couponDoubtful);
    expect(document.body.textContent).not.toContain(texts.joinKept);
    act(() => button(texts.couponSure)!.click());
    expect(startSignIn).toHaveBeenCalledExactlyOnceWith(mistyped[kind]);
    // What is in the field now counts in its place.
    expect(keptJoinCode()).toBe(kind === 'joinCode' ? undefined : mistyped.joinCode);
  });
});
