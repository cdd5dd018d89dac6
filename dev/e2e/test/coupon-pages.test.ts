import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configure } from '../src/configuration.ts';
import { newCoupon, storedCode, takeLicenses, type Administrator } from '../src/coupons.ts';
import { signInAtProvider, signInFromLoginPage } from '../src/sign-in-pages.ts';
import {
  arriveBeforeAll,
  arriveBeforeEach,
  newCast,
  visitBeforeAll,
  type Arrival,
} from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { quiet } from '../src/quiet.ts';
import { servicesOf } from '../src/services.ts';

const [, ben, , , , adrian] = newCast();
const twoCodes = 'coupon=ABCD-EFGH&coupon=JKMN';

let administrator: Administrator;
let learner: Learner;
let page: Page;

const { platform } = visitBeforeAll();
beforeAll(async () => {
  administrator = servicesOf(platform, adrian);
});
const options = { locale: 'de-CH' };
const take = (arrival: Arrival) => void ({ learner, page } = arrival);

describe('a redeemed coupon', () => {
  arriveBeforeEach(take, options);
  beforeEach(() => takeLicenses(administrator, ben));

  const notice = () => page.getByRole('status').filter({ hasText: 'Gutschein eingelöst.' });
  const redeem = async (code: string) => {
    await page.goto(`${platform.shell}/?coupon=${code}`);
    await page.getByText(code).waitFor();
    await signInFromLoginPage(page, ben);
    await notice().waitFor();
  };
  /** Longer than the notice stays by itself, in milliseconds. */
  const aWhileInMs = 20_000;

  test('of an address is kept nowhere, and confirmed over the content with its end, until that is closed', async () => {
    const code = await newCoupon(administrator, { license_duration_in_days: 365 });
    await redeem(code);
    await learner.content.getByText('Hallo Ben').waitFor();
    expect(page.url()).not.toContain(code);
    expect(await storedCode(page)).toBeNull();
    const logs = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(logs).not.toContain(code);
    const end = await page.evaluate(() => {
      const { licences } = JSON.parse(sessionStorage.getItem('userSession')!) as {
        licences: { valid_until: string }[];
      };
      const format = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long' });
      return format.format(new Date(licences[0]!.valid_until));
    });
    expect(await notice().textContent()).toBe(`Gutschein eingelöst. Gültig bis ${end}.`);
    await page.getByRole('button', { name: 'Schliessen' }).click();
    await notice().waitFor({ state: 'detached' });
  });

  test('is confirmed without an end where it has none, for some seconds, longer for whoever points there, and only once', async () => {
    await page.clock.install();
    await redeem(await newCoupon(administrator));
    expect((await notice().textContent())?.trim()).toBe('Gutschein eingelöst.');
    await notice().hover();
    await page.clock.fastForward(aWhileInMs);
    expect(await notice().isVisible()).toBe(true);
    await page.mouse.move(0, 0);
    await page.getByRole('button', { name: 'Schliessen' }).focus();
    await page.clock.fastForward(aWhileInMs);
    expect(await notice().isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Schliessen' }).blur();
    await page.clock.fastForward(aWhileInMs);
    await notice().waitFor({ state: 'detached' });
    await page.reload();
    await learner.content.getByText('Hallo Ben').waitFor();
    // The session has been loaded anew, which is when a coupon is redeemed.
    await quiet(page);
    expect(await notice().count()).toBe(0);
  });
});

/* Each test goes on where the one before has stopped. */
describe('an address', () => {
  arriveBeforeAll(take, options);
  beforeAll(() => takeLicenses(administrator, ben));

  test('with a code says nothing of the rejection before', async () => {
    await page.goto(`${platform.shell}/login?rejected=true&coupon=ABCD-EFGH`);
    await page.getByText('Nach der Anmeldung wird dieser Gutscheincode eingelöst').waitFor();
    await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await storedCode(page)).toBe('ABCD-EFGH');
  });

  test('with two codes redeems none before somebody has chosen', async () => {
    await page.goto(`${platform.shell}/login?${twoCodes}`);
    expect(await offered()).toEqual({ typed: 'ABCD-EFGH, JKMN', kept: null });
  });

  /** Text of the field on the page that asks for a choice, and the code that would be redeemed. */
  async function offered() {
    await page.getByText('Hier stehen mehrere Codes').waitFor();
    const typed = await page.getByLabel('Gutscheincode').inputValue();
    return { typed, kept: await storedCode(page) };
  }

  test('to be led to without a licence at which nothing is served is no circle', async () => {
    await configure(page, platform.shell, ({ licenseDenied, signIn, ...rest }) => ({
      ...rest,
      licenseDenied: { ...licenseDenied, address: '/shop' },
      signIn: { ...signIn, autoLogin: true },
    }));
    await page.goto(`${platform.shell}/?themaId=bach`);
    await signInAtProvider(page, ben);
    await page.getByRole('heading', { name: 'Keine gültige Lizenz' }).waitFor();
    await quiet(page);
    expect(page.url()).toBe(`${platform.shell}/login?themaId=bach&rejected=true`);
  });
});

/* Each test goes on where the one before has stopped. */
describe('a login page of the publisher', () => {
  arriveBeforeAll(take, options);
  beforeAll(async () => {
    await takeLicenses(administrator, ben);
    await configure(page, platform.shell, ({ project, ...rest }) => ({
      ...rest,
      project: { ...project, loginLocation: true },
    }));
  });

  test('gives way to the shell’s field where a rejected user has a code', async () => {
    await page.goto(`${platform.shell}/login?rejected=true`);
    await page.getByRole('button', { name: 'Ich habe einen Code' }).click();
    const field = page.getByLabel('Gutscheincode oder Klassencode');
    await field.waitFor();
    expect(await field.evaluate((shown) => shown === document.activeElement)).toBe(true);
    expect(await page.locator('iframe[data-content-frame]').count()).toBe(0);
  });

  test('gives way to the shell, which says what is wrong with a coupon', async () => {
    await page.goto(`${platform.shell}/login?rejected=true`);
    await learner.content.getByLabel('Gutscheincode').fill('ZZZZ-ZZZZ-ZZZZ-ZZZZ');
    await learner.content.getByRole('button', { name: 'Code einlösen' }).click();
    await signInAtProvider(page, ben);
    await page.getByRole('heading', { name: 'Diesen Code gibt es nicht' }).waitFor();
    expect(await page.locator('iframe[data-content-frame]').count()).toBe(0);
  });

  test('redeems a coupon for whoever was rejected', async () => {
    const { content } = learner;
    await page.goto(platform.shell);
    await content.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    expect(await content.getByLabel('Gutscheincode').isVisible()).toBe(false);
    // The provider still knows who has signed in.
    await content.getByRole('button', { name: 'Anmelden', exact: true }).click();

    await content.getByText('Dafür fehlt eine Lizenz').waitFor();
    await content.getByLabel('Gutscheincode').fill('kein Gutschein!');
    await content.getByRole('button', { name: 'Code einlösen' }).click();
    await content.getByText('So sieht kein Code aus').waitFor();
    expect(await storedCode(page)).toBeNull();

    const code = await newCoupon(administrator);
    await content.getByLabel('Gutscheincode').fill(code.toLowerCase().replaceAll('-', ' '));
    await content.getByRole('button', { name: 'Code einlösen' }).click();
    await signInAtProvider(page, ben);
    await content.getByText('Hallo Ben').waitFor();
    await page.getByText('Gutschein eingelöst.').waitFor();
    expect(await storedCode(page)).toBeNull();
  });
});
