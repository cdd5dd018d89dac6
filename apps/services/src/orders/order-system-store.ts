import {
  defaultOrderSystem,
  orderSystemByIdentityProvider,
} from '@lectern/contracts/calls/orders/order-system';
import { sql, type Selectable } from 'kysely';
import { licenseOrderSellers } from '../licenses/public.ts';
import { connectorIdsOf } from '../users/public.ts';
import type { Database } from '../storage/database.ts';
import { isOfMandants, isSpokenFor, speaksFor, type Sight } from './sight.ts';
import type { Tables } from '../storage/tables.ts';

/** Public columns of an order system, without its secrets. */
export const orderSystemColumns = [
  'order_system_identifier',
  'connector_id',
  'client_id',
  'client_issuer',
  'notification_address',
  'orders_address',
  'mandant_identifiers',
  'updated_at',
] as const;

/** An order system without its secrets. */
export type OrderSystemRow = Pick<
  Selectable<Tables['osc.order_systems']>,
  (typeof orderSystemColumns)[number]
>;

/**
 * Order systems by their names; those that are not registered are missing, and those that the caller
 * does not speak for.
 */
export async function findOrderSystems(
  database: Database,
  identifiers: readonly string[],
  sight: Sight,
): Promise<ReadonlyMap<string, OrderSystemRow>> {
  if (identifiers.length === 0) return new Map();
  const rows = await database
    .selectFrom('osc.order_systems')
    .select(orderSystemColumns)
    .where('order_system_identifier', 'in', identifiers)
    .where(isSpokenFor(sight))
    .execute();
  return new Map(rows.map((row) => [row.order_system_identifier, row]));
}

/**
 * The order system that a request names, or else all of its subject's.
 *
 * @param customerAt Order systems where the subject is a customer, by name.
 * @returns nothing where the named one is not registered, or the caller does not speak for it.
 */
export async function orderSystemsAskedFor(
  database: Database,
  asked: { readonly subject: string; readonly order_system_identifier?: string | undefined },
  customerAt: Iterable<string>,
  sight: Sight,
): Promise<OrderSystemRow[] | undefined> {
  const { subject, order_system_identifier: named } = asked;
  if (named === undefined) return orderSystemsOfSubject(database, subject, customerAt, sight);
  const system = (await findOrderSystems(database, [named], sight)).get(named);
  return system && [system];
}

/**
 * The registered order systems that serve the users of a subject's identity providers: for each provider
 * the one that was registered for it, else that of the table of section 9, else the default. And those
 * where the subject is a customer, wherever it comes from: it may never have come yet. Of all these, those
 * that the caller speaks for.
 */
async function orderSystemsOfSubject(
  database: Database,
  subject: string,
  customerAt: Iterable<string>,
  sight: Sight,
): Promise<OrderSystemRow[]> {
  const connectorIds = await connectorIdsOf(database, subject);
  const registered = await database
    .selectFrom('osc.order_systems')
    .select(orderSystemColumns)
    .orderBy('order_system_identifier')
    .execute();
  const byConnector = new Map(registered.map((row) => [row.connector_id, row]));
  const tabled: Readonly<Record<string, string>> = orderSystemByIdentityProvider;
  const chosen = new Set(
    connectorIds.map(
      (id) =>
        byConnector.get(id)?.order_system_identifier ??
        (Object.hasOwn(tabled, id) ? tabled[id] : defaultOrderSystem),
    ),
  );
  if (connectorIds.length === 0) chosen.add(defaultOrderSystem);
  for (const identifier of customerAt) chosen.add(identifier);
  return registered.filter(
    ({ order_system_identifier: identifier }) =>
      chosen.has(identifier) && speaksFor(sight, identifier),
  );
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
      union all select order_system_identifier, mandant_identifier from ${licenseOrderSellers} made
    ) sold
    where order_system_identifier = ${order_system_identifier} and not ${isOfMandants(sight)}
    limit 1
  `.execute(database);
  return rows.length > 0;
}
