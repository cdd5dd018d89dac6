import type { Jobs } from '../jobs/jobs.ts';
import { makeLicense, takeLicense, type SavedOrder } from '../licenses/public.ts';
import type { Database } from '../storage/database.ts';
import { isSeller } from './sellers.ts';
import {
  licenseOrderKey,
  licenseOrderOf,
  lockOrder,
  updateOrder,
  type OrderKey,
  type OrderRow,
} from './order-store.ts';

/** Where the log of the services goes, as far as orders need it. */
export interface OrderLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Keeps licences what the orders say, exactly once however often it is tried. */
export interface OrderLicenses {
  /** Puts an order into the queue, in the transaction that makes or changes it. */
  enqueue(transaction: Database, key: OrderKey): Promise<void>;
  /** Tries at once, so that whoever waits need not ask again. What fails here is left to the queue. */
  tryNow(key: OrderKey): Promise<void>;
}

const fulfilReason = 'The product was ordered.';
const cancelReason = 'The order was cancelled.';

/**
 * The licence and what the order says of it change in one transaction, under the lock of the order: there
 * is no moment between them in which a process can die.
 *
 * @param isServed Whether this process works off what is ordered.
 */
export async function startOrderLicenses(
  database: Database,
  jobs: Pick<Jobs, 'define'>,
  log: OrderLog,
  isServed: boolean,
): Promise<OrderLicenses> {
  const settle = (key: OrderKey) =>
    database.transaction().execute(async (transaction) => {
      const order = await lockOrder(transaction, key);
      if (order?.order_state === 'ORDER_STATE_RECEIVED') await fulfil(transaction, order);
      if (order?.order_state === 'ORDER_STATE_CANCELLED') await takeBack(transaction, order);
    });

  const fulfil = async (transaction: Database, order: OrderRow) => {
    const { subject } = order;
    if (subject === null) {
      // Erased before its licence was made: there is nobody to make it for.
      await updateOrder(transaction, order, { order_state: 'ORDER_STATE_CANCELLED' });
      return;
    }
    // The licence service asks it where a licence is new; one of this name may be another publisher's.
    const saved: SavedOrder = (await isSeller(transaction, order))
      ? await makeLicense(transaction, licenseOrderOf(order, subject), fulfilReason)
      : { refusal: 'PRODUCT_NOT_FOUND' };
    if (saved.refusal === undefined) {
      const { license_code } = saved;
      const order_state = 'ORDER_STATE_FULFILLED';
      await updateOrder(transaction, order, { order_state, license_code });
      return;
    }
    if (saved.refusal === 'LICENSE_ORDER_DELETED') {
      // Deleted at the licence service, which is for good: nothing that anybody mends brings it back.
      const order_state = 'ORDER_STATE_CANCELLED';
      await updateOrder(transaction, order, { order_state, license_code: null });
      return;
    }
    await updateOrder(transaction, order, { order_state: 'ORDER_STATE_REFUSED' });
    const { order_system_identifier, external_id } = order;
    log.warn(
      { order_system_identifier, external_id, refusal: saved.refusal },
      'An order was refused by the licence service. Fix the cause, and have the order sent again.',
    );
  };

  const takeBack = async (transaction: Database, order: OrderRow) => {
    if (order.license_code === null) return;
    await takeLicense(transaction, licenseOrderKey(order), cancelReason);
    await updateOrder(transaction, order, { license_code: null });
  };

  const queue = await jobs.define<OrderKey>({ name: 'order-licenses' });
  if (isServed) await queue.work(settle);
  return {
    enqueue: (transaction, { order_system_identifier, external_id }) =>
      queue.send(transaction, { order_system_identifier, external_id }),
    async tryNow(key) {
      await settle(key).catch((error: unknown) =>
        log.error({ err: error }, 'The licence of an order was not made at once. It follows.'),
      );
    },
  };
}
