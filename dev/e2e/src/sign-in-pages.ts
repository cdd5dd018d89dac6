import type { DemoAccount } from '@lectern/env';
import type { Page } from 'playwright-core';

/** Types name and password where the provider asks for them. */
export async function signInAtProvider(
  page: Page,
  { username, password }: Pick<DemoAccount, 'username' | 'password'>,
): Promise<void> {
  // In the language that the shell has.
  await page.locator('#username').fill(username);
  await page.locator('#password').fill(password);
  await page.locator('form:has(#username) button[type=submit]').click();
}

/** From the shell's login page to where a sign-in leads that need not open the content. */
export async function signInFromLoginPage(
  page: Page,
  account: Pick<DemoAccount, 'username' | 'password'>,
): Promise<void> {
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await signInAtProvider(page, account);
}

/** The same where the page says that somebody was rejected. */
export async function signInAfterRejection(
  page: Page,
  account: Pick<DemoAccount, 'username' | 'password'>,
): Promise<void> {
  await page.getByRole('button', { name: 'Mit anderem Konto anmelden' }).click();
  await signInAtProvider(page, account);
}
