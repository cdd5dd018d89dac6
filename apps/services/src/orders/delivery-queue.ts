import { createHash } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import type { Jobs } from '../storage/jobs.ts';

/** One attempt to send one notification. */
export interface DeliveryJob {
  readonly delivery_id: string;
  readonly order_system_identifier: string;
  /** How many attempts there were before: a job of a delivery that has gone on does nothing. */
  readonly attempts: number;
}

/**
 * Queues that are worked at the same time. Each order system has its own one, which it shares with few
 * others: one that answers slowly holds up only those.
 */
const laneCount = 4;
const lanes = Array.from({ length: laneCount }, (_, index) => `order-notifications-${index}`);

/** Makes the queues where they are missing. */
export async function prepareDeliveries(jobs: Pick<Jobs, 'prepare'>): Promise<void> {
  await jobs.prepare(lanes);
}

/** From as many on it makes no difference how many more wait. */
const waitingMaximum = 100;

/**
 * Puts an attempt into its queue, behind those of order systems for which less waits: one that takes long, and
 * has much to be told, keeps another of its queue waiting for one attempt.
 */
export async function enqueueDelivery(
  jobs: Pick<Jobs, 'send'>,
  transaction: Database,
  { delivery_id, order_system_identifier, attempts }: DeliveryJob,
  startAfterInSeconds = 0,
): Promise<void> {
  const data = { delivery_id, order_system_identifier, attempts: String(attempts) };
  const waiting = await transaction
    .selectFrom('osc.deliveries')
    .select('delivery_id')
    .where('order_system_identifier', '=', order_system_identifier)
    .where('delivered_at', 'is', null)
    .where('given_up_at', 'is', null)
    .limit(waitingMaximum)
    .execute();
  const options = { startAfterInSeconds, priority: -waiting.length };
  await jobs.send(transaction, laneOf(order_system_identifier), data, options);
}

/** Works the queues of this process. */
export async function workDeliveries(
  jobs: Pick<Jobs, 'work'>,
  attempt: (job: DeliveryJob) => Promise<void>,
): Promise<void> {
  for (const lane of lanes) {
    await jobs.work(lane, ({ delivery_id, order_system_identifier, attempts }) =>
      attempt({
        delivery_id: delivery_id!,
        order_system_identifier: order_system_identifier!,
        attempts: Number(attempts),
      }),
    );
  }
}

function laneOf(orderSystemIdentifier: string): string {
  const hash = createHash('sha256').update(orderSystemIdentifier).digest();
  return lanes[hash.readUInt32BE() % laneCount]!;
}
