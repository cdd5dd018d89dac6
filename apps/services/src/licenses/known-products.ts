import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isOfMandants, type Sight } from '../orders/public.ts';

/** Names a product, which the licence service keeps, and who sells it. */
export interface SoldProduct {
  readonly order_system_identifier: string;
  readonly mandant_identifier: string;
  readonly product_reference: string;
}

/** True where a publisher has a product, and an order system sells it; for other services. */
export async function isProduct(database: Database, sold: SoldProduct): Promise<boolean> {
  const product = await database
    .selectFrom('lima.products')
    .select('product_reference')
    .where('mandant_identifier', '=', sold.mandant_identifier)
    .where('product_reference', '=', sold.product_reference)
    .executeTakeFirst();
  return product !== undefined && (await isSeller(database, sold));
}

/**
 * True where an order system sells for a publisher. Nothing is known of an unregistered one: no application speaks
 * for it.
 */
export async function isSeller(
  database: Database,
  {
    order_system_identifier,
    mandant_identifier,
  }: Pick<SoldProduct, 'order_system_identifier' | 'mandant_identifier'>,
): Promise<boolean> {
  const sellingOthers = await database
    .selectFrom('osc.order_systems')
    .select('order_system_identifier')
    .where('order_system_identifier', '=', order_system_identifier)
    .where(sql<boolean>`${mandant_identifier} <> all(mandant_identifiers)`)
    .executeTakeFirst();
  return sellingOthers === undefined;
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

/**
 * True where an order system of this name sold something of a publisher that a caller does not see. It need not be
 * registered: older coupons and licences can name it.
 */
export async function isUsedByOthers(
  database: Database,
  order_system_identifier: string,
  sight: Sight,
): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select order_system_identifier, mandant_identifier from osc.orders
      union all select order_system_identifier, mandant_identifier from osc.coupons
      union all select order_system_identifier, mandant_identifier from lima.license_orders
    ) sold
    where order_system_identifier = ${order_system_identifier} and not ${isOfMandants(sight)}
    limit 1
  `.execute(database);
  return rows.length > 0;
}
