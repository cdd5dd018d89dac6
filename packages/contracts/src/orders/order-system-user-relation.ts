import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { count, flag, identifier, list, reference, subject, timestamp } from '../scalars.ts';
import { orderSystemIdentifier, orderSystemUnknown } from './order-system.ts';

/** Most changes that one request tells. */
const relationChangesMaximum = 20;
/** Most undelivered notifications that an answer lists. */
export const undeliveredMaximum = 100;

/** Which customer a subject is at an order system. */
export const orderSystemUserRelation = z.object({
  order_system_identifier: orderSystemIdentifier,
  connector_id: identifier('Connector id of the identity provider that leads to the order system.'),
  customer_id: z.optional(reference('The customer there; absent: not known to be one.')),
  updated_at: z.optional(timestamp('When the relation last changed; absent: there is none.')),
});

/** Kind of change: the customer, or the user's names, e-mail or identities. */
export const relationChangeType = z.enum(['CUSTOMER_LINKED', 'CUSTOMER_UNLINKED', 'USER_CHANGED']);

const relationChange = z
  .strictObject({
    order_system_identifier: orderSystemIdentifier,
    change_type: relationChangeType,
    customer_id: z.optional(reference('With CUSTOMER_LINKED: the customer that the subject is.')),
  })
  .check(
    z.refine(
      (change) => (change.change_type === 'CUSTOMER_LINKED') === (change.customer_id !== undefined),
      'customer_id is required with CUSTOMER_LINKED and forbidden without.',
    ),
  );

/** A notification that its order system has not confirmed yet. */
const undeliveredNotification = z.object({
  delivery_id: z.uuid().check(z.describe('Carried by the notification.')),
  order_system_identifier: orderSystemIdentifier,
  change_type: relationChangeType,
  created_at: timestamp('When it was taken.'),
  attempts: count('How often it was sent since it was last begun.'),
  last_attempt_at: z.optional(timestamp('When it was last sent; absent: not yet.')),
  last_failure: z.optional(
    z.string().check(z.describe('Why it did not arrive then; completes "The order system …".')),
  ),
  given_up_at: z.optional(
    timestamp('When it was given up; absent: it will be sent again by itself.'),
  ),
});

export const orderSystemUserRelationCalls = {
  orderSystemUserRelationGetInfo: defineCall({
    path: '/orderSystemUserRelation/getInfo',
    summary: 'Says which customer a subject is at which order system.',
    body: z.strictObject({
      subject,
      order_system_identifier: z.optional(
        reference(
          "Only this order system; absent: those of the subject's identity providers, and all where it is a customer.",
        ),
      ),
    }),
    answer: z.object({
      order_system_user_relations: z.array(orderSystemUserRelation),
      undelivered: z.optional(
        list(
          `Notifications about the subject that have not arrived, the oldest first, at most ${undeliveredMaximum}; only for callers with order-relation.read-any or order-relation.notify.`,
          undeliveredNotification,
        ).check(z.maxLength(undeliveredMaximum)),
      ),
    }),
    errors: orderSystemUnknown,
    permission: 'order-relation.read',
    permissionForOthers: 'order-relation.read-any',
    forPublishers: 'customers',
    repeatSafe: true,
  }),
  orderSystemUserRelationNotifyChanges: defineCall({
    path: '/orderSystemUserRelation/notifyChanges',
    summary:
      'Stores changes of the relation of a subject to order systems, all or none, and tells each order system by a signed notification, which is repeated until it arrives. IA_OK: this notification was taken already.',
    body: z.strictObject({
      subject,
      notification_id: z
        .uuid()
        .check(z.describe('Chosen by the caller. The same again is not told a second time.')),
      relation_changes: z
        .array(relationChange)
        .check(z.minLength(1), z.maxLength(relationChangesMaximum)),
    }),
    answer: z.object({
      deliveries: list(
        'In the order of the request.',
        z.object({
          order_system_identifier: orderSystemIdentifier,
          delivery_id: z.uuid().check(z.describe('Carried by the notification.')),
          delivered: flag('Whether the order system has confirmed it; false: on its way.'),
        }),
      ),
    }),
    errors: {
      ...orderSystemUnknown,
      ...withStatus(409, {
        CUSTOMER_TAKEN: 'Another subject is this customer of the order system. Nothing was done.',
        NOTIFICATION_CONFLICT: 'This notification id was used for other changes.',
      }),
    },
    permission: 'order-relation.notify',
    permissionForOthers: 'order-relation.notify',
    forPublishers: 'by-mandant',
    ...administered,
  }),
} as const;
