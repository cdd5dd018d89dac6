import { NoUsableAnswer } from '../outgoing/client.ts';
import type { Database } from '../storage/database.ts';
import { isSeller } from './sellers.ts';
import { areSamePerson } from '../authorization/person-names.ts';
import type { NetworkRule } from '../outgoing/network-rule.ts';
import type { OrderLicenses, OrderLog } from './order-licenses.ts';
import {
  contentOf,
  insertOrder,
  isSameContent,
  lockOrder,
  updateOrder,
  type OrderKey,
  type OrderRow,
} from './order-store.ts';
import { isCustomerNow, type CustomerRelation } from './relation-store.ts';
import {
  askForOrders,
  type CustomerOrder,
  type OrderFault,
  type OrdersSource,
} from './customer-orders.ts';

/** A mistake of a shop concerns all its orders: the first ones show it, and neither log nor answer is flooded. */
const namedFaultsMaximum = 10;

/** Result of asking one order system. */
interface Synced {
  readonly order_system_identifier: string;
  readonly outcome: 'SYNCED' | 'NOT_A_CUSTOMER' | 'GIVES_NO_ORDERS' | 'UNREACHABLE';
  readonly orders_created: number;
  readonly orders_changed: number;
  /** Orders whose licences have to follow. */
  readonly changed: readonly OrderKey[];
  /** A sentence on what went wrong. */
  readonly failure?: string;
  /** Sentences on the first orders that could not be taken, and one on how many more there are. */
  readonly unusable?: readonly string[];
}

/**
 * Asks one order system for the orders of a subject, and stores what it says.
 *
 * @param customers Which customers the subject is there: by each of its names it can be one.
 */
export async function syncOrders(
  parts: {
    readonly database: Database;
    readonly log: OrderLog;
    readonly networkRule: NetworkRule;
    readonly orderLicenses: OrderLicenses;
  },
  subject: string,
  order_system_identifier: string,
  customers: readonly CustomerRelation[],
): Promise<Synced> {
  const { database, log, networkRule } = parts;
  const synced = {
    order_system_identifier,
    orders_created: 0,
    orders_changed: 0,
    changed: [] as OrderKey[],
  };
  if (customers.length === 0) return { ...synced, outcome: 'NOT_A_CUSTOMER' };
  const source = await sourceOf(database, order_system_identifier);
  if (!source) return { ...synced, outcome: 'GIVES_NO_ORDERS' };
  const ordersOf = new Map<CustomerRelation, readonly CustomerOrder[]>();
  const faults: OrderFault[] = [];
  // All are asked about before anything is stored: what is reported as unreachable has changed nothing.
  try {
    for (const customer of customers) {
      const answer = await askForOrders({ ...source, rule: networkRule }, customer.customer_id);
      ordersOf.set(customer, answer.orders);
      faults.push(...answer.faults);
    }
  } catch (error) {
    if (!(error instanceof NoUsableAnswer)) throw error;
    const failure = `${order_system_identifier} ${error.message}.`;
    return { ...synced, outcome: 'UNREACHABLE', failure };
  }
  for (const [customer, orders] of ordersOf) {
    const stored = await storeOrders(parts, subject, customer, orders);
    synced.orders_created += stored.orders_created;
    synced.orders_changed += stored.orders_changed;
    synced.changed.push(...stored.changed);
  }
  if (faults.length === 0) return { ...synced, outcome: 'SYNCED' };
  const first = faults.slice(0, namedFaultsMaximum);
  log.warn(
    { order_system_identifier, count: faults.length, first },
    'Orders of an answer cannot be taken.',
  );
  const unusable = first.map((fault) => sentenceOn(order_system_identifier, fault));
  const further = faults.length - first.length;
  if (further > 0) {
    unusable.push(`${order_system_identifier} tells ${further} more that cannot be taken.`);
  }
  return { ...synced, outcome: 'SYNCED', unusable };
}

function sentenceOn(
  order_system_identifier: string,
  { index, external_id, field, reason }: OrderFault,
): string {
  const name = external_id === undefined ? '' : ` ${JSON.stringify(external_id)}`;
  const place = ['orders', index, ...(field === '' ? [] : [field])].join('.');
  return `${order_system_identifier} tells an order${name} that cannot be taken: ${place}: ${reason}.`;
}

/**
 * Stores all that was told, or nothing. What is not told stays as it is: an order ends by being told as
 * cancelled, and one that was cancelled stays so.
 */
function storeOrders(
  {
    database,
    orderLicenses,
  }: { readonly database: Database; readonly orderLicenses: OrderLicenses },
  subject: string,
  customer: CustomerRelation,
  orders: readonly CustomerOrder[],
) {
  return database.transaction().execute(async (transaction) => {
    const counts = { orders_created: 0, orders_changed: 0, changed: [] as OrderKey[] };
    // While it was asked the subject may have become another customer, or have been erased.
    if (!(await isCustomerNow(transaction, subject, customer))) return counts;
    const { order_system_identifier } = customer;
    // In order, so that two who store the same never wait for each other in a circle.
    const sorted = [...orders].sort((a, b) => (a.external_id < b.external_id ? -1 : 1));
    for (const { cancelled = false, ...order } of sorted) {
      const received = { ...order, subject, order_system_identifier };
      const outcome = await storeOrder(transaction, received, cancelled);
      if (!outcome) continue;
      counts[outcome]++;
      const key = { order_system_identifier, external_id: order.external_id };
      counts.changed.push(key);
      await orderLicenses.enqueue(transaction, key);
    }
    return counts;
  });
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
  // Another's now, or of an erased person: neither is taken from there.
  if (!(await areSamePerson(transaction, stored.subject, order.subject))) return undefined;
  // Orders of a publisher for which it sells no more stay that publisher's.
  if (!(await isSold(transaction, stored, order))) return undefined;
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

/**
 * An order system sells for the publisher of a stored order, and for the one that is told. An order that never
 * had a licence was not sold: what was wrong with it may have been the publisher.
 */
async function isSold(
  transaction: Database,
  stored: OrderRow,
  received: Parameters<typeof insertOrder>[1],
): Promise<boolean> {
  const wasSold = stored.license_code !== null;
  if (!wasSold && stored.order_state === 'ORDER_STATE_REFUSED') return true;
  if (wasSold && !(await isSeller(transaction, received))) return false;
  return isSeller(transaction, stored);
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
