import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isSeller } from '../orders/public.ts';

/** A product of a publisher, and the order system that sells it. */
export interface SoldProduct {
  readonly order_system_identifier: string;
  readonly mandant_identifier: string;
  readonly product_reference: string;
}

/** True where a publisher has a product, and an order system sells it. */
export async function isProduct(database: Database, sold: SoldProduct): Promise<boolean> {
  const product = await database
    .selectFrom('lima.products')
    .select('product_reference')
    .where('mandant_identifier', '=', sold.mandant_identifier)
    .where('product_reference', '=', sold.product_reference)
    .executeTakeFirst();
  return product !== undefined && (await isSeller(database, sold));
}

/** The publishers of all products, by name. */
export async function mandantsOfProducts(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('lima.products')
    .select('mandant_identifier')
    .distinct()
    .orderBy('mandant_identifier')
    .execute();
  return rows.map(({ mandant_identifier }) => mandant_identifier);
}

/** A subquery with the `order_system_identifier` and the `mandant_identifier` of each licence order. */
export const licenseOrderSellers: RawBuilder<unknown> = sql`(
  select order_system_identifier, mandant_identifier from lima.license_orders
)`;
