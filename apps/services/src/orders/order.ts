import type { orderCalls } from '@lectern/contracts/calls/orders/order';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { isSeller } from './sellers.ts';
import { areSamePerson, namesOf } from '../authorization/person-names.ts';
import { isSeen, sees, sightOf, type Sight } from './sight.ts';
import type { NetworkRule } from '../outgoing/network-rule.ts';
import type { OrderLicenses, OrderLog } from './order-licenses.ts';
import {
  insertOrder,
  isSameContent,
  lockOrder,
  orderToWire,
  updateOrder,
  type OrderKey,
  type OrderRow,
} from './order-store.ts';
import { syncOrders } from './order-sync.ts';
import { findOrderSystems, orderSystemsAskedFor } from './order-system-store.ts';
import { relationsOf } from './relation-store.ts';

/** Most orders that an answer lists. */
const ordersMaximum = 500;

export function orderHandlers(parts: {
  readonly database: Database;
  readonly log: OrderLog;
  readonly networkRule: NetworkRule;
  readonly orderLicenses: OrderLicenses;
}): Handlers<typeof orderCalls> {
  const { database, orderLicenses } = parts;
  return {
    async orderCreateForProduct({ body, caller, refusal, record }) {
      const { subject, order_system_identifier, external_id } = body;
      const { isChanged } = await database.transaction().execute(async (transaction) => {
        const sight = await sightOf(transaction, caller);
        const systems = await findOrderSystems(transaction, [order_system_identifier], sight);
        if (systems.size === 0) throw refusal('ORDER_SYSTEM_UNKNOWN');
        const created = await insertOrder(transaction, body);
        // An order made while the product was sold stays as it is.
        if (created && !(await isSeller(transaction, body))) throw refusal('PRODUCT_NOT_FOUND');
        if (!created) {
          const stored = (await lockOrder(transaction, body))!;
          const isRepeat =
            isSameContent(stored, body) &&
            sees(sight, stored) &&
            (await areSamePerson(transaction, stored.subject, subject));
          if (!isRepeat) throw refusal('ORDER_CONFLICT');
          if (stored.order_state !== 'ORDER_STATE_REFUSED') return { isChanged: false };
          // Somebody has looked, and asks again.
          await updateOrder(transaction, body, { order_state: 'ORDER_STATE_RECEIVED' });
        }
        await orderLicenses.enqueue(transaction, body);
        await record(transaction, { subject, order_system_identifier, external_id });
        return { isChanged: true };
      });
      await orderLicenses.tryNow(body);
      const order = orderToWire(await readOrder(database, body), subject);
      return isChanged ? { order } : { order, result_state: 'IA_OK' };
    },

    async orderSyncForUser({ body, caller, refusal }) {
      const { subject } = body;
      const sight = await sightOf(database, caller, subject);
      const relations = await relationsOf(database, subject);
      const customerAt = relations.map((relation) => relation.order_system_identifier);
      const systems = await orderSystemsAskedFor(database, body, customerAt, sight);
      if (!systems) throw refusal('ORDER_SYSTEM_UNKNOWN');
      const synced = await Promise.all(
        systems.map(({ order_system_identifier }) => {
          const customers = relations.filter(
            (relation) => relation.order_system_identifier === order_system_identifier,
          );
          return syncOrders(parts, subject, order_system_identifier, customers);
        }),
      );
      const failures = synced.flatMap(({ failure }) => failure ?? []);
      const answered = synced.some(({ outcome }) => outcome === 'SYNCED');
      if (failures.length > 0 && !answered) {
        throw refusal('ORDER_SYSTEMS_UNREACHABLE', failures.join('\n'));
      }
      for (const key of synced.flatMap(({ changed }) => changed)) await orderLicenses.tryNow(key);
      const answer = {
        order_systems: synced.map(
          ({ changed: _, failure: __, unusable: ___, ...system }) => system,
        ),
        orders: await ordersOf(database, subject, sight),
      };
      const result_messages = [
        ...failures.map((text) => ({ code: 'ORDER_SYSTEM_UNREACHABLE', text })),
        ...synced
          .flatMap(({ unusable = [] }) => unusable)
          .map((text) => ({ code: 'ORDER_UNUSABLE', text })),
      ];
      if (result_messages.length > 0) {
        return { ...answer, result_state: 'WARNING', result_messages };
      }
      const isChanged = synced.some(({ changed }) => changed.length > 0);
      return isChanged ? answer : { ...answer, result_state: 'IA_OK' };
    },
  };
}

function readOrder(
  database: Database,
  { order_system_identifier, external_id }: OrderKey,
): Promise<OrderRow> {
  return database
    .selectFrom('osc.orders')
    .selectAll()
    .where('external_id', '=', external_id)
    .where('order_system_identifier', '=', order_system_identifier)
    .executeTakeFirstOrThrow();
}

async function ordersOf(database: Database, subject: string, sight: Sight) {
  const names = await namesOf(database, subject);
  const rows = await database
    .selectFrom('osc.orders')
    .selectAll()
    .where('subject', 'in', names)
    .where(isSeen(sight))
    .orderBy('ordered_at', 'desc')
    .orderBy('order_system_identifier')
    .orderBy('external_id')
    .limit(ordersMaximum)
    .execute();
  return rows.map((row) => orderToWire(row, subject));
}
