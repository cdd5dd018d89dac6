import { randomUUID } from 'node:crypto';
import {
  undeliveredMaximum,
  type orderSystemUserRelationCalls,
} from '@lectern/contracts/calls/orders/order-system-user-relation';
import type { Caller } from '../authorization/authorize.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { enqueueDelivery, type DeliveryQueue } from './delivery-queue.ts';
import { sightOf } from './sight.ts';
import { findOrderSystems, orderSystemsAskedFor } from './order-system-store.ts';
import {
  insertNotification,
  linkCustomer,
  lockRelations,
  relationsOf,
  unlinkCustomer,
  type RelationChange,
} from './relation-store.ts';
import { findUndelivered, type UndeliveredRow } from './undelivered.ts';

export function orderSystemUserRelationHandlers({
  database,
  deliveries,
}: {
  readonly database: Database;
  readonly deliveries: DeliveryQueue;
}): Handlers<typeof orderSystemUserRelationCalls> {
  return {
    async orderSystemUserRelationGetInfo({ body, caller, refusal }) {
      const { subject } = body;
      const sight = await sightOf(database, caller, subject);
      const relations = await relationsOf(database, subject);
      const customerAt = relations.map((relation) => relation.order_system_identifier);
      const systems = await orderSystemsAskedFor(database, body, customerAt, sight);
      if (!systems) throw refusal('ORDER_SYSTEM_UNKNOWN');
      const order_system_user_relations = systems.map((system) => {
        const { order_system_identifier, connector_id } = system;
        const relation = relations.find(
          (candidate) => candidate.order_system_identifier === order_system_identifier,
        );
        return {
          order_system_identifier,
          connector_id,
          ...(relation && {
            customer_id: relation.customer_id,
            updated_at: relation.updated_at.toISOString(),
          }),
        };
      });
      if (!maySeeNotifications(caller)) return { order_system_user_relations };
      const undelivered = await findUndelivered(database, undeliveredMaximum, {
        subject,
        sight,
      });
      return { order_system_user_relations, undelivered: undelivered.map(undeliveredToWire) };
    },

    orderSystemUserRelationNotifyChanges: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, notification_id, relation_changes } = body;
        const identifiers = relation_changes.map((change) => change.order_system_identifier);
        const sight = await sightOf(transaction, caller);
        const systems = await findOrderSystems(transaction, identifiers, sight);
        for (const identifier of identifiers) {
          if (!systems.has(identifier)) {
            throw refusal('ORDER_SYSTEM_UNKNOWN', `No order system ${identifier} is registered.`);
          }
        }
        const stored = await insertNotification(
          transaction,
          notification_id,
          subject,
          relation_changes,
        );
        if (!stored) throw refusal('NOTIFICATION_CONFLICT');
        if (stored.isRepeat) {
          const sent = await deliveriesOf(transaction, notification_id);
          return { deliveries: sent, result_state: 'IA_OK' };
        }
        await lockRelations(transaction, subject, relation_changes);
        for (const change of relation_changes) {
          if (!(await applyChange(transaction, subject, change))) throw refusal('CUSTOMER_TAKEN');
        }
        for (const [place, change] of relation_changes.entries()) {
          const { order_system_identifier, ...rest } = change;
          const delivery = { delivery_id: randomUUID(), order_system_identifier };
          await transaction
            .insertInto('osc.deliveries')
            .values({ ...delivery, notification_id, place, subject, change: JSON.stringify(rest) })
            .execute();
          await enqueueDelivery(deliveries, transaction, delivery);
        }
        await record(transaction, { subject, notification_id, order_systems: identifiers });
        return { deliveries: await deliveriesOf(transaction, notification_id) };
      }),
  };
}

/** @returns `false` when another subject is the customer. */
async function applyChange(
  transaction: Database,
  subject: string,
  { change_type, order_system_identifier, customer_id }: RelationChange,
): Promise<boolean> {
  switch (change_type) {
    case 'CUSTOMER_LINKED':
      return linkCustomer(transaction, subject, order_system_identifier, customer_id!);
    case 'CUSTOMER_UNLINKED':
      await unlinkCustomer(transaction, subject, order_system_identifier);
      return true;
    case 'USER_CHANGED':
      return true;
  }
}

async function deliveriesOf(transaction: Database, notification_id: string) {
  const rows = await transaction
    .selectFrom('osc.deliveries')
    .select(['order_system_identifier', 'delivery_id', 'delivered_at'])
    .where('notification_id', '=', notification_id)
    .orderBy('place')
    .execute();
  return rows.map(({ delivered_at, ...delivery }) => ({
    ...delivery,
    delivered: delivered_at !== null,
  }));
}

function maySeeNotifications({ permissions }: Caller): boolean {
  return permissions.has('order-relation.read-any') || permissions.has('order-relation.notify');
}

function undeliveredToWire({ change, created_at, ...row }: UndeliveredRow) {
  const { last_attempt_at, last_failure, given_up_at } = row;
  return {
    delivery_id: row.delivery_id,
    order_system_identifier: row.order_system_identifier,
    change_type: change['change_type'] as RelationChange['change_type'],
    created_at: created_at.toISOString(),
    attempts: row.attempts,
    ...(last_attempt_at && { last_attempt_at: last_attempt_at.toISOString() }),
    ...(last_failure !== null && { last_failure }),
    ...(given_up_at && { given_up_at: given_up_at.toISOString() }),
  };
}
