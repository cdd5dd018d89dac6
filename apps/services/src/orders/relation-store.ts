import type { Body, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';

/** One change of what a subject is to an order system. */
export type RelationChange = Body<
  Contract['osc']['orderSystemUserRelationNotifyChanges']
>['relation_changes'][number];

/**
 * Keeps others from changing the same relations until the transaction ends: those of the subject, and
 * who the customers are.
 */
export async function lockRelations(
  transaction: Database,
  subject: string,
  changes: readonly RelationChange[],
): Promise<void> {
  const names = changes.flatMap(({ order_system_identifier, customer_id }) =>
    customer_id === undefined ? [] : [JSON.stringify([order_system_identifier, customer_id])],
  );
  // Everybody takes them in this order.
  const ordered = [...new Set(names)].sort();
  await lockByName(transaction, `osc.relations-of:${subject}`);
  for (const name of ordered) await lockByName(transaction, `osc.customer:${name}`);
}

/** @returns whether the customer is free for the subject; then it is linked. */
export async function linkCustomer(
  transaction: Database,
  subject: string,
  order_system_identifier: string,
  customer_id: string,
): Promise<boolean> {
  const holder = await transaction
    .selectFrom('osc.customers')
    .select('subject')
    .where('customer_id', '=', customer_id)
    .where('order_system_identifier', '=', order_system_identifier)
    .executeTakeFirst();
  if (holder) return holder.subject === subject;
  await unlinkCustomer(transaction, subject, order_system_identifier);
  await transaction
    .insertInto('osc.customers')
    .values({ customer_id, order_system_identifier, subject })
    .execute();
  await transaction
    .insertInto('osc.order_system_user_relations')
    .values({ subject, order_system_identifier, customer_id })
    .execute();
  return true;
}

/** From now on the subject is no customer of the order system. */
export async function unlinkCustomer(
  transaction: Database,
  subject: string,
  order_system_identifier: string,
): Promise<void> {
  const relation = await transaction
    .deleteFrom('osc.order_system_user_relations')
    .where('subject', '=', subject)
    .where('order_system_identifier', '=', order_system_identifier)
    .returning('customer_id')
    .executeTakeFirst();
  if (!relation) return;
  await transaction
    .deleteFrom('osc.customers')
    .where('customer_id', '=', relation.customer_id)
    .where('order_system_identifier', '=', order_system_identifier)
    .execute();
}

/** What a subject is at which order system, by the name of the order system. */
export async function relationsOf(database: Database, subject: string) {
  const rows = await database
    .selectFrom('osc.order_system_user_relations')
    .select(['order_system_identifier', 'customer_id', 'updated_at'])
    .where('subject', '=', subject)
    .execute();
  return new Map(rows.map((row) => [row.order_system_identifier, row]));
}

/**
 * Stores a notification; its id is taken once.
 *
 * @returns whether this very request was stored before; `undefined` for another one of the same id.
 */
export async function insertNotification(
  transaction: Database,
  notification_id: string,
  subject: string,
  changes: readonly RelationChange[],
): Promise<{ readonly isRepeat: boolean } | undefined> {
  const inserted = await transaction
    .insertInto('osc.notifications')
    .values({ notification_id, subject, changes: JSON.stringify(changes) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('notification_id')
    .executeTakeFirst();
  if (inserted) return { isRepeat: false };
  const same = await transaction
    .selectFrom('osc.notifications')
    .select('notification_id')
    .where('notification_id', '=', notification_id)
    .where('subject', '=', subject)
    .where(sql<boolean>`changes = ${JSON.stringify(changes)}::jsonb`)
    .executeTakeFirst();
  return same && { isRepeat: true };
}
