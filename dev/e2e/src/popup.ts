import type { DemoAccount } from '@lectern/env';
import type { FrameLocator, Page } from 'playwright-core';
import { signInAtProvider } from './sign-in-pages.ts';

/* Signing in by popup, where the shell is a page or stands in the frame of another site. */

/** Something that has a button to sign in with: the shell, or a login page in its frame. */
export type SignInPage = Page | FrameLocator;

export const contentOf = (shell: SignInPage) => shell.frameLocator('iframe[data-content-frame]');
export const signInButton = (on: SignInPage) =>
  on.getByRole('button', { name: 'Anmelden', exact: true });

/** Presses the button; the popup belongs to the page, wherever in it the button is. */
export async function openPopup(page: Page, on: SignInPage = page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), signInButton(on).click()]);
  return popup;
}

/** Signs a pupil in by the popup, which then closes itself. */
export async function signInByPopup(
  page: Page,
  account: DemoAccount,
  shell: SignInPage = page,
): Promise<Page> {
  const popup = await openPopup(page, shell);
  await Promise.all([popup.waitForEvent('close'), signInAtProvider(popup, account)]);
  await contentOf(shell).getByText(`Hallo ${account.given_name}`).waitFor();
  return popup;
}
