import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import type { DemoAccount, Platform } from '@lectern/env';
import { signInBeside } from './sign-in-beside.ts';
import { signInFromLoginPage } from './sign-in-pages.ts';

/** A person in a browser profile of their own, doing what people do. */
export interface Learner {
  readonly page: Page;
  /** The publication inside the shell's frame. */
  readonly content: FrameLocator;
  /** To the publication, without the pages on which somebody signs in. */
  enter(account: Pick<DemoAccount, 'username' | 'password'>, address?: string): Promise<void>;
  /** The same as far as it leads, which is not the publication for somebody without a licence or a seat. */
  comeIn(account: Pick<DemoAccount, 'username' | 'password'>, address?: string): Promise<void>;
  /** From the login page to the publication. */
  signIn(account: Pick<DemoAccount, 'username' | 'password'>, address?: string): Promise<void>;
  signOut(): Promise<void>;
}

/**
 * Takes a page of a context to the platform, as somebody who has been there before and wanted none but
 * the necessary cookies: journeys are about what comes after that question.
 */
export async function arrive(
  context: BrowserContext,
  platform: Pick<Platform, 'shell' | 'identityProvider'>,
): Promise<Learner> {
  await context.addInitScript(answerConsent);
  return arriveFirst(context, platform);
}

/** The same as somebody who is still to be asked for consent. */
export async function arriveFirst(
  context: BrowserContext,
  platform: Pick<Platform, 'shell' | 'identityProvider'>,
): Promise<Learner> {
  const page = await context.newPage();
  const content = page.frameLocator('iframe[data-content-frame]');
  const comeIn: Learner['comeIn'] = (account, address = '/login') => {
    const { coupon, ...link } = Object.fromEntries(new URL(address, platform.shell).searchParams);
    return signInBeside(page, platform, account, link, coupon);
  };
  return {
    page,
    content,

    async enter(account, address) {
      await comeIn(account, address);
      await content.getByRole('main').waitFor();
    },

    comeIn,

    async signIn(account, address = '/') {
      await page.goto(new URL(address, platform.shell).href);
      await signInFromLoginPage(page, account);
      await content.getByRole('main').waitFor();
    },

    async signOut() {
      await page.goto(new URL('/logout', platform.shell).href);
      await page.waitForURL((url) => url.pathname === '/login');
      await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    },
  };
}

/** Runs in every page. A script rather than a cookie of the context, which journeys may clear. */
function answerConsent(): void {
  const answered = new Date().toISOString();
  const choice = {
    categories: ['necessary'],
    revision: 1,
    consentId: 'journey',
    consentTimestamp: answered,
    lastConsentTimestamp: answered,
  };
  document.cookie = `cc_cookie=${encodeURIComponent(JSON.stringify(choice))}; Path=/; SameSite=Lax`;
}
