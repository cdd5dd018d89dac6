import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { isSpokenFor, type Sight } from './sight.ts';
import type { Tables } from '../storage/tables.ts';
import { enqueueDelivery, type DeliveryQueue } from './delivery-queue.ts';

const columns = [
  'delivery_id',
  'order_system_identifier',
  'change',
  'created_at',
  'attempts',
  'last_attempt_at',
  'last_failure',
  'given_up_at',
] as const;

/** A notification that its order system has not confirmed. */
export type UndeliveredRow = Pick<Selectable<Tables['osc.deliveries']>, (typeof columns)[number]>;

/**
 * Notifications that have not arrived, the oldest first.
 *
 * @param about Only those about a subject, to order systems that the caller speaks for.
 */
export function findUndelivered(
  database: Database,
  maximum: number,
  about?: { readonly subject: string; readonly sight: Sight },
): Promise<UndeliveredRow[]> {
  let query = database
    .selectFrom('osc.deliveries')
    .select(columns)
    .where('delivered_at', 'is', null);
  if (about) {
    query = query.where('subject', '=', about.subject).where(isSpokenFor(about.sight));
  }
  return query.orderBy('created_at').orderBy('delivery_id').limit(maximum).execute();
}

/** How many notifications have not arrived. */
export async function countUndelivered(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('osc.deliveries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('delivered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Begins notifications anew that have not arrived, as if they had never been tried: the first attempt at
 * once. Those that have arrived stay so.
 *
 * @param deliveryIds Absent: all.
 * @returns how many there were.
 */
export async function sendAgain(
  transaction: Database,
  queue: DeliveryQueue,
  deliveryIds?: readonly string[],
): Promise<number> {
  let query = transaction
    .updateTable('osc.deliveries')
    .set({ attempts: 0, given_up_at: sql<null>`null` })
    .where('delivered_at', 'is', null);
  if (deliveryIds) query = query.where('delivery_id', 'in', deliveryIds);
  const again = await query.returning(['delivery_id', 'order_system_identifier']).execute();
  for (const delivery of again) {
    await enqueueDelivery(queue, transaction, delivery);
  }
  return again.length;
}
