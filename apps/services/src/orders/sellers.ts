import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** The order systems that are registered for identity providers, by the connector ids of these. */
export async function orderSystemsByConnector(
  database: Database,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('osc.order_systems')
    .select(['connector_id', 'order_system_identifier'])
    .execute();
  return new Map(rows.map((row) => [row.connector_id, row.order_system_identifier]));
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
  }: { readonly order_system_identifier: string; readonly mandant_identifier: string },
): Promise<boolean> {
  const sellingOthers = await database
    .selectFrom('osc.order_systems')
    .select('order_system_identifier')
    .where('order_system_identifier', '=', order_system_identifier)
    .where(sql<boolean>`${mandant_identifier} <> all(mandant_identifiers)`)
    .executeTakeFirst();
  return sellingOthers === undefined;
}
