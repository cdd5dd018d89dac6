import type { Body, BodyInput, Contract } from '@lectern/contracts';
import type { Client } from '@lectern/contracts/client';
import type { SignedIn } from '@lectern/env/testing';
import { startPeopledPlatform } from '../peopled-platform.ts';
import type { PlatformOptions } from '../../src/index.ts';
import type { TestPlatform } from '../platform.ts';

export const terms = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
} as const;

type NewCoupons = NonNullable<BodyInput<Contract['osc']['couponChange']>['new_coupons']>;

/** The services with a product, and people without number. */
export interface CouponWorld {
  readonly platform: TestPlatform;
  /** The order service in an administrator's name. */
  readonly administration: Client<Contract['osc']>;
  readonly administrator: SignedIn;
  person(name: string, role?: string): Promise<SignedIn>;
  /** The order service in the name of a person; each process counts its requests by itself. */
  orders(person: SignedIn): Client<Contract['osc']>;
  /** Makes a batch with its product, and gives the codes. */
  makeCoupons(batch: string, change?: Partial<NewCoupons>): Promise<string[]>;
  /** Takes a product away, as no call does: licences for it cannot be made then. */
  loseProduct(product_reference: string): Promise<void>;
  changeState(change: StateChange): ReturnType<Client<Contract['osc']>['couponChangeState']>;
  /** The states that a coupon came into, oldest first. */
  statesOf(code: string): Promise<string[]>;
  /** The licences that there are, by subject. */
  licenses(): Promise<{ subject: string; license_code: string }[]>;
  close(): Promise<void>;
}

type Product = Pick<NewCoupons, 'mandant_identifier' | 'product_reference'>;
const productOf = ({ mandant_identifier, product_reference }: Product): Product => ({
  mandant_identifier,
  product_reference,
});

type StateChange = Body<Contract['osc']['couponChangeState']>['state_changes'][number];

export async function startCouponWorld(
  change: Partial<PlatformOptions> = {},
): Promise<CouponWorld> {
  const { platform, newPerson, close } = await startPeopledPlatform(change);
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
    administration,
    person,
    orders: (who) => platform.as('osc', who),
    async makeCoupons(batch_identifier, change = {}) {
      const new_coupons = { batch_identifier, coupon_count: 1, ...terms, ...change };
      await saveProduct(productOf(new_coupons));
      const { results } = await administration.couponChange({ body: { new_coupons } });
      return results.map(({ coupon_code }) => coupon_code);
    },
    async loseProduct(product_reference) {
      await database
        .deleteFrom('lima.products')
        .where('product_reference', '=', product_reference)
        .execute();
    },
    changeState: (item) => administration.couponChangeState({ body: { state_changes: [item] } }),
    async statesOf(code) {
      const rows = await database
        .selectFrom('osc.coupon_history')
        .select('coupon_state')
        .where('coupon_code', '=', code.replaceAll('-', ''))
        .orderBy('step')
        .execute();
      return rows.map(({ coupon_state }) => coupon_state);
    },
    licenses: () =>
      database.selectFrom('lima.licenses').select(['subject', 'license_code']).execute(),
    close,
  };
}
