import { demoAccounts, demoProduct, startPlatform, type Platform } from '@lectern/env';
import { openDatabase } from '@lectern/services';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { servicesAs } from '../src/services.ts';

const [mia, ben, , thomas, , adrian] = demoAccounts;
const demoClass = 'demo-klasse-5b';
/** Somewhat more than the interval of heartbeats. */
const untilHeartbeatInMs = 61_000;

/** Three devices of one person. */
const laptop = { screen: { width: 1366, height: 768 } };
const tablet = {
  screen: { width: 820, height: 1180 },
  userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)',
};

let platform: Platform;
let browser: Browser;
let staff: Learner['page'][];
let administrator: ReturnType<typeof servicesAs>;
let teacher: ReturnType<typeof servicesAs>;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), launchBrowser()]);
  staff = await Promise.all(
    [adrian, thomas].map(async (account) => {
      const { page, signIn } = await arrive(await browser.newContext(), platform);
      await signIn(account);
      return page;
    }),
  );
  administrator = servicesAs(platform, staff[0]!, adrian.subject);
  teacher = servicesAs(platform, staff[1]!, thomas.subject);
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});
afterEach(() =>
  Promise.all(
    browser
      .contexts()
      .filter((context) => !staff.some((page) => page.context() === context))
      .map((context) => context.close()),
  ),
);

async function onDevice(options: BrowserContextOptions): Promise<Learner> {
  return arrive(await browser.newContext({ locale: 'de-CH', ...options }), platform);
}

/** From the login page through the sign-in, wherever that leads. */
async function tryToSignIn({ page }: Learner, account: typeof mia | typeof ben): Promise<void> {
  await page.goto(platform.shell);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByLabel('Benutzername').fill(account.username);
  await page.getByLabel('Passwort').fill(account.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Seats of a subject that somebody holds, as the database has them. */
async function heldSeats(subject: string) {
  const database = openDatabase(platform.databaseUrl);
  try {
    return await database
      .selectFrom('lima.license_usages')
      .select(['license_usage_id', 'expires_at'])
      .where('subject', '=', subject)
      .where('ended_at', 'is', null)
      .execute();
  } finally {
    await database.destroy();
  }
}

describe('a seat', () => {
  test('is held from signing in to signing out, over a reload', async () => {
    const { page, content, signIn, signOut } = await onDevice(laptop);
    await signIn(mia);
    const [seat, ...others] = await heldSeats(mia.subject);
    expect(others).toEqual([]);
    await page.reload();
    await content.getByText('Hallo Mia').waitFor();
    await page.evaluate(() => {
      const seat = JSON.parse(sessionStorage.getItem('seat')!) as { keptAt: number };
      sessionStorage.setItem('seat', JSON.stringify({ ...seat, keptAt: seat.keptAt - 3_600_000 }));
    });
    await page.reload();
    // By the page before or after: either has found the heartbeat due.
    await expect
      .poll(async () => (await heldSeats(mia.subject))[0]?.expires_at.getTime())
      .toBeGreaterThan(seat!.expires_at.getTime());
    expect(await heldSeats(mia.subject)).toMatchObject([
      { license_usage_id: seat!.license_usage_id },
    ]);
    await signOut();
    expect(await heldSeats(mia.subject)).toEqual([]);
  });
});

describe('the limit of devices', () => {
  let version: number;
  async function limitDevices(maximum: number): Promise<void> {
    const product = {
      ...demoProduct,
      title: 'Wasser entdecken',
      article_numbers: ['LECTERN-LP', 'LECTERN-SUS'],
      device_maximum: maximum,
    };
    const saved = await administrator.lima.productSave({
      body: { product: { ...product, version } },
    });
    version = saved.product.version;
  }

  test('is explained on a device too many, which frees another and gets in', async () => {
    version = 1;
    await limitDevices(1);
    onTestFinished(() => limitDevices(10));
    const first = await onDevice(laptop);
    await first.page.clock.install();
    await first.signIn(mia);
    await first.content.getByText('Hallo Mia').waitFor();

    const second = await onDevice(tablet);
    await tryToSignIn(second, mia);
    await second.page.getByRole('heading', { name: 'Zu viele Geräte' }).waitFor();
    const listed = second.page.getByRole('listitem');
    await listed.first().waitFor();
    expect(await listed.allTextContents()).toEqual([
      expect.stringMatching(/^Linux-Computer.*Bildschirm 1366 × 768/),
    ]);
    expect(await second.page.locator('iframe[data-content-frame]').count()).toBe(0);
    await listed.getByRole('button', { name: /Linux-Computer.* freigeben/ }).click();
    await second.content.getByText('Hallo Mia').waitFor();

    // The first device hears of it with its next heartbeat.
    await first.page.clock.fastForward(untilHeartbeatInMs);
    await first.page.getByText('dieses gehört nicht mehr dazu').waitFor();
    expect(new URL(first.page.url())).toMatchObject({ pathname: '/login', search: '' });
  });
});

describe('a class', () => {
  test('shares a licence of its teacher, and its seats', async () => {
    await teacher.gres.groupsAddMemberships({
      body: {
        group_id: demoClass,
        memberships: [
          { subject: ben.subject, group_role: 'member', membership_types: ['HasLicenses'] },
        ],
      },
    });
    await administrator.lima.licenseOrderSave({
      body: {
        subject: thomas.subject,
        license_order: {
          order_system_identifier: 'IAPROS1',
          license_order_identifier: 'journey-class',
          ...demoProduct,
          license_strategy: 'LICENSE_STRATEGY_GROUP',
          group_id: demoClass,
          seats: 1,
          version: 0,
        },
      },
    });

    const first = await onDevice(laptop);
    await first.signIn(ben);
    await first.content.getByText('Hallo Ben').waitFor();

    // The one seat is taken, until the first device gives it back.
    const second = await onDevice(tablet);
    await tryToSignIn(second, ben);
    await second.page.getByRole('heading', { name: 'Alle Plätze sind belegt' }).waitFor();
    const retry = second.page.getByRole('button', { name: 'Erneut versuchen' });
    await retry.click();
    await second.page.getByText('war noch kein Platz frei').waitFor();
    await first.signOut();
    await retry.click();
    await second.content.getByText('Hallo Ben').waitFor();

    // Who has left is entitled no more.
    await teacher.gres.groupsRevokeMemberships({
      body: { group_id: demoClass, memberships: [{ subject: ben.subject }] },
    });
    await second.page.reload();
    await second.page.getByRole('heading', { name: 'Keine gültige Lizenz' }).waitFor();
    expect(await heldSeats(ben.subject)).toEqual([]);
  });
});
