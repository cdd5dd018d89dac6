import type { JobDefinition, JobQueue } from '../jobs/jobs.ts';
import type { Database } from '../storage/database.ts';

/** One attempt to send one notification. */
export interface DeliveryJob {
  readonly delivery_id: string;
  readonly order_system_identifier: string;
  /** Number of attempts before: a job of a delivery that has gone on does nothing. */
  readonly attempts: string;
}

export type DeliveryQueue = JobQueue<DeliveryJob>;

/** Order systems share four lanes by name: one that answers slowly holds up only those of its lane. */
export const deliveryJob: JobDefinition<DeliveryJob> = {
  name: 'order-notifications',
  policy: {
    lanes: { count: 4, keyOf: ({ order_system_identifier }) => order_system_identifier },
  },
};

/** From as many on it makes no difference how many more wait. */
const waitingMaximum = 100;

/**
 * Puts an attempt into its queue, behind those of order systems for which less waits: one that takes long, and
 * has much to be told, keeps another of its queue waiting for one attempt.
 */
export async function enqueueDelivery(
  queue: DeliveryQueue,
  transaction: Database,
  { delivery_id, order_system_identifier }: Omit<DeliveryJob, 'attempts'>,
  attempts = 0,
  startAfterInSeconds = 0,
): Promise<void> {
  const waiting = await transaction
    .selectFrom('osc.deliveries')
    .select('delivery_id')
    .where('order_system_identifier', '=', order_system_identifier)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .limit(waitingMaximum)
    .execute();
  const data = { delivery_id, order_system_identifier, attempts: String(attempts) };
  await queue.send(transaction, data, { startAfterInSeconds, priority: -waiting.length });
}
