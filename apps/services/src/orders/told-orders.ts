import { isInOrder, toldOrder } from '@lectern/contracts/calls/orders/order';
import * as z from 'zod/mini';
import { askJson, NoUsableAnswer } from '../http/ask-json.ts';
import type { AddressRule } from '../http/exchange.ts';

/** Somebody waits for the answer. */
const timeoutInMs = 5_000;
const sizeMaximumInBytes = 1024 * 1024;
/** Most orders of one customer. */
const toldOrdersMaximum = 500;

const customerOrder = z
  .object({ ...toldOrder, cancelled: z.optional(z.boolean()) })
  .check(z.refine(isInOrder), z.refine(isStorable));

/** What an order system answers; `docs/operate/order-systems.md` describes it. */
const customerOrders = z.object({
  orders: z
    .array(customerOrder)
    .check(z.maxLength(toldOrdersMaximum), z.refine(haveNamesOfTheirOwn)),
});

/** An order as its order system tells it when it is asked. */
export type CustomerOrder = z.infer<typeof customerOrder>;

/** Where a customer's orders are read. */
export interface OrdersSource {
  readonly address: string;
  readonly token: string | null;
  readonly rule: AddressRule;
}

/**
 * Asks an order system for all orders of a customer.
 *
 * @throws {NoUsableAnswer}
 */
export async function askForOrders(
  { address, token, rule }: OrdersSource,
  customerId: string,
): Promise<readonly CustomerOrder[]> {
  const request = new Request(address, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
    },
    // Not in the address: those stand in logs.
    body: JSON.stringify({ customer_id: customerId }),
  });
  const answer = await askJson(request, { timeoutInMs, sizeMaximumInBytes, rule });
  const { success, data } = z.safeParse(customerOrders, answer);
  if (!success) throw new NoUsableAnswer('did not answer with a list of orders');
  return data.orders;
}

function haveNamesOfTheirOwn(orders: readonly { readonly external_id: string }[]): boolean {
  return new Set(orders.map(({ external_id }) => external_id)).size === orders.length;
}

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
function isStorable(order: object): boolean {
  return Object.values(order).every(
    (value) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0')),
  );
}
