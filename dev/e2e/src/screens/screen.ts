import { demoProduct, type DemoAccount } from '@lectern/env';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Learner } from '../learner.ts';
import type { PlatformAddresses } from '../shared-platform.ts';

/** Somebody who looks at one screen, in a browser of their own. */
export interface Visit extends Learner {
  readonly platform: PlatformAddresses;
  /** A pupil with a licence, and one without. */
  readonly mia: DemoAccount;
  readonly ben: DemoAccount;
}

/** Something that people can have before them. */
export interface Screen {
  readonly name: string;
  /** Default: the shell has a heading there, and a part that is the main one. */
  readonly isBare?: boolean;
  /** Motion is there for those who do not mind it. */
  readonly moves?: boolean;
  /** Leads there from the screen before it in the visit. Resolves when it can be seen. */
  readonly open: (visit: Visit) => Promise<void>;
  /** Announcements of a screen reader, in its order; absent: only the look is held to something. */
  readonly heard?: readonly string[];
  /** Where the focus begins, and where Tab leads until it leaves the page. */
  readonly focus?: readonly string[];
}

/** Screens that one person sees on one page, one after the other. */
export interface Tour {
  readonly name: string;
  /** Consent is still to be asked for. */
  readonly isFirstVisit?: boolean;
  /** The overlay for testers is there. */
  readonly isInTestingMode?: boolean;
  readonly screens: readonly Screen[];
}

/** Has a service refuse a call, by the contract's code. */
export async function refuse(page: Page, call: string, code: string, status = 409): Promise<void> {
  const json = { result_state: 'ERROR', result_messages: [{ code, text: code }] };
  await page.route(`**${call}*`, (route) => route.fulfill({ status, json }));
}

/** Has a service answer a call with these fields. */
export async function answer(page: Page, call: string, fields: object): Promise<void> {
  const json = { result_state: 'OK', ...fields };
  await page.route(`**${call}*`, (route) => route.fulfill({ json }));
}

/** Lets the time of a page with a clock of its own pass until something can be seen. */
export async function passTimeUntil(page: Page, awaited: Locator): Promise<void> {
  const passTime = async () => {
    await page.clock.runFor(500);
    return awaited.isVisible();
  };
  await expect.poll(passTime).toBe(true);
}

export const press = ({ page }: Visit, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

export async function enterAsMia({ content, mia, enter }: Visit): Promise<void> {
  await enter(mia);
  await content.getByText('Hallo Mia').waitFor();
}

export const seen = (page: Page, heading: string): Promise<void> =>
  page.getByRole('heading', { name: heading, exact: true }).waitFor();

/** Answer of looking up a good code. */
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
