import type { Body, BodyInput, Contract } from '@lectern/contracts';
import type { SignedIn } from '@lectern/env/testing';
import { startPeopledPlatform } from '../peopled-platform.ts';
import { quickJobs } from '../platform.ts';
import { rowsOf } from '../rows.ts';
import type { PlatformOptions } from '../../src/index.ts';

export const terms = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
} as const;

type NewCoupons = NonNullable<BodyInput<Contract['osc']['couponChange']>['new_coupons']>;

type Product = Pick<NewCoupons, 'mandant_identifier' | 'product_reference'>;
const productOf = ({ mandant_identifier, product_reference }: Product): Product => ({
  mandant_identifier,
  product_reference,
});

type StateChange = Body<Contract['osc']['couponChangeState']>['state_changes'][number];

/** The services with a product, and people without number. */
export async function startCouponWorld(change: Partial<PlatformOptions> = {}) {
  const { platform, newPerson, close } = await startPeopledPlatform({ jobs: quickJobs, ...change });
  const { database } = platform;
  const saveProduct = async (product: Product) => {
    await database
      .insertInto('lima.products')
      .values({ ...product, title: 'Wasser entdecken', article_numbers: [], device_maximum: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
  await saveProduct(productOf(terms));
  const person = (name: string, role = 'student') => newPerson(role, name);
  const administrator = await person('administrator', 'administrator');
  const administration = platform.as('osc', administrator);
  return {
    platform,
    administrator,
    /** The order service in an administrator's name. */
    administration,
    person,
    /** The order service in the name of a person; each process counts its requests by itself. */
    orders: (who: SignedIn) => platform.as('osc', who),
    /** Makes a batch with its product, and gives the codes. */
    async makeCoupons(batch_identifier: string, change: Partial<NewCoupons> = {}) {
      const new_coupons = { batch_identifier, coupon_count: 1, ...terms, ...change };
      await saveProduct(productOf(new_coupons));
      const { results } = await administration.couponChange({ body: { new_coupons } });
      return results.map(({ coupon_code }) => coupon_code);
    },
    /** Takes a product away, as no call does: licences for it cannot be made then. */
    async loseProduct(product_reference: string) {
      await rowsOf(database, 'lima.products', { product_reference }).delete();
    },
    changeState: (item: StateChange) =>
      administration.couponChangeState({ body: { state_changes: [item] } }),
    /** The states that a coupon came into, oldest first. */
    async statesOf(code: string) {
      const rows = await database
        .selectFrom('osc.coupon_history')
        .select('coupon_state')
        .where('coupon_code', '=', code.replaceAll('-', ''))
        .orderBy('step')
        .execute();
      return rows.map(({ coupon_state }) => coupon_state);
    },
    /** The licences that there are, by subject. */
    licenses: () =>
      database.selectFrom('lima.licenses').select(['subject', 'license_code']).execute(),
    close,
  };
}
