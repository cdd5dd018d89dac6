import type { Body, Contract } from '@lectern/contracts';
import { sql, type Selectable } from 'kysely';
import { lockByName } from '../storage/advisory-lock.ts';
import type { Database } from '../storage/database.ts';
import { areSamePerson, namesOf } from '../authorization/person-names.ts';
import type { Tables } from '../storage/tables.ts';

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
  if (holder?.subject === subject) return true;
  if (holder && !(await areSamePerson(transaction, holder.subject, subject))) return false;
  await endRelations(transaction, [subject], order_system_identifier);
  // It is so under a former name, with whose data it moves.
  if (holder) return true;
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

/** From now on the subject is no customer of the order system, under none of its names. */
export async function unlinkCustomer(
  transaction: Database,
  subject: string,
  order_system_identifier: string,
): Promise<void> {
  const names = await namesOf(transaction, subject);
  await endRelations(transaction, names, order_system_identifier);
}

async function endRelations(
  transaction: Database,
  names: readonly string[],
  order_system_identifier: string,
): Promise<void> {
  const relations = await transaction
    .deleteFrom('osc.order_system_user_relations')
    .where('subject', 'in', names)
    .where('order_system_identifier', '=', order_system_identifier)
    .returning('customer_id')
    .execute();
  if (relations.length === 0) return;
  await transaction
    .deleteFrom('osc.customers')
    .where(
      'customer_id',
      'in',
      relations.map(({ customer_id }) => customer_id),
    )
    .where('order_system_identifier', '=', order_system_identifier)
    .execute();
}

/** Which customer of an order system a subject is. */
export type CustomerRelation = Selectable<Tables['osc.order_system_user_relations']>;

/** Customers that a subject is at order systems, those under its own name first. */
export async function relationsOf(
  database: Database,
  subject: string,
): Promise<readonly CustomerRelation[]> {
  return database
    .selectFrom('osc.order_system_user_relations')
    .selectAll()
    .where('subject', 'in', await namesOf(database, subject))
    .orderBy(sql`subject <> ${subject}`)
    .orderBy('subject')
    .execute();
}

/** A subject is the same customer as before, by any of its names. */
export async function isCustomerNow(
  database: Database,
  subject: string,
  { order_system_identifier, customer_id }: CustomerRelation,
): Promise<boolean> {
  const relations = await relationsOf(database, subject);
  return relations.some(
    (relation) =>
      relation.order_system_identifier === order_system_identifier &&
      relation.customer_id === customer_id,
  );
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
    .select('subject')
    .where('notification_id', '=', notification_id)
    .where(sql<boolean>`changes = ${JSON.stringify(changes)}::jsonb`)
    .executeTakeFirst();
  const isRepeat = same && (await areSamePerson(transaction, same.subject, subject));
  return isRepeat ? { isRepeat } : undefined;
}
