import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { licenseStrategy } from '../licenses/license.ts';
import { productNotFound } from '../licenses/product.ts';
import { count, identifier, integer, list, reference, subject, timestamp } from '../scalars.ts';
import { orderSystemIdentifier, orderSystemUnknown } from './order-system.ts';

/**
 * How far an order has come. RECEIVED: its licence follows. FULFILLED: the licence is there. REFUSED:
 * the licence service does not take it, and somebody must look. CANCELLED: the licence was taken away.
 */
export const orderState = z.enum([
  'ORDER_STATE_RECEIVED',
  'ORDER_STATE_FULFILLED',
  'ORDER_STATE_REFUSED',
  'ORDER_STATE_CANCELLED',
]);

/** An order as its order system tells it; the same in requests and where the services ask for orders. */
export const toldOrder = {
  external_id: reference('The order at its order system; unique there.'),
  mandant_identifier: reference('The publisher.'),
  product_reference: reference('The product that was ordered.'),
  article_number: z.optional(reference('What the shop sold.')),
  license_strategy: licenseStrategy,
  seats: integer(1, 100_000, 'Seats of the licence.'),
  valid_from: z.optional(timestamp('From when the licence holds; absent: from the order.')),
  valid_until: z.optional(timestamp('Until when the licence holds; absent: without end.')),
  ordered_at: timestamp('When it was ordered, by the order system.'),
};

/** True where an order's licence ends after it begins. */
export function isInOrder({ valid_from, valid_until }: Validity): boolean {
  return (
    valid_from === undefined ||
    valid_until === undefined ||
    Date.parse(valid_from) < Date.parse(valid_until)
  );
}

interface Validity {
  readonly valid_from?: string | undefined;
  readonly valid_until?: string | undefined;
}

/** An order as kept. */
export const order = z.object({
  subject,
  order_system_identifier: orderSystemIdentifier,
  ...toldOrder,
  order_state: orderState,
  license_code: z.optional(identifier('The licence that it made.')),
  updated_at: timestamp('When the order last changed here.'),
});

/** Outcome of asking one order system for a subject's orders. */
export const orderSyncOutcome = z.enum([
  'SYNCED',
  'NOT_A_CUSTOMER',
  'GIVES_NO_ORDERS',
  'UNREACHABLE',
]);

const syncedOrderSystem = z.object({
  order_system_identifier: orderSystemIdentifier,
  outcome: orderSyncOutcome,
  orders_created: count('Orders that were not known before.'),
  orders_changed: count('Orders that had changed since.'),
});

export const orderCalls = {
  orderCreateForProduct: defineCall({
    path: '/order/createForProduct',
    summary:
      'Creates an order of a subject for a product, which makes a licence exactly once. IA_OK: the order with this external id was there already. A refused one is tried again.',
    body: z
      .strictObject({ subject, order_system_identifier: orderSystemIdentifier, ...toldOrder })
      .check(z.refine(isInOrder, 'valid_until must be after valid_from.')),
    answer: z.object({ order }),
    errors: {
      ...orderSystemUnknown,
      PRODUCT_NOT_FOUND: {
        ...productNotFound.PRODUCT_NOT_FOUND,
        text: 'The order system sells nothing of this publisher: register it with it.',
      },
      ...withStatus(409, {
        ORDER_CONFLICT: 'Another order has this external id at this order system.',
      }),
    },
    permission: 'order.create',
    permissionForOthers: 'order.create',
    forPublishers: 'by-mandant',
    ...administered,
  }),
  orderSyncForUser: defineCall({
    path: '/order/syncForUser',
    summary:
      "Asks order systems for a subject's orders and brings orders and licences up to date. WARNING: some did not answer, or told orders that cannot be taken (ORDER_UNUSABLE names the first ten of an order system, each with its field, and how many more there are). IA_OK: nothing had changed.",
    body: z.strictObject({
      subject,
      order_system_identifier: z.optional(
        reference(
          "Only this order system; absent: those of the subject's identity providers, and all where it is a customer.",
        ),
      ),
    }),
    answer: z.object({
      order_systems: z.array(syncedOrderSystem),
      orders: list("The subject's orders, the newest first; at most 500.", order),
    }),
    errors: {
      ...orderSystemUnknown,
      ...withStatus(502, {
        ORDER_SYSTEMS_UNREACHABLE: 'No order system answered. Nothing has changed.',
      }),
    },
    permission: 'order.sync',
    permissionForOthers: 'order.sync-any',
    forPublishers: 'customers',
    repeatSafe: true,
    rateLimit: { requests: 10, windowInSeconds: 60 },
  }),
} as const;
