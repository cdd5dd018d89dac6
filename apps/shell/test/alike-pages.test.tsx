import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignInProblem } from '../src/auth/sign-in-machine.ts';
import { LoginCard } from '../src/routes/login-card.tsx';
import { Seatless } from '../src/routes/seatless.tsx';
import type { CouponProblem } from '../src/session/redeem-coupon.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { speak } from './speak.ts';

/*
 * Pages that differ from another one by words alone. In a browser one of each is looked at, on all screens
 * (`dev/e2e/src/screens`).
 */

const project = { title: 'Wasser entdecken', favicon: '/f.svg' };

fakeBrowserForEachTest();
beforeAll(() => speak('de-CH'));

/** Elements and attributes of a page without its words and the code that was typed. */
const withoutWords = (markup: string) =>
  markup.replace(/>[^<]+</g, '><').replace(/ (value|aria-label)="[^"]*"/g, '');

describe('the login page', () => {
  const page = (problem: SignInProblem) => {
    const shell = { configuration: { project }, control: {}, consent: {} };
    const props = { ...shell, problem, coupon: undefined, joinCode: undefined };
    return renderToStaticMarkup(
      <LoginCard {...(props as unknown as Parameters<typeof LoginCard>[0])} />,
    );
  };
  const withCoupon = (kind: CouponProblem['kind'], retryAt?: number): SignInProblem => ({
    kind: 'rejected',
    coupon: { kind, code: 'WTRD-7K3M', ...(retryAt !== undefined && { retryAt }) },
  });
  const detail = 'why';
  const clock = { shown: 0, actual: 60_000 };

  it.each<[string, SignInProblem, readonly SignInProblem[]]>([
    [
      'a coupon that may be mended',
      withCoupon('unknown'),
      [
        withCoupon('needs group'),
        withCoupon('too many attempts'),
        withCoupon('too many attempts', 1),
        withCoupon('unavailable'),
      ],
    ],
    [
      'a licence that is not there',
      { kind: 'rejected' },
      [
        withCoupon('used'),
        withCoupon('withdrawn'),
        withCoupon('expired'),
        withCoupon('other product'),
        { kind: 'rejected', hasEnded: true },
      ],
    ],
    [
      'a sign-in that failed',
      { kind: 'callback error', detail },
      [
        { kind: 'callback error', detail, clock },
        { kind: 'silent renew error', detail },
      ],
    ],
    [
      'a sign-in that did not begin',
      { kind: 'provider unreachable', detail },
      [
        { kind: 'popup closed', detail },
        { kind: 'provider misconfigured', detail },
      ],
    ],
  ])('is the same but for its words for %s', (_what, looked, alike) => {
    const words = new Set([page(looked)]);
    for (const problem of alike) {
      expect(withoutWords(page(problem))).toBe(withoutWords(page(looked)));
      words.add(page(problem));
    }
    expect(words.size).toBe(alike.length + 1);
  });
});

describe('the page without a seat', () => {
  it.each(['used elsewhere', 'device limit'] as const)(
    'is the same but for its words before and after there was content: %s',
    (obstacle) => {
      const page = (contentBefore: 'none' | 'saved' | 'unsaved') => {
        const props = { configuration: { project }, obstacle, contentBefore };
        return renderToStaticMarkup(
          <Seatless {...(props as unknown as Parameters<typeof Seatless>[0])} />,
        );
      };
      for (const contentBefore of ['saved', 'unsaved'] as const) {
        expect(withoutWords(page(contentBefore))).toBe(withoutWords(page('none')));
        expect(page(contentBefore)).not.toBe(page('none'));
      }
    },
  );
});
