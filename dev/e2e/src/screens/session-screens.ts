import { demoProduct } from '@lectern/env';
import { say, serveSilentPage } from '../silent-page.ts';
import {
  answer,
  coupon,
  press,
  refuse,
  seen,
  type Screen,
  type Tour,
  type Visit,
} from './screen.ts';

/* Screens over content, and those at which a session ends. */

const obtain = '/lima/license/obtainLicenseUsage';

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

/** A device too many for a list of some: one is unknown, and one was not used for long. */
function listDevices({ page }: Visit): Promise<void> {
  const places = [{ ...demoProduct, registered_at: daysAgo(102) }];
  return answer(page, '/lima/device/getForUser', {
    devices: [
      { os_name: 'Windows', model: 'Microsoft Edge', last_seen_at: daysAgo(19) },
      { os_name: 'Mac OS X', touch_device: true, last_seen_at: daysAgo(20) },
      { os_name: 'Haiku', model: 'WebPositive', last_seen_at: daysAgo(101) },
    ].map((device, index) => ({ ...device, device_identifier: `d${index}`, products: places })),
  });
}

/** Mia comes to a device that gets no seat, and gets one by freeing a device. */
const seats: readonly Screen[] = [
  {
    name: 'seats taken',
    async open(visit) {
      await refuse(visit.page, obtain, 'LICENSE_SEATS_TAKEN');
      await visit.comeIn(visit.mia);
      await seen(visit.page, 'Alle Plätze sind belegt');
    },
    heard: [
      'main',
      'heading Wasser entdecken',
      'heading Alle Plätze sind belegt',
      'button Noch einmal versuchen',
      'button Abmelden',
      'status',
    ],
    focus: ['Alle Plätze sind belegt', 'Noch einmal versuchen', 'Abmelden', 'nowhere'],
  },
  {
    name: 'used elsewhere',
    async open(visit) {
      await refuse(visit.page, obtain, 'LICENSE_USED_ELSEWHERE');
      await press(visit, 'Noch einmal versuchen');
      await seen(visit.page, 'Du arbeitest schon auf einem anderen Gerät');
    },
  },
  {
    name: 'devices',
    async open(visit) {
      await refuse(visit.page, obtain, 'DEVICE_LIMIT_REACHED');
      await listDevices(visit);
      await press(visit, 'Hier weitermachen');
      await visit.page.getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'devices, asked once more',
    async open({ page }) {
      await page
        .getByRole('button', { name: /entfernen$/ })
        .first()
        .click();
      await page.getByText('Dieses Gerät wirklich entfernen?').waitFor();
    },
    heard: [
      'main',
      'heading Wasser entdecken',
      'heading Zu viele Geräte',
      'button Ja, entfernen',
      'button Abbrechen',
      'button iPad, Zuletzt geöffnet: vor 2 Wochen entfernen',
      'button Windows-Computer mit Microsoft Edge, Zuletzt geöffnet: vor 2 Wochen entfernen',
      'button Abmelden',
      'status',
    ],
    focus: [
      'Dieses Gerät wirklich entfernen? Dort kannst du dann nicht weitermachen. Was du dort geschrieben hast, bleibt gespeichert.',
      'Ja, entfernen',
      'Abbrechen',
      'iPad, Zuletzt geöffnet: vor 2 Wochen entfernen',
      'Windows-Computer mit Microsoft Edge, Zuletzt geöffnet: vor 2 Wochen entfernen',
      'Abmelden',
      'nowhere',
    ],
  },
  {
    name: 'container',
    async open(visit) {
      await answer(visit.page, '/lima/device/unregisterForLicenses', {
        pruned_license_usages: 0,
        products: [],
      });
      await visit.page.unroute(`**${obtain}*`);
      await press(visit, 'Ja, entfernen');
      await visit.content.getByText('Hallo Mia').waitFor();
    },
  },
  {
    name: 'container, coupon redeemed',
    async open(visit) {
      const { page } = visit;
      await answer(page, '/osc/coupon/lookUp', { coupon, redeemable: true });
      await answer(page, '/osc/coupon/activate', { coupon, license_made: true });
      // She has none until it is redeemed.
      await page.route(
        '**/lima/license/getForUser',
        (route) => route.fulfill({ json: { result_state: 'OK', licenses: [] } }),
        { times: 1 },
      );
      await visit.comeIn(visit.mia, `/login?coupon=${coupon.coupon_code}`);
      await page.getByText('Gutschein eingelöst.').waitFor();
      // It goes by itself, but not under the pointer or focus.
      await page.getByRole('button', { name: 'Schliessen' }).focus();
    },
  },
];

/** Mia erases her data, comes back, and is out again, each time in another way. */
const ends: readonly Screen[] = [
  {
    name: 'my data',
    async open(visit) {
      // The publication behind is looked at as the container.
      await serveSilentPage(visit.page.context(), visit.platform.content);
      await visit.enter(visit.mia);
      await say(visit.content, { action: 'openMyData' });
      await seen(visit.page, 'Meine Daten');
    },
  },
  {
    name: 'my data, asked once more',
    async open(visit) {
      await press(visit, 'Meine Daten löschen …');
      await seen(visit.page, 'Alles endgültig löschen?');
    },
  },
  {
    name: 'my data, erased',
    async open(visit) {
      await answer(visit.page, '/clag/v1/userData/delete', { erased_items_count: 31 });
      await visit.page.getByLabel('Ich habe verstanden').check();
      await press(visit, 'Endgültig löschen');
      await seen(visit.page, 'Deine Daten sind gelöscht.');
    },
  },
  {
    name: 'logout',
    isBare: true,
    moves: true,
    async open(visit) {
      const { page, platform } = visit;
      await visit.enter(visit.mia);
      // The provider leads nowhere, so the page stays. It must not be held: while a page is about to be
      // left for another process Chromium answers no question about it.
      const left = Promise.withResolvers<void>();
      await page.route(/\/sign-out(\?|$)/, (route) =>
        route.abort('aborted').then(left.resolve, left.reject),
      );
      await page.goto(`${platform.shell}/logout`, { waitUntil: 'commit' });
      await left.promise;
      await page.getByText('Loading...').waitFor();
    },
  },
  {
    name: 'login, signed out in another tab',
    async open(visit) {
      const { page, platform } = visit;
      await page.unroute(/\/sign-out(\?|$)/);
      await visit.enter(visit.mia);
      const [other] = await Promise.all([
        page.context().waitForEvent('page'),
        page.evaluate((address) => void window.open(address), platform.shell),
      ]);
      await other.frameLocator('iframe[data-content-frame]').getByText('Ein Blatt').waitFor();
      await other.goto(`${platform.shell}/logout`);
      await seen(page, 'Abgemeldet');
      await other.close();
    },
  },
];

export const sessionTours: readonly Tour[] = [
  { name: 'a seat', screens: seats },
  { name: 'ends of a session', screens: ends },
];
