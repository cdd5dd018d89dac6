import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import type { DemoAccount, Platform } from '@lectern/env';

/** A person in a browser profile of their own, doing what people do. */
export interface Learner {
  readonly page: Page;
  /** The publication inside the shell's frame. */
  readonly content: FrameLocator;
  /** From the login page to the publication. */
  signIn(account: Pick<DemoAccount, 'username' | 'password'>, address?: string): Promise<void>;
  signOut(): Promise<void>;
}

/** Takes a page of a context to the platform. */
export async function arrive(
  context: BrowserContext,
  platform: Pick<Platform, 'shell'>,
): Promise<Learner> {
  const page = await context.newPage();
  const content = page.frameLocator('iframe[data-content-frame]');
  return {
    page,
    content,

    async signIn({ username, password }, address = '/') {
      await page.goto(new URL(address, platform.shell).href);
      await page.getByRole('button', { name: 'Anmelden' }).click();
      await page.getByLabel('Benutzername').fill(username);
      await page.getByLabel('Passwort').fill(password);
      await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
      await content.getByRole('main').waitFor();
    },

    async signOut() {
      await page.goto(new URL('/logout', platform.shell).href);
      await page.waitForURL((url) => url.pathname === '/login');
      await page.getByRole('button', { name: 'Anmelden' }).waitFor();
    },
  };
}
