import type { BodyInput, Contract } from '@lectern/contracts';
import { demoProduct, type DemoAccount } from '@lectern/env';
import type { Page } from 'playwright-core';
import type { servicesAs } from './services.ts';

/** Services in the name of an administrator. */
export type Administrator = ReturnType<typeof servicesAs>;

type Terms = NonNullable<BodyInput<Contract['osc']['couponChange']>['new_coupons']>;

/**
 * Makes a coupon for the demo's product: one licence for its user, without end.
 *
 * @param terms What it gives beyond or instead.
 * @returns its code.
 */
export async function newCoupon(
  administrator: Administrator,
  terms: Partial<Terms> = {},
): Promise<string> {
  const { results } = await administrator.osc.couponChange({
    body: {
      new_coupons: {
        batch_identifier: crypto.randomUUID(),
        coupon_count: 1,
        ...demoProduct,
        license_strategy: 'LICENSE_STRATEGY_USER',
        seats: 1,
        ...terms,
      },
    },
  });
  return results[0]!.coupon_code;
}

/** Takes the licences away that came of coupons, so that the next journey begins without. */
export async function takeLicenses(
  administrator: Administrator,
  { subject }: Pick<DemoAccount, 'subject'>,
): Promise<void> {
  const body = { subject, reason: 'The next journey begins without.' };
  await administrator.lima.licensePruneAllLicensesFromUser({ body });
}

/** The code that the browser still holds. */
export function storedCode(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('coupon'));
}
