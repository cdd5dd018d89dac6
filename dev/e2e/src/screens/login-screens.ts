import { configure } from '../configuration.ts';
import { answer, coupon, refuse, seen, tryToSignIn, type Screen, type Visit } from './screen.ts';

/* The login page, and everything that it may have to say. */

const code = coupon.coupon_code;
const withCode = `/login?coupon=${code}`;

/** Longer than an access token lives, and than heartbeats are apart, in milliseconds. */
const untilRenewalInMs = 15 * 60_000;
const untilHeartbeatInMs = 61_000;

/** Ben comes with a coupon, which is refused, and has no licence. */
const refusedCoupon = (
  what: string,
  heading: string,
  refusal: string,
  status = 409,
  headers: Readonly<Record<string, string>> = {},
): Screen => ({
  name: `login, ${what}`,
  async open(visit) {
    await refuse(visit.page, '/osc/coupon/lookUp', refusal, status, headers);
    await tryToSignIn(visit, visit.ben, withCode);
    await seen(visit.page, heading);
  },
});

/** The window that opens is a stand-in: what becomes of a real one is a journey of its own. */
async function signInByPopup({ page, platform }: Visit, popup: { closed: boolean } | null) {
  await page.addInitScript((state) => {
    const window = state && { ...state, close() {}, focus() {}, location: { replace() {} } };
    Object.assign(globalThis, { open: () => window });
  }, popup);
  await configure(page, platform.shell, ({ signIn, ...rest }) => ({
    ...rest,
    signIn: { ...signIn, mode: 'popup' },
  }));
  await page.goto(platform.shell);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

export const loginScreens: readonly Screen[] = [
  {
    name: 'login',
    async open({ page, platform }) {
      await page.goto(platform.shell);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    },
  },
  {
    name: 'login, rejected',
    async open(visit) {
      await tryToSignIn(visit, visit.ben);
      await seen(visit.page, 'Keine gültige Lizenz');
    },
  },
  {
    name: 'login, with a coupon',
    async open({ page, platform }) {
      await page.goto(platform.shell + withCode);
      await page.getByText(code).waitFor();
    },
  },
  {
    name: 'login, with what is no coupon',
    async open({ page, platform }) {
      await page.goto(`${platform.shell}/login?coupon=%C3%BC!`);
      await page.getByText('Ein Gutscheincode besteht nur aus').waitFor();
    },
  },
  {
    name: 'login, with two coupons',
    async open({ page, platform }) {
      await page.goto(`${platform.shell}/login?coupon=ABCD-EFGH&coupon=JKMN`);
      await page.getByText('Hier stehen mehrere Gutscheincodes').waitFor();
    },
  },
  {
    name: 'login, without the coupon that was to be typed',
    async open({ page, platform }) {
      await page.goto(`${platform.shell}/login?rejected=true`);
      await page.getByRole('button', { name: 'Code einlösen' }).click();
      await page.getByText('Bitte den Gutscheincode eingeben').waitFor();
    },
  },
  refusedCoupon('coupon unknown', 'Diesen Gutscheincode gibt es nicht', 'COUPON_NOT_FOUND', 404),
  refusedCoupon('coupon used', 'Der Gutscheincode ist schon eingelöst', 'COUPON_USED'),
  refusedCoupon('coupon withdrawn', 'Der Gutscheincode gilt nicht mehr', 'COUPON_WITHDRAWN'),
  refusedCoupon('coupon expired', 'Der Gutscheincode ist abgelaufen', 'COUPON_EXPIRED'),
  refusedCoupon('coupon of a class', 'Der Gutscheincode ist für eine Klasse', 'COUPON_NEEDS_GROUP'),
  refusedCoupon('too many coupons', 'Zu viele Versuche', 'TOO_MANY_REQUESTS', 429, {
    'Retry-After': '600',
  }),
  refusedCoupon('coupons away', 'Das Einlösen hat nicht geklappt', 'FORBIDDEN', 403),
  {
    name: 'login, coupon of something else',
    async open(visit) {
      const other = { ...coupon, product_reference: 'berge-entdecken' };
      await answer(visit.page, '/osc/coupon/lookUp', { coupon: other, redeemable: true });
      await tryToSignIn(visit, visit.ben, withCode);
      await seen(visit.page, 'Der Gutscheincode ist für etwas anderes');
    },
  },
  {
    name: 'login, licence still to come',
    async open(visit) {
      await answer(visit.page, '/osc/coupon/lookUp', { coupon, redeemable: true });
      await answer(visit.page, '/osc/coupon/activate', {
        coupon: { ...coupon, coupon_state: 'ASSIGNED', assigned_subject: visit.ben.subject },
        license_made: false,
      });
      await tryToSignIn(visit, visit.ben, withCode);
      await seen(visit.page, 'Der Gutscheincode ist eingelöst');
    },
  },
  {
    name: 'login, provider unreachable',
    async open({ page, platform }) {
      await page.route(`${platform.identityProvider}/**`, (route) => route.abort());
      await page.goto(platform.shell);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await seen(page, 'Der Anmeldedienst ist nicht erreichbar');
    },
  },
  {
    name: 'login, sign-in failed',
    async open({ page, platform }) {
      await page.goto(`${platform.shell}/auth-callback?error=access_denied`);
      await seen(page, 'Die Anmeldung ist fehlgeschlagen');
    },
  },
  {
    name: 'login, session ended',
    async open({ page, content, mia, enter, platform }) {
      await page.clock.install();
      await enter(mia);
      await content.getByText('Hallo Mia').waitFor();
      await page.route(`${platform.identityProvider}/**`, (route) =>
        route.fulfill({ status: 400, json: { error: 'invalid_grant' } }),
      );
      await page.clock.fastForward(untilRenewalInMs);
      await seen(page, 'Die Sitzung ist abgelaufen');
    },
  },
  {
    name: 'login, signed out in another tab',
    async open({ page, content, mia, enter, platform }) {
      await enter(mia);
      await content.getByText('Hallo Mia').waitFor();
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        page.evaluate((address) => void window.open(address), platform.shell),
      ]);
      await other.frameLocator('iframe[data-content-frame]').getByText('Hallo Mia').waitFor();
      await other.goto(`${platform.shell}/logout`);
      await seen(page, 'Abgemeldet');
      await other.close();
    },
  },
  {
    name: 'login, clock wrong',
    async open(visit) {
      await visit.page.clock.install({ time: Date.now() + 60 * 60_000 });
      await tryToSignIn(visit, visit.mia);
      await seen(visit.page, 'Die Uhr dieses Geräts geht falsch');
    },
  },
  {
    name: 'login, popup open',
    async open(visit) {
      await signInByPopup(visit, { closed: false });
      await visit.page.getByText('Das Anmelden geht in einem eigenen Fenster weiter').waitFor();
    },
  },
  {
    name: 'login, popup closed',
    async open(visit) {
      await signInByPopup(visit, { closed: true });
      await seen(visit.page, 'Das Anmeldefenster wurde geschlossen');
    },
  },
  {
    name: 'login, popup blocked',
    async open(visit) {
      await signInByPopup(visit, null);
      await seen(visit.page, 'Das Anmeldefenster wurde blockiert');
    },
  },
  {
    name: 'login, licence ended',
    async open({ page, content, mia, enter }) {
      await page.clock.install();
      await enter(mia);
      await content.getByText('Hallo Mia').waitFor();
      await refuse(page, '/lima/licenseUsage/giveOffHeartbeat', 'LICENSE_USAGE_ENDED');
      await refuse(page, '/lima/license/obtainLicenseUsage', 'LICENSE_NOT_VALID');
      await page.clock.fastForward(untilHeartbeatInMs);
      await seen(page, 'Die Lizenz gilt nicht mehr');
    },
  },
  {
    name: 'login, a page of the publisher',
    async open({ page, content, platform }) {
      await configure(page, platform.shell, ({ project, ...rest }) => ({
        ...rest,
        project: { ...project, loginLocation: true },
      }));
      await page.goto(platform.shell);
      await content.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    },
  },
  {
    name: 'sign-in at the provider',
    async open({ page, platform }) {
      await page.goto(platform.shell);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await page.getByLabel('Benutzername').waitFor();
    },
  },
  {
    name: 'sign-in at the provider, wrong',
    async open(visit) {
      await tryToSignIn(visit, { ...visit.mia, password: 'wrong' });
      await visit.page.getByText('passen nicht zusammen').waitFor();
    },
  },
];
