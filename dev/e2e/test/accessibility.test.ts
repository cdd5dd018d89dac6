import { AxeBuilder } from '@axe-core/playwright';
import { demoAccounts, startPlatform, type DemoAccount, type Platform } from '@lectern/env';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../src/browser.ts';
import { arrive } from '../src/learner.ts';

let platform: Platform;
let browser: Browser;

beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

/** What WCAG 2.2 AA faults axe finds on a page and in its frames, in a word each. */
async function faults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

describe.each([
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1280, height: 800 }],
])('on a %s', (_name, viewport) => {
  test('signing in and every page of the publication are accessible', async () => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const { page, content, signIn } = await arrive(context, platform);
    await page.goto(platform.shell);
    await page.getByRole('button', { name: 'Anmelden' }).click({ trial: true });
    expect(await faults(page), 'login page').toEqual([]);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByLabel('Benutzername').waitFor();
    expect(await faults(page), 'sign-in page').toEqual([]);

    await signIn(demoAccounts[0]);
    await content.getByText('Hallo Mia').waitFor();
    expect(await faults(page), 'start page').toEqual([]);
    await content.getByRole('link', { name: /Los geht/ }).click();
    for (let pageNumber = 1; pageNumber <= 6; pageNumber++) {
      const thema = pageNumber <= 3 ? 'Der Wasserkreislauf' : 'Leben am Bach';
      await content.getByText(`${thema} · Seite ${((pageNumber - 1) % 3) + 1} von 3`).waitFor();
      await content.locator('fieldset:enabled').first().waitFor();
      expect(await faults(page), `page ${pageNumber}`).toEqual([]);
      await content.getByRole('navigation', { name: 'Blättern' }).getByRole('link').last().click();
    }
    await context.close();
  });

  test('what keeps somebody from the publication is explained accessibly', async () => {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
    const { page } = await arrive(context, platform);
    const signInAs = async ({ username, password }: DemoAccount) => {
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByLabel('Benutzername').fill(username);
      await page.getByLabel('Passwort').fill(password);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    };
    await page.goto(`${platform.shell}/login?coupon=WTRD-7K3M-Q9XP-4HTC`);
    await page.getByText('WTRD-7K3M-Q9XP-4HTC').waitFor();
    expect(await faults(page), 'coupon in the address').toEqual([]);
    await signInAs(demoAccounts[1]);
    await page.getByRole('heading', { name: 'Diesen Gutscheincode gibt es nicht' }).waitFor();
    expect(await faults(page), 'refused coupon').toEqual([]);
    await page.getByLabel('Gutscheincode').fill('');
    await page.getByRole('button', { name: 'Code einlösen' }).click();
    await page.getByText('Bitte den Gutscheincode eingeben').waitFor();
    expect(await faults(page), 'coupon that is missing').toEqual([]);

    const refuseSeats = (code: string) =>
      page.route('**/lima/license/obtainLicenseUsage', (route) =>
        route.fulfill({
          status: 409,
          json: { result_state: 'ERROR', result_messages: [{ code, text: code }] },
        }),
      );
    await refuseSeats('LICENSE_SEATS_TAKEN');
    await context.clearCookies();
    await page.goto(platform.shell);
    await signInAs(demoAccounts[0]);
    await page.getByRole('heading', { name: 'Alle Plätze sind belegt' }).waitFor();
    expect(await faults(page), 'seats taken').toEqual([]);

    // One more refusal, while there is a device in the list: this one, as it is known from above.
    await page.unroute('**/lima/license/obtainLicenseUsage');
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.waitForURL('**/login');
    await refuseSeats('DEVICE_LIMIT_REACHED');
    await signInAs(demoAccounts[0]);
    await page.getByRole('heading', { name: 'Zu viele Geräte' }).waitFor();
    await page.getByRole('listitem').first().waitFor();
    expect(await faults(page), 'too many devices').toEqual([]);
    await context.close();
  });
});
