import {
  demoAccounts,
  demoProduct,
  orderSystemClientId,
  startPlatform,
  type Platform,
} from '@lectern/env';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { servicesAs, servicesAsOrderSystem } from '../src/services.ts';

const [, ben, lea, , , adrian] = demoAccounts;
const shop = 'http://shop.localhost/lizenz';

let platform: Platform;
let browser: Browser;
let administrator: ReturnType<typeof servicesAs>;
let orderSystem: ReturnType<typeof servicesAs>;
let context: BrowserContext;
let learner: Learner;
let page: Page;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), launchBrowser()]);
  const signedIn = await arrive(await browser.newContext(), platform);
  await signedIn.signIn(adrian);
  administrator = servicesAs(platform, signedIn.page, adrian.subject);
  orderSystem = await servicesAsOrderSystem(platform);
  // The one that coupons have by default: its client speaks for it once it is registered.
  await administrator.osc.orderSystemRegister({
    body: {
      order_system_identifier: 'IAPROS1',
      notification_address: 'https://shop.example/notifications',
      credentials: {
        client_id: orderSystemClientId,
        notification_key: crypto.randomUUID(),
      },
    },
  });
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});
beforeEach(async () => {
  context = await browser.newContext({ locale: 'de-CH' });
  learner = await arrive(context, platform);
  page = learner.page;
});
afterEach(async () => {
  await context.close();
  const body = { subject: ben.subject, reason: 'The next journey begins without.' };
  await administrator.lima.licensePruneAllLicensesFromUser({ body });
});

/** Makes a coupon for the demo's product. @returns its code. */
async function newCoupon(): Promise<string> {
  const { results } = await administrator.osc.couponChange({
    body: {
      new_coupons: {
        batch_identifier: crypto.randomUUID(),
        coupon_count: 1,
        ...demoProduct,
        license_strategy: 'LICENSE_STRATEGY_USER',
        seats: 1,
      },
    },
  });
  return results[0]!.coupon_code;
}

async function activateFor(subject: string, code: string): Promise<void> {
  const coupon = { coupon_code: code };
  await orderSystem.osc.couponChangeState({
    body: { state_changes: [{ ...coupon, coupon_state: 'ASSIGNED', assigned_subject: subject }] },
  });
  await orderSystem.osc.couponChangeState({
    body: { state_changes: [{ ...coupon, coupon_state: 'ACTIVE' }] },
  });
}

/** From the login page to where a sign-in leads that opens no content. */
async function signInInVain(account: typeof ben): Promise<void> {
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await signInAtProvider(account);
}

async function signInAtProvider({ username, password }: typeof ben): Promise<void> {
  await page.getByLabel('Benutzername').fill(username);
  await page.getByLabel('Passwort').fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
}

async function enter(code: string): Promise<void> {
  await page.getByLabel('Gutscheincode').fill(code);
  await page.getByRole('button', { name: 'Code einlösen' }).click();
}

/** Whoever sat here before is not who redeems: the provider asks. */
async function redeemAs(account: typeof ben, code: string): Promise<void> {
  await enter(code);
  await signInAtProvider(account);
}

/** What the browser still holds of codes. */
function storedCode(): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('coupon'));
}

describe('a pupil without a licence', () => {
  test('is sent to the licence-denied address, and back in by a coupon that is activated there', async () => {
    await page.route(`${platform.shell}/assets/config/config.json*`, async (route) => {
      const response = await route.fetch();
      const { licenseDenied, ...rest } = (await response.json()) as { licenseDenied: object };
      await route.fulfill({
        json: { ...rest, licenseDenied: { ...licenseDenied, address: shop } },
      });
    });
    await page.route(`${shop}*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Lizenzen</h1>' }),
    );
    await page.goto(platform.shell);
    await signInInVain(ben);
    await page.getByRole('heading', { name: 'Lizenzen' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      articleNumbers: 'LECTERN-SUS',
      returnUrl: `${platform.shell}/login?rejected=true`,
    });

    // What the order system does once the article is bought.
    await activateFor(ben.subject, await newCoupon());

    await page.goto(searchParams.get('returnUrl')!);
    await signInInVain(ben);
    await learner.content.getByText('Hallo Ben').waitFor();
  });

  test('redeems a coupon on the login page', async () => {
    const code = await newCoupon();
    await page.goto(platform.shell);
    await signInInVain(ben);
    await page.getByRole('heading', { name: 'Keine gültige Lizenz' }).waitFor();

    await enter('kein Gutschein!');
    await page.getByText('Bitte die Eingabe prüfen').waitFor();
    await redeemAs(ben, 'ZZZZ-ZZZZ-ZZZZ-ZZZZ');
    await page.getByRole('heading', { name: 'Diesen Gutscheincode gibt es nicht' }).waitFor();
    expect(await page.getByLabel('Gutscheincode').inputValue()).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');

    // As people type.
    await redeemAs(ben, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
    await learner.content.getByText('Hallo Ben').waitFor();
    expect(await storedCode()).toBeNull();
  });

  test('redeems a coupon by an address', async () => {
    const code = await newCoupon();
    await page.goto(`${platform.shell}/?coupon=${code}`);
    await page.getByText(code).waitFor();
    await signInInVain(ben);
    await learner.content.getByText('Hallo Ben').waitFor();
    expect(page.url()).not.toContain(code);
    expect(await storedCode()).toBeNull();
    const logs = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(logs).not.toContain(code);
  });

  test('hears that a coupon is used, and can try another', async () => {
    const [used, other] = [await newCoupon(), await newCoupon()];
    await activateFor(lea.subject, used);

    await page.goto(`${platform.shell}/login?coupon=${used}`);
    await signInInVain(ben);
    await page.getByRole('heading', { name: 'Der Gutscheincode ist schon eingelöst' }).waitFor();
    expect(await storedCode()).toBeNull();
    expect(await page.getByLabel('Gutscheincode').inputValue()).toBe('');
    await redeemAs(ben, other);
    await learner.content.getByText('Hallo Ben').waitFor();
  });

  test('hears when a coupon can be tried again', async () => {
    await page.goto(platform.shell);
    await signInInVain(ben);
    await page.route('**/osc/coupon/lookUp', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '42' },
        json: {
          result_state: 'ERROR',
          result_messages: [{ code: 'TOO_MANY_REQUESTS', text: 'Too many requests.' }],
        },
      }),
    );
    await redeemAs(ben, 'ABCD-EFGH');
    await page.getByRole('heading', { name: 'Zu viele Versuche' }).waitFor();
    await page.getByText(/Ab \d\d:\d\d Uhr geht es wieder/).waitFor();
    expect(await page.getByLabel('Gutscheincode').inputValue()).toBe('ABCD-EFGH');
  });
});

describe('a pupil with a licence', () => {
  test('gets in whatever is wrong with the coupon, and is told nothing', async () => {
    await learner.signIn(lea, '/login?coupon=ZZZZ-ZZZZ-ZZZZ-ZZZZ');
    await learner.content.getByText('Hallo Lea').waitFor();
    expect(await storedCode()).toBeNull();
  });

  test('does not use up a coupon that would open nothing more', async () => {
    const code = await newCoupon();
    await learner.signIn(lea);
    await page.goto(`${platform.shell}/?coupon=${code}`);
    await learner.content.getByText('Hallo Lea').waitFor();
    expect(page.url()).toBe(`${platform.shell}/`);
    await expect.poll(storedCode).toBeNull();
    const { coupons } = await administrator.osc.couponSearch({
      query: { quicksearch: code },
      body: {},
    });
    expect(coupons.map(({ coupon_state }) => coupon_state)).toEqual(['VALID']);
  });
});
