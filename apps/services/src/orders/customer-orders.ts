import { isInOrder, toldOrder } from '@lectern/contracts/calls/orders/order';
import * as z from 'zod/mini';
import { askJson } from '../outgoing/ask-json.ts';
import { NoUsableAnswer, type AddressRule } from '../outgoing/client.ts';

/** Somebody waits for the answer. */
const timeoutInMs = 5_000;
const sizeMaximumInBytes = 1024 * 1024;
/** Most orders of one customer. */
const ordersMaximum = 500;
const namedOrder = leniently(toldOrder.external_id, textOfNumber);

const customerOrder = z
  .object({
    ...toldOrder,
    external_id: namedOrder,
    product_reference: leniently(toldOrder.product_reference, textOfNumber),
    article_number: optionally(toldOrder.article_number, textOfNumber),
    seats: leniently(toldOrder.seats, numberOfText),
    valid_from: optionally(toldOrder.valid_from),
    valid_until: optionally(toldOrder.valid_until),
    cancelled: optionally(z.optional(z.boolean()), truthOfText),
  })
  .check(
    z.refine(isInOrder, { error: 'must be after valid_from', path: ['valid_until'] }),
    z.superRefine(refuseUnstorable),
  );

/** Answer of an order system; `docs/operate/order-systems.md` describes it. */
const customerOrders = z.object({ orders: z.array(z.unknown()) });

/** An order as its order system tells it when it is asked. */
export type CustomerOrder = z.infer<typeof customerOrder>;

/** An order of the answer that cannot be taken. */
export interface OrderFault {
  /** Position in the answer, from 0. */
  readonly index: number;
  /** Name of the order, where it has one. */
  readonly external_id?: string;
  readonly field: string;
  /** The end of a sentence that begins with the field. */
  readonly reason: string;
}

/** The orders of an answer: those that can be taken, and what is wrong with the others. */
export interface CustomerOrders {
  readonly orders: readonly CustomerOrder[];
  readonly faults: readonly OrderFault[];
}

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
): Promise<CustomerOrders> {
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
  if (!success) throw new NoUsableAnswer('did not answer with a list "orders"');
  if (data.orders.length > ordersMaximum) {
    throw new NoUsableAnswer(`answered with more than ${ordersMaximum} orders`);
  }
  return readOrders(data.orders);
}

/** Each order by itself: one that is wrong keeps no other one away. */
function readOrders(items: readonly unknown[]): CustomerOrders {
  const orders: CustomerOrder[] = [];
  const faults: OrderFault[] = [];
  const parsed = items.map((item) => z.safeParse(customerOrder, item));
  const names = items.map(nameOf);
  const countOf = new Map<string | undefined, number>();
  // A faulty order counts, too: the other one of its name may be the one that is out of date.
  for (const { external_id } of names) {
    countOf.set(external_id, (countOf.get(external_id) ?? 0) + 1);
  }
  for (const [index, { data, error }] of parsed.entries()) {
    if (error) {
      const [issue] = error.issues;
      const field = issue?.path.join('.') ?? '';
      faults.push({ index, ...names[index], field, reason: issue?.message ?? '' });
    } else if (countOf.get(data.external_id) === 1) {
      orders.push(data);
    } else {
      const { external_id } = data;
      const reason = 'is that of another order of the answer, too';
      faults.push({ index, external_id, field: 'external_id', reason });
    }
  }
  return { orders, faults };
}

function nameOf(order: unknown): Pick<OrderFault, 'external_id'> {
  const { success, data } = z.safeParse(z.object({ external_id: namedOrder }), order);
  return success ? data : {};
}

/** A value as the contract wants it, after what shops write for it was read. */
function leniently<Schema extends z.ZodMiniType>(
  schema: Schema,
  read: (value: unknown) => unknown,
) {
  return z.pipe(z.transform(read), schema);
}

/** The same for what may be absent: `null` and an empty text say so, too. */
function optionally<Schema extends z.ZodMiniType>(
  schema: Schema,
  read: (value: unknown) => unknown = (value) => value,
) {
  return z.optional(
    leniently(schema, (value) => (value === null || value === '' ? undefined : read(value))),
  );
}

function textOfNumber(value: unknown): unknown {
  return Number.isSafeInteger(value) ? String(value) : value;
}

function numberOfText(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

function truthOfText(value: unknown): unknown {
  switch (String(value).toLowerCase()) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      return value;
  }
}

/** PostgreSQL takes neither NUL nor half a surrogate pair. */
function refuseUnstorable(order: object, context: z.core.$RefinementCtx): void {
  for (const [field, value] of Object.entries(order)) {
    if (typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))) continue;
    context.addIssue({
      code: 'custom',
      path: [field],
      message: 'holds NUL or half a character',
      input: value,
    });
  }
}
