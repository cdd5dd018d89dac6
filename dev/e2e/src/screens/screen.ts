import { demoProduct, type DemoAccount } from '@lectern/env';
import type { Page } from 'playwright-core';
import { signInFromLoginPage } from '../coupons.ts';
import type { Learner } from '../learner.ts';
import type { PlatformAddresses } from '../shared-platform.ts';

/** Somebody who looks at one screen, in a browser of their own. */
export interface Visit extends Learner {
  readonly platform: PlatformAddresses;
  /** A pupil with a licence, and one without. */
  readonly mia: DemoAccount;
  readonly ben: DemoAccount;
}

/** Something that people can have before them, and how it comes about. */
export interface Screen {
  readonly name: string;
  /** Whether consent is still to be asked for. */
  readonly isFirstVisit?: boolean;
  /** Whether nothing is there but that something loads: no heading, and no part that is the main one. */
  readonly isWaiting?: boolean;
  /** Whether the overlay for testers is there. */
  readonly isInTestingMode?: boolean;
  /** Resolves when it can be seen. */
  readonly open: (visit: Visit) => Promise<void>;
}

/** Has a service refuse a call, by the contract's code. */
export async function refuse(
  page: Page,
  call: string,
  code: string,
  status = 409,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const json = { result_state: 'ERROR', result_messages: [{ code, text: code }] };
  await page.route(`**${call}*`, (route) => route.fulfill({ status, json, headers }));
}

/** Has a service answer a call with these fields. */
export async function answer(page: Page, call: string, fields: object): Promise<void> {
  const json = { result_state: 'OK', ...fields };
  await page.route(`**${call}*`, (route) => route.fulfill({ json }));
}

/** From the login page as far as it goes. */
export async function tryToSignIn(
  { page, platform }: Visit,
  account: DemoAccount,
  address = '/login',
): Promise<void> {
  await page.goto(platform.shell + address);
  await signInFromLoginPage(page, account);
}

export const seen = (page: Page, heading: string): Promise<void> =>
  page.getByRole('heading', { name: heading, exact: true }).waitFor();

/** What looking a code up gives, where it is good. */
export const coupon = {
  coupon_code: 'WTRD-7K3M-Q9XP-4HTC',
  coupon_state: 'VALID',
  batch_identifier: 'b',
  order_system_identifier: 'IAPROS1',
  ...demoProduct,
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  updated_at: '2026-08-01T00:00:00.000Z',
};
