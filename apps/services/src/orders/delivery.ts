import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import {
  exchange,
  NoUsableAnswer,
  retryAfterInMs,
  type AddressRule,
  type Exchanged,
} from '../outgoing/client.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import {
  deliveryJob,
  enqueueDelivery,
  type DeliveryJob,
  type DeliveryQueue,
} from './delivery-queue.ts';
import { signatureHeaders } from './notification-signature.ts';
import type { OrderLog } from './order-licenses.ts';

/**
 * Pauses between attempts in seconds: five seconds to a day, three days in all (the schedule that
 * Standard Webhooks recommends). After the last one a notification is given up.
 */
const defaultPausesInSeconds = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;
/** How long an order system may take to confirm, in milliseconds. */
const defaultTimeoutInMs = 10_000;
/** `Retry-After` is honoured up to a day, the longest pause, so that a faulty server cannot stop notifications. */
const retryAfterMaximumInMs = 86_400_000;
/** Statuses after which `Retry-After` counts (RFC 6585, section 4; RFC 9110, section 15.6.4). */
const statusesOfPause: ReadonlySet<number> = new Set([429, 503]);
/** Status of an endpoint that is gone for good: this notification is given up at once. */
const goneStatus = 410;

/** How notifications are sent. */
export interface DeliveryOptions {
  /** Between attempts; after as many and one more it is given up. Default: nine, three days in all. */
  readonly pausesInSeconds?: readonly number[];
  /** How long an order system may take to confirm. Default 10,000. */
  readonly timeoutInMs?: number;
}

/**
 * Sends notifications: at least once, each with the same id every time.
 *
 * @param isServed false: this process sends none itself
 */
export async function startDeliveries(
  database: Database,
  jobs: Pick<Jobs, 'define'>,
  rule: AddressRule,
  log: OrderLog,
  isServed: boolean,
  options: DeliveryOptions = {},
): Promise<DeliveryQueue> {
  const { pausesInSeconds = defaultPausesInSeconds, timeoutInMs = defaultTimeoutInMs } = options;
  const queue = await jobs.define(deliveryJob);
  /** End of the pause that an address asked for, by `performance.now()`; known to this process only. */
  const pausedUntil = new Map<string, number>();

  const attempt = async (job: DeliveryJob): Promise<void> => {
    const attempts = Number(job.attempts);
    const message = await findMessage(database, job);
    // It has arrived meanwhile, was begun anew, or its subject was erased.
    if (!message || message.delivered_at || message.attempts !== attempts) return;
    const { notification_address, order_system_identifier } = message;
    const pausedForInMs = (pausedUntil.get(notification_address) ?? 0) - performance.now();
    if (pausedForInMs > 0) {
      // A request that is not sent is no attempt.
      await enqueueDelivery(queue, database, job, attempts, Math.ceil(pausedForInMs / 1000));
      return;
    }
    pausedUntil.delete(notification_address);
    const failure = await send(message, { timeoutInMs, rule });
    if (failure === undefined) return recordDelivered(database, job);
    const { reason, isGone, pauseInMs } = failure;
    if (pauseInMs > 0) pausedUntil.set(notification_address, performance.now() + pauseInMs);
    if (isGone) {
      log.warn(
        { order_system_identifier },
        'An order system answered 410 to a notification, which is given up. Register its new address.',
      );
    }
    await database.transaction().execute(async (transaction) => {
      const pause = isGone ? undefined : pausesInSeconds[attempts];
      const isCounted = await recordFailure(transaction, message, reason, pause === undefined);
      if (!isCounted || pause === undefined) return;
      const startAfterInSeconds = Math.max(pause, Math.ceil(pauseInMs / 1000));
      await enqueueDelivery(queue, transaction, job, attempts + 1, startAfterInSeconds);
    });
  };

  if (isServed) await queue.work(attempt);
  return queue;
}

type Message = Pick<
  Selectable<Tables['osc.deliveries']>,
  | 'delivery_id'
  | 'notification_id'
  | 'order_system_identifier'
  | 'subject'
  | 'change'
  | 'attempts'
  | 'delivered_at'
  | 'created_at'
> &
  Pick<Selectable<Tables['osc.order_systems']>, 'notification_address' | 'notification_key'>;

function findMessage(
  database: Database,
  { delivery_id }: DeliveryJob,
): Promise<Message | undefined> {
  return database
    .selectFrom('osc.deliveries')
    .innerJoin('osc.order_systems', (join) =>
      join.onRef(
        'osc.order_systems.order_system_identifier',
        '=',
        'osc.deliveries.order_system_identifier',
      ),
    )
    .select([
      'delivery_id',
      'notification_id',
      'osc.deliveries.order_system_identifier',
      'subject',
      'change',
      'attempts',
      'delivered_at',
      'created_at',
      'notification_address',
      'notification_key',
    ])
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirst();
}

interface Failure {
  readonly reason: string;
  /** The order system takes no notifications any more. */
  readonly isGone: boolean;
  /** How long the order system asks to be left alone; 0: it does not. */
  readonly pauseInMs: number;
}

/** @returns `undefined` when the order system has confirmed it. */
async function send(
  message: Message,
  limits: { readonly timeoutInMs: number; readonly rule: AddressRule },
): Promise<Failure | undefined> {
  const { delivery_id, notification_address, notification_key } = message;
  const body = JSON.stringify({
    type: 'order_system_user_relation.changed',
    timestamp: message.created_at.toISOString(),
    data: {
      notification_id: message.notification_id,
      order_system_identifier: message.order_system_identifier,
      subject: message.subject,
      ...message.change,
    },
  });
  const timestampInSeconds = Math.floor(Date.now() / 1000);
  const signature = signatureHeaders(
    { id: delivery_id, timestampInSeconds, body },
    notification_key,
  );
  const request = new Request(notification_address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...signature },
    body,
  });
  try {
    return await exchange(request, limits, async (answer) => failureOf(answer));
  } catch (error) {
    if (!(error instanceof NoUsableAnswer)) throw error;
    return { reason: error.message, isGone: false, pauseInMs: 0 };
  }
}

function failureOf(answer: Exchanged): Failure | undefined {
  const { status } = answer;
  if (status >= 200 && status <= 299) return undefined;
  const isGone = status === goneStatus;
  const asked = statusesOfPause.has(status) ? (retryAfterInMs(answer) ?? 0) : 0;
  return {
    reason: `answered with status ${status}${isGone ? ': it takes no notifications any more' : ''}`,
    isGone,
    pauseInMs: Math.min(asked, retryAfterMaximumInMs),
  };
}

const attemptedNow = {
  attempts: sql<number>`attempts + 1`,
  last_attempt_at: sql<Date>`clock_timestamp()`,
};

async function recordDelivered(database: Database, { delivery_id }: DeliveryJob): Promise<void> {
  await database
    .updateTable('osc.deliveries')
    .set({
      ...attemptedNow,
      last_failure: null,
      given_up_at: null,
      delivered_at: sql<Date>`clock_timestamp()`,
    })
    .where('delivery_id', '=', delivery_id)
    .where('delivered_at', 'is', null)
    .execute();
}

/** @returns whether it counts: of two who try at the same time only one goes on. */
async function recordFailure(
  transaction: Database,
  { delivery_id, attempts }: Message,
  last_failure: string,
  isLast: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('osc.deliveries')
    .set({
      ...attemptedNow,
      last_failure,
      ...(isLast && { given_up_at: sql<Date>`clock_timestamp()` }),
    })
    .where('delivery_id', '=', delivery_id)
    .where('attempts', '=', attempts)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
