import { beforeAll, expect, it } from 'vitest';
import type { SignInProblem } from '../src/auth/sign-in-machine.ts';
import { describeProblem } from '../src/routes/login-problem.tsx';
import type { CouponProblem } from '../src/session/redeem-coupon.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { speak } from './speak.ts';

fakeBrowserForEachTest();
beforeAll(() => speak('de-CH'));

const coupons: readonly [Omit<CouponProblem, 'code'>, string, RegExp][] = [
  [{ kind: 'used' }, 'schon eingelöst', /./],
  [{ kind: 'withdrawn' }, 'gilt nicht mehr', /./],
  [{ kind: 'expired' }, 'abgelaufen', /./],
  [{ kind: 'needs group' }, 'für eine Klasse', /./],
  [{ kind: 'too many attempts' }, 'Zu viele Versuche', /./],
  [{ kind: 'too many attempts', retryAt: 0 }, 'Zu viele Versuche', /\d:\d\d/],
  [{ kind: 'unavailable' }, 'nicht geklappt', /./],
  [{ kind: 'other product' }, 'passt hier nicht', /Titel/],
  [{ kind: 'license pending' }, 'ist eingelöst', /./],
];

it.each<[SignInProblem, string, RegExp]>([
  [{ kind: 'provider unreachable', detail: 'd' }, 'nicht erreichbar', /Internetverbindung/],
  [
    { kind: 'provider misconfigured', detail: 'd' },
    'falsch eingerichtet',
    /Schule oder dem Verlag/,
  ],
  [{ kind: 'shell insecure', detail: 'd' }, 'nicht sicher', /https/],
  [
    { kind: 'callback error', isCancelled: true, detail: 'd' },
    'abgebrochen',
    /noch einmal anmelden/,
  ],
  [{ kind: 'rejected', isInClass: true }, 'Keine gültige Lizenz', /Klasse.*Lehrperson fragen/],
  [{ kind: 'rejected', hasEnded: true }, 'gilt nicht mehr', /abgelaufen oder wurde gesperrt/],
  [
    { kind: 'rejected', hasEnded: true, isOfClass: true, isInClass: true },
    'gilt nicht mehr',
    /Lizenz der Klasse .*Lehrperson fragen/,
  ],
  [
    { kind: 'rejected', hasEnded: true, isOfClass: true },
    'gilt nicht mehr',
    /Lizenz der Klasse .*Lehrperson fragen/,
  ],
  [
    { kind: 'rejected', hasEnded: true, isOfClass: true, isInClass: false },
    'Nicht mehr in der Klasse',
    /nicht mehr in der Klasse/,
  ],
  [
    { kind: 'rejected', hasEnded: true, isOfClass: true, isTeacher: true },
    'Keine gültige Lizenz',
    /^(?!.*fragen)Keine Lizenz einer Klasse/,
  ],
  [
    { kind: 'rejected', coupon: { kind: 'unknown', code: 'ABCD-EFGH' } },
    'Diesen Code gibt es nicht',
    /ABCD\u2011EFGH/,
  ],
  ...coupons.map(([coupon, heading, explanation]): [SignInProblem, string, RegExp] => [
    { kind: 'rejected', coupon: { code: 'ABCD-EFGH', ...coupon } },
    heading,
    explanation,
  ]),
  [{ kind: 'popup closed', detail: 'd' }, 'wurde geschlossen', /./],
  [{ kind: 'callback error', detail: 'd', clock: { shown: 0, actual: 1 } }, 'Uhr', /./],
  [{ kind: 'silent renew error', detail: 'd' }, 'Anmeldung ist abgelaufen', /./],
  [{ kind: 'callback error', detail: 'd' }, 'nicht geklappt', /noch einmal versuchen/],
])('%j is told in its own words', (problem, heading, explanation) => {
  const described = describeProblem(problem, 'Titel');
  expect(described.heading).toContain(heading);
  expect(described.explanation).toMatch(explanation);
  // The internet connection is blamed where that may be the cause.
  expect(/Internet/.test(described.explanation)).toBe(problem.kind === 'provider unreachable');
});
