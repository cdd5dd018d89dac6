import { say } from '../silent-page.ts';
import { answerConfiguration, configure } from '../configuration.ts';
import { demoProduct } from '@lectern/env';
import { answer, coupon, refuse, seen, tryToSignIn, type Screen, type Visit } from './screen.ts';

/* Every screen but the login page. */

const untilHeartbeatInMs = 61_000;
const obtain = '/lima/license/obtainLicenseUsage';

/** Mia comes to a device that gets no seat. */
const seatless = (name: string, refusal: string, heading: string): Screen => ({
  name,
  async open(visit) {
    await refuse(visit.page, obtain, refusal);
    await tryToSignIn(visit, visit.mia);
    await seen(visit.page, heading);
  },
});

/** Mia works, and her seat is gone. */
const lostSeat = (name: string, refusal: string, sentence: string): Screen => ({
  name,
  async open({ page, content, mia, enter }) {
    await page.clock.install();
    await enter(mia);
    await content.getByText('Hallo Mia').waitFor();
    await refuse(page, '/lima/licenseUsage/giveOffHeartbeat', 'LICENSE_USAGE_ENDED');
    await refuse(page, obtain, refusal);
    await page.clock.fastForward(untilHeartbeatInMs);
    await page.getByText(sentence).first().waitFor();
  },
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString();

/** A device too many for a list of some: one is unknown, and one was not used for long. */
async function comeWithOneTooMany(visit: Visit): Promise<void> {
  const places = [{ ...demoProduct, registered_at: daysAgo(102) }];
  await answer(visit.page, '/lima/device/getForUser', {
    devices: [
      { os_name: 'Windows', model: 'Microsoft Edge', last_seen_at: daysAgo(19) },
      { os_name: 'Mac OS X', touch_device: true, last_seen_at: daysAgo(20) },
      { os_name: 'Haiku', model: 'WebPositive', last_seen_at: daysAgo(101) },
    ].map((device, index) => ({ ...device, device_identifier: `d${index}`, products: places })),
  });
  await refuse(visit.page, obtain, 'DEVICE_LIMIT_REACHED');
  await tryToSignIn(visit, visit.mia);
  await visit.page.getByRole('listitem').first().waitFor();
}

/** Mia looks at what she can do with her data. */
async function openMyData({ page, content, mia, enter }: Visit): Promise<void> {
  await enter(mia);
  await content.getByText('Hallo Mia').waitFor();
  await say(content, { action: 'openMyData' });
  await seen(page, 'Meine Daten');
}

async function askToDelete(visit: Visit): Promise<void> {
  await openMyData(visit);
  await visit.page.getByRole('button', { name: 'Meine Daten löschen …' }).click();
  await seen(visit.page, 'Alles endgültig löschen?');
}

const overlay = (page: Visit['page']) => page.getByRole('region', { name: 'Testmodus' });

async function openOverlay({ page, content, mia, enter }: Visit, tab: RegExp): Promise<void> {
  await enter(mia);
  await content.getByText('Hallo Mia').waitFor();
  await overlay(page).getByRole('button', { name: /^Test/ }).click();
  await overlay(page).getByRole('tab', { name: tab }).click();
  await overlay(page).getByRole('tabpanel').waitFor();
}

export const otherScreens: readonly Screen[] = [
  seatless('seats taken', 'LICENSE_SEATS_TAKEN', 'Alle Plätze sind belegt'),
  seatless('used elsewhere', 'LICENSE_USED_ELSEWHERE', 'Du arbeitest schon an einem anderen Gerät'),
  lostSeat('moved elsewhere', 'LICENSE_USED_ELSEWHERE', 'Es geht an einem anderen Gerät weiter'),
  lostSeat('device lost', 'DEVICE_LIMIT_REACHED', 'dieses gehört nicht mehr dazu'),
  { name: 'devices', open: comeWithOneTooMany },
  {
    name: 'devices, asked once more',
    async open(visit) {
      await comeWithOneTooMany(visit);
      await visit.page
        .getByRole('button', { name: /freigeben$/ })
        .first()
        .click();
      await visit.page.getByText('Wirklich freigeben?').waitFor();
    },
  },
  {
    name: 'loader',
    async open(visit) {
      // It never comes, though its host is there.
      await visit.page.route(`${visit.platform.content}/**`, (route) =>
        route.request().method() === 'HEAD' ? route.fulfill() : undefined,
      );
      await tryToSignIn(visit, visit.mia);
      await visit.page.locator('iframe[data-content-frame]').waitFor({ state: 'attached' });
      await visit.page.getByText('Loading...').waitFor();
    },
  },
  {
    name: 'container',
    async open({ content, mia, enter }) {
      await enter(mia);
      await content.getByText('Hallo Mia').waitFor();
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
      await page.clock.install();
      await tryToSignIn(visit, visit.mia, `/login?coupon=${coupon.coupon_code}`);
      await page.getByText('Gutschein eingelöst.').waitFor();
      // It goes by itself, but not for whoever looks at it.
      await page.getByRole('button', { name: 'Schliessen' }).focus();
    },
  },
  { name: 'my data', open: openMyData },
  { name: 'my data, asked once more', open: askToDelete },
  {
    name: 'my data, erased',
    async open(visit) {
      const erased = { erased_items_count: 31 };
      await answer(visit.page, '/clag/v1/userData/delete', erased);
      await askToDelete(visit);
      await visit.page.getByLabel('Ich habe verstanden').check();
      await visit.page.getByRole('button', { name: 'Endgültig löschen' }).click();
      await seen(visit.page, 'Deine Daten sind gelöscht.');
    },
  },
  {
    name: 'logout',
    isWaiting: true,
    async open({ page, content, mia, enter, platform }) {
      await enter(mia);
      await content.getByText('Hallo Mia').waitFor();
      // The provider leads nowhere, so the page stays. It must not be held: while a page is about to be
      // left for another process Chromium answers no question about it.
      const left = Promise.withResolvers<void>();
      await page.route(/\/sign-out(\?|$)/, (route) =>
        route.fulfill({ status: 204 }).then(left.resolve, left.reject),
      );
      await page.goto(`${platform.shell}/logout`, { waitUntil: 'commit' });
      await left.promise;
      await page.getByText('Loading...').waitFor();
    },
  },
  {
    name: 'start-up, no configuration',
    async open({ page, platform }) {
      await answerConfiguration(page, platform.shell, (route) => route.fulfill({ status: 503 }));
      await page.goto(platform.shell);
      await seen(page, 'Die Anwendung kann nicht gestartet werden.');
    },
  },
  {
    name: 'start-up, wrong configuration',
    async open({ page, platform }) {
      await configure(page, platform.shell, () => ({ project: {} }));
      await page.goto(platform.shell);
      await seen(page, 'Die Anwendung kann nicht gestartet werden.');
    },
  },
  {
    name: 'consent question',
    isFirstVisit: true,
    async open({ page, platform }) {
      await page.goto(platform.shell);
      await page.getByRole('button', { name: 'Alle akzeptieren' }).click({ trial: true });
    },
  },
  {
    name: 'consent preferences',
    isFirstVisit: true,
    async open({ page, platform }) {
      await page.goto(platform.shell);
      await page.getByRole('button', { name: 'Selbst auswählen' }).click();
      for (const stored of await page.locator('.consent-stored summary').all())
        await stored.click();
      await page.getByRole('switch', { name: 'Analyse' }).click();
    },
  },
  {
    name: 'testing overlay, closed',
    isInTestingMode: true,
    async open({ page, platform }) {
      await page.goto(platform.shell);
      await overlay(page).getByRole('button', { name: /^Test/ }).waitFor();
    },
  },
  {
    name: 'testing overlay, methods',
    isInTestingMode: true,
    open: (visit) => openOverlay(visit, /Methoden/),
  },
  {
    name: 'testing overlay, messages',
    isInTestingMode: true,
    async open(visit) {
      await openOverlay(visit, /Nachrichten/);
      await overlay(visit.page).locator('tbody th button').first().click();
    },
  },
];
