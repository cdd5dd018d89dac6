import { NoUsableAnswer } from '../http/ask-json.ts';
import type { Database } from '../storage/database.ts';
import type { OrdersParts } from './calls.ts';
import {
  contentOf,
  insertOrder,
  isSameContent,
  lockOrder,
  updateOrder,
  type OrderKey,
} from './order-store.ts';
import { askForOrders, type CustomerOrder, type OrdersSource } from './told-orders.ts';

/** What came of asking one order system. */
interface Synced {
  readonly order_system_identifier: string;
  readonly outcome: 'SYNCED' | 'NOT_A_CUSTOMER' | 'GIVES_NO_ORDERS' | 'UNREACHABLE';
  readonly orders_created: number;
  readonly orders_changed: number;
  /** Orders whose licences have to follow. */
  readonly changed: readonly OrderKey[];
  /** A sentence on what went wrong. */
  readonly failure?: string;
}

/**
 * Asks one order system for the orders of a subject, and stores what it says.
 *
 * @param customerId Which customer the subject is there; absent: none.
 */
export async function syncOrders(
  parts: Pick<OrdersParts, 'database' | 'networkRule' | 'orderLicenses'>,
  subject: string,
  order_system_identifier: string,
  customerId: string | undefined,
): Promise<Synced> {
  const { database, networkRule } = parts;
  const nothing = { order_system_identifier, orders_created: 0, orders_changed: 0, changed: [] };
  if (customerId === undefined) return { ...nothing, outcome: 'NOT_A_CUSTOMER' };
  const source = await sourceOf(database, order_system_identifier);
  if (!source) return { ...nothing, outcome: 'GIVES_NO_ORDERS' };
  let told: readonly CustomerOrder[];
  try {
    told = await askForOrders({ ...source, rule: networkRule }, customerId);
  } catch (error) {
    if (!(error instanceof NoUsableAnswer)) throw error;
    const failure = `${order_system_identifier} ${error.message}.`;
    return { ...nothing, outcome: 'UNREACHABLE', failure };
  }
  const stored = await storeOrders(parts, subject, { order_system_identifier, customerId }, told);
  return { ...nothing, ...stored, outcome: 'SYNCED' };
}

/**
 * Stores all that was told, or nothing. What is not told stays as it is: an order ends by being told as
 * cancelled, and one that was cancelled stays so.
 */
function storeOrders(
  { database, orderLicenses }: Pick<OrdersParts, 'database' | 'orderLicenses'>,
  subject: string,
  { order_system_identifier, customerId }: Customer,
  told: readonly CustomerOrder[],
) {
  return database.transaction().execute(async (transaction) => {
    const counts = { orders_created: 0, orders_changed: 0, changed: [] as OrderKey[] };
    // While it was asked the subject may have become another customer, or have been erased.
    const now = await customerOf(transaction, subject, order_system_identifier);
    if (now !== customerId) return counts;
    // In order, so that two who store the same never wait for each other in a circle.
    const sorted = [...told].sort((a, b) => (a.external_id < b.external_id ? -1 : 1));
    for (const { cancelled = false, ...order } of sorted) {
      const whole = { ...order, subject, order_system_identifier };
      const outcome = await storeOrder(transaction, whole, cancelled);
      if (!outcome) continue;
      counts[outcome]++;
      const key = { order_system_identifier, external_id: order.external_id };
      counts.changed.push(key);
      await orderLicenses.enqueue(transaction, key);
    }
    return counts;
  });
}

interface Customer {
  readonly order_system_identifier: string;
  readonly customerId: string;
}

/** @returns what it counts as; `undefined`: nothing had to change. */
async function storeOrder(
  transaction: Database,
  order: Parameters<typeof insertOrder>[1],
  isCancelled: boolean,
): Promise<'orders_created' | 'orders_changed' | undefined> {
  const stored = await lockOrder(transaction, order);
  if (!stored) {
    // One that was cancelled before it was ever known makes nothing.
    if (isCancelled) return undefined;
    const created = await insertOrder(transaction, order);
    // Made by somebody else in this moment: then it is compared with that.
    return created ? 'orders_created' : storeOrder(transaction, order, isCancelled);
  }
  // Another's now, or of somebody who was erased: neither is taken from there.
  if (stored.subject !== order.subject) return undefined;
  if (stored.order_state === 'ORDER_STATE_CANCELLED') return undefined;
  if (isCancelled) {
    await updateOrder(transaction, order, { order_state: 'ORDER_STATE_CANCELLED' });
    return 'orders_changed';
  }
  // A refused one is tried again: what it was refused for may have been mended.
  const isRefused = stored.order_state === 'ORDER_STATE_REFUSED';
  if (isSameContent(stored, order) && !isRefused) return undefined;
  const order_state = 'ORDER_STATE_RECEIVED';
  await updateOrder(transaction, order, { ...contentOf(order), order_state });
  return 'orders_changed';
}

async function customerOf(
  database: Database,
  subject: string,
  order_system_identifier: string,
): Promise<string | undefined> {
  const relation = await database
    .selectFrom('osc.order_system_user_relations')
    .select('customer_id')
    .where('subject', '=', subject)
    .where('order_system_identifier', '=', order_system_identifier)
    .executeTakeFirst();
  return relation?.customer_id;
}

/**
 * Address and token as they were registered together: a token goes to no other address than its own.
 *
 * @returns `undefined`: the order system gives no orders.
 */
async function sourceOf(
  database: Database,
  order_system_identifier: string,
): Promise<Pick<OrdersSource, 'address' | 'token'> | undefined> {
  const { orders_address: address, orders_token: token } = await database
    .selectFrom('osc.order_systems')
    .select(['orders_address', 'orders_token'])
    .where('order_system_identifier', '=', order_system_identifier)
    .executeTakeFirstOrThrow();
  return address === null ? undefined : { address, token };
}
