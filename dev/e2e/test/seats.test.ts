import { demoProduct, type DemoAccount } from '@lectern/env';
import type { BrowserContextOptions } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Administrator as Services } from '../src/coupons.ts';
import { signInFromLoginPage } from '../src/sign-in-pages.ts';
import { saved } from '../src/exercises.ts';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { servicesOf } from '../src/services.ts';
import { stored } from '../src/stored.ts';

const [mia, ben, , , , adrian] = newCast();
const essay = 'bach-brief';
/** Somewhat more than the interval of heartbeats. */
const untilHeartbeatInMs = 61_000;

/** Three devices of one person. */
const laptop = { screen: { width: 1366, height: 768 } };
const tablet = {
  screen: { width: 820, height: 1180 },
  userAgent: 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)',
};

let administrator: Services;

const { platform, browser } = visitBeforeAll();
beforeAll(() => {
  administrator = servicesOf(platform, adrian);
});
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

async function onDevice(options: BrowserContextOptions): Promise<Learner> {
  return arrive(await browser.newContext({ locale: 'de-CH', ...options }), platform);
}

/** Through the sign-in, wherever that leads. */
async function tryToSignIn({ page }: Learner, account: DemoAccount) {
  await page.goto(platform.shell);
  await signInFromLoginPage(page, account);
}

describe('a seat', () => {
  test('is held from signing in to signing out, over a reload', async () => {
    const { page, content, enter, signOut } = await onDevice(laptop);
    await enter(mia);
    const [seat, ...others] = await stored(platform).heldSeats(mia.subject);
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
      .poll(async () => (await stored(platform).heldSeats(mia.subject))[0]?.expires_at.getTime())
      .toBeGreaterThan(seat!.expires_at.getTime());
    expect(await stored(platform).heldSeats(mia.subject)).toMatchObject([
      { license_usage_id: seat!.license_usage_id },
    ]);
    await signOut();
    expect(await stored(platform).heldSeats(mia.subject)).toEqual([]);
  });
});

describe('a licence with one seat', () => {
  test('goes on where its pupil says, and loses no text at the other device', async () => {
    await administrator.lima.licenseOrderSave({
      body: {
        subject: ben.subject,
        license_order: {
          order_system_identifier: 'IAPROS1',
          license_order_identifier: 'journey-own',
          ...demoProduct,
          license_strategy: 'LICENSE_STRATEGY_USER',
          seats: 1,
          version: 0,
        },
      },
    });
    onTestFinished(async () => {
      const body = { subject: ben.subject, reason: 'The next journey begins without.' };
      await administrator.lima.licensePruneAllLicensesFromUser({ body });
    });
    const obtain = '/lima/license/obtainLicenseUsage';
    const goOn = { name: 'Hier weitermachen' };
    const goesOnElsewhere = { name: 'Du machst auf einem anderen Gerät weiter' };

    const first = await onDevice(laptop);
    await first.page.clock.install();
    await first.enter(ben, `/login?exerciseGroupId=${essay}`);
    const exercise = first.content.locator(`[data-exercise="${essay}"]`);
    await exercise.getByRole('textbox').fill('Lieber Bach');
    await saved(exercise);

    const second = await onDevice(tablet);
    await second.page.clock.install();
    await tryToSignIn(second, ben);
    await second.page
      .getByRole('heading', { name: 'Du arbeitest schon auf einem anderen Gerät' })
      .waitFor();
    expect(await second.page.locator('iframe[data-content-frame]').count()).toBe(0);
    await second.page.getByRole('button', goOn).click();
    await second.content.getByText('Hallo Ben').waitFor();
    const [seat, ...others] = await stored(platform).heldSeats(ben.subject);
    expect(others).toEqual([]);

    // The first hears of it before its last words are delivered: they are on that device, and get through.
    const gate = Promise.withResolvers<void>();
    await first.page.route('**/exercise/saveAndGetUserData', async (route) => {
      await gate.promise;
      await route.continue().catch(() => {});
    });
    await exercise.getByRole('textbox').fill('Lieber Bach, du bist schön');
    await exercise.getByRole('textbox').pressSequentially(' und wild');
    await exercise.locator('[data-save-state="saving"]').waitFor();
    const refused = first.page.waitForResponse((response) => response.url().includes(obtain));
    await first.page.clock.fastForward(untilHeartbeatInMs);
    expect((await refused).status()).toBe(409);
    await first.page.getByRole('heading', goesOnElsewhere).waitFor();
    expect(await first.page.locator('iframe[data-content-frame]').count()).toBe(0);
    gate.resolve();
    await expect
      .poll(() => stored(platform).answer(ben.subject, essay))
      .toBe('Lieber Bach, du bist schön und wild');

    // Neither takes the seat back by itself.
    const asked: string[] = [];
    first.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await first.page.clock.fastForward(3 * untilHeartbeatInMs);
    const kept = second.page.waitForResponse(/giveOffHeartbeat/);
    await second.page.clock.fastForward(untilHeartbeatInMs);
    expect((await kept).status()).toBe(200);
    expect(asked.filter((path) => path.startsWith('/lima/'))).toEqual([]);
    expect(await stored(platform).heldSeats(ben.subject)).toMatchObject([
      { license_usage_id: seat!.license_usage_id },
    ]);

    // A reload takes nothing back, and signs nobody out.
    await first.page.reload();
    await first.page.getByRole('button', goOn).waitFor();
    expect(await stored(platform).heldSeats(ben.subject)).toMatchObject([
      { license_usage_id: seat!.license_usage_id },
    ]);

    await first.page.getByRole('button', goOn).click();
    await first.content.getByRole('main').waitFor();
    await second.page.clock.fastForward(untilHeartbeatInMs);
    await second.page.getByRole('heading', goesOnElsewhere).waitFor();
    expect(await stored(platform).heldSeats(ben.subject)).toHaveLength(1);
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
    await first.enter(mia);
    await first.content.getByText('Hallo Mia').waitFor();

    const second = await onDevice(tablet);
    await tryToSignIn(second, mia);
    await second.page.getByRole('heading', { name: 'Zu viele Geräte' }).waitFor();
    const listed = second.page.getByRole('listitem');
    await listed.first().waitFor();
    expect(await listed.allTextContents()).toEqual([
      expect.stringMatching(
        /^Linux-Computer mit ChromeZuletzt geöffnet: (?:in dieser Minute|vor \d Minuten?)In Gebrauch seit \d/,
      ),
    ]);
    expect(await second.page.locator('iframe[data-content-frame]').count()).toBe(0);
    // It is asked once more, and nothing is freed by whoever thinks better of it.
    const free = listed.getByRole('button', { name: /Linux-Computer.* entfernen/ });
    await free.press('Enter');
    await listed.getByText('Dort kannst du dann nicht weitermachen').waitFor();
    for (const key of ['Tab', 'Tab', 'Enter']) await second.page.keyboard.press(key);
    await free.waitFor();
    expect(await free.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await stored(platform).heldSeats(mia.subject)).toHaveLength(1);
    // Where that is in vain, nobody is asked any more, and the keyboard goes on at the list.
    const unregister = '**/device/unregisterForLicenses*';
    const answer = { result_state: 'OK', pruned_license_usages: 0, products: [] };
    await second.page.route(unregister, (route) => route.fulfill({ json: answer }));
    await free.click();
    await listed.getByRole('button', { name: 'Ja, entfernen' }).click();
    await free.waitFor();
    expect(await second.page.evaluate(() => document.activeElement?.className)).toBe('devices');
    await second.page.unroute(unregister);

    await free.click();
    await listed.getByRole('button', { name: 'Ja, entfernen' }).click();
    await second.content.getByText('Hallo Mia').waitFor();

    // The first device hears of it with its next heartbeat.
    await first.page.clock.fastForward(untilHeartbeatInMs);
    await first.page.getByText('auf anderen Geräten, und mehr sind nicht erlaubt').waitFor();
    expect(await first.page.locator('iframe[data-content-frame]').count()).toBe(0);
    await first.page.getByRole('button', { name: /iPad.* entfernen/ }).click();
    await first.page.getByRole('button', { name: 'Ja, entfernen' }).click();
    await first.content.getByText('Hallo Mia').waitFor();
  });
});
