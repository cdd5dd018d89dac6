import { orderSystemClientId } from '@lectern/env';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configure } from '../src/configuration.ts';
import { newCoupon, storedCode, takeLicenses, type Administrator } from '../src/coupons.ts';
import { signInAtProvider, signInFromLoginPage } from '../src/sign-in-pages.ts';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { servicesOf, servicesAsOrderSystem } from '../src/services.ts';

const [, ben, lea, , , adrian] = newCast();
const shop = 'http://shop.localhost/lizenz';

let administrator: Administrator;
let orderSystem: Administrator;
let learner: Learner;
let page: Page;

const { platform } = visitBeforeAll();
beforeAll(async () => {
  administrator = servicesOf(platform, adrian);
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
arriveBeforeEach((arrival) => ({ learner, page } = arrival), { locale: 'de-CH' });
beforeEach(() => takeLicenses(administrator, ben));

async function activateFor(subject: string, code: string): Promise<void> {
  const coupon = { coupon_code: code };
  await orderSystem.osc.couponChangeState({
    body: { state_changes: [{ ...coupon, coupon_state: 'ASSIGNED', assigned_subject: subject }] },
  });
  await orderSystem.osc.couponChangeState({
    body: { state_changes: [{ ...coupon, coupon_state: 'ACTIVE' }] },
  });
}

async function enter(code: string): Promise<void> {
  await page.getByLabel('Gutscheincode').fill(code);
  await page.getByRole('button', { name: 'Code einlösen' }).click();
}

/** The provider asks, so that the coupon is not redeemed for the person who sat here before. */
async function redeemAs(account: typeof ben, code: string): Promise<void> {
  await enter(code);
  await signInAtProvider(page, account);
}

describe('a pupil without a licence', () => {
  test('is sent to the licence-denied address; back from the shop no password is asked, and the link leads on', async () => {
    await configure(page, platform.shell, ({ licenseDenied, ...rest }) => ({
      ...rest,
      licenseDenied: { ...licenseDenied, address: shop },
    }));
    await page.route(`${shop}*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Lizenzen</h1>' }),
    );
    await page.goto(`${platform.shell}/?themaId=bach&subThemaNumber=2`);
    await signInFromLoginPage(page, ben);
    await page.getByRole('heading', { name: 'Lizenzen' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      articleNumbers: 'LECTERN-SUS',
      returnUrl: `${platform.shell}/login?themaId=bach&subThemaNumber=2&rejected=true`,
    });

    // The order system's step once the article is bought.
    await activateFor(ben.subject, await newCoupon(administrator));

    await page.goto(searchParams.get('returnUrl')!);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await learner.content.getByRole('heading', { level: 1, name: 'Wer lebt im Bach?' }).waitFor();
  });

  test('redeems a coupon on the login page', async () => {
    const code = await newCoupon(administrator);
    await page.goto(platform.shell);
    await signInFromLoginPage(page, ben);
    await page.getByRole('heading', { name: 'Keine gültige Lizenz' }).waitFor();

    await enter('kein Gutschein!');
    await page.getByText('Bitte die Eingabe prüfen').waitFor();
    await redeemAs(ben, 'ZZZZ-ZZZZ-ZZZZ-ZZZZ');
    await page.getByRole('heading', { name: 'Diesen Code gibt es nicht' }).waitFor();
    expect(await page.getByLabel('Gutscheincode').inputValue()).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ');

    // As people type.
    await redeemAs(ben, ` ${code.toLowerCase().replaceAll('-', ' ')} `);
    await learner.content.getByText('Hallo Ben').waitFor();
    expect(await storedCode(page)).toBeNull();
  });

  test('types a code before being turned away: hears of a typing error before a sign-in, then that a coupon is used, and can try another', async () => {
    const [used, other] = [await newCoupon(administrator), await newCoupon(administrator)];
    await activateFor(lea.subject, used);
    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Ich habe einen Code' }).click();
    await enter(used.replace(/.$/, (sign) => (sign === '3' ? '4' : '3')));
    await page.getByText('Das sieht nach einem Tippfehler aus').waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');

    await redeemAs(ben, used);
    await page.getByRole('heading', { name: 'Der Gutscheincode ist schon eingelöst' }).waitFor();
    expect(await storedCode(page)).toBeNull();
    expect(await page.getByLabel('Gutscheincode').inputValue()).toBe('');
    await redeemAs(ben, other);
    await learner.content.getByText('Hallo Ben').waitFor();
  });
});

describe('a pupil with a licence', () => {
  test('gets in whatever is wrong with the coupon, and is told that it is', async () => {
    await learner.signIn(lea, '/login?coupon=ZZZZ-ZZZZ-ZZZZ-ZZZZ');
    await learner.content.getByText('Hallo Lea').waitFor();
    await page.getByRole('alert').getByText('Diesen Code gibt es nicht').waitFor();
    expect(await storedCode(page)).toBeNull();
  });
});
