import * as z from 'zod/mini';
import { cursorErrors, nextCursor, pageOf } from '../annotations/paging.ts';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, integer, reference, subject, text, timestamp } from '../scalars.ts';
import { licenseState, licenseStrategy, seatsMaximum } from './license.ts';
import { productNotFound } from './product.ts';
import { baseVersion, storedVersion } from './version.ts';

/** How many orders a page has unless another number is asked for. */
export const licenseOrderPageSize = 100;

const key = {
  order_system_identifier: reference('The order system, such as IAPROS1.'),
  license_order_identifier: reference('The order there; it makes one licence.'),
};

const content = {
  ...key,
  mandant_identifier: reference('The publisher.'),
  product_reference: reference('The product that the licence is for.'),
  article_number: z.optional(reference('The article that was sold.')),
  license_strategy: licenseStrategy,
  group_id: z.optional(
    identifier(
      'The group that is entitled, with strategy group alone; absent there: every group that the subject leads.',
    ),
  ),
  seats: z.optional(
    integer(
      1,
      seatsMaximum,
      'Most usages at a time; absent: without limit. Concurrent use needs them.',
    ),
  ),
  valid_from: z.optional(timestamp('From when the licence holds; absent: from the order on.')),
  valid_until: z.optional(timestamp('Until when the licence holds; absent: without end.')),
};

const requestedOrder = z.strictObject({ ...content, version: baseVersion }).check(
  z.refine(
    (order) => order.license_strategy === 'LICENSE_STRATEGY_GROUP' || order.group_id === undefined,
    'Only strategy group has a group_id.',
  ),
  z.refine(
    (order) =>
      order.license_strategy !== 'LICENSE_STRATEGY_CONCURRENT' || order.seats !== undefined,
    'Concurrent use needs seats.',
  ),
  z.refine(
    ({ valid_from, valid_until }) =>
      valid_from === undefined ||
      valid_until === undefined ||
      new Date(valid_from) < new Date(valid_until),
    'valid_until is not after valid_from.',
  ),
);

/** An order as stored, with the licence that it made. */
const licenseOrder = z.object({
  ...content,
  subject,
  license_code: identifier('The licence that the order made.'),
  license_state: licenseState,
  version: storedVersion,
  ordered_at: timestamp('When the order was first saved.'),
  updated_at: timestamp('When the order last changed.'),
});

/** Facts that both changes of orders share. */
const management = {
  permission: 'license-order.manage',
  permissionForOthers: 'license-order.manage',
  forPublishers: 'by-mandant',
  ...administered,
} as const;

export const licenseOrderCalls = {
  licenseOrderGetForUser: defineCall({
    path: '/licenseOrder/getForUser',
    summary: 'Pages through the licence orders of a subject, the newest first.',
    body: z.strictObject({
      subject,
      mandant_identifier: z.optional(reference('Only orders of this publisher.')),
      product_reference: z.optional(reference('Only orders for this product.')),
      ...pageOf(500, licenseOrderPageSize),
    }),
    answer: z.object({
      license_orders: z.array(licenseOrder),
      next_cursor: nextCursor,
    }),
    errors: cursorErrors,
    permission: 'license-order.read',
    permissionForOthers: 'license-order.read-any',
    forPublishers: 'by-mandant',
    repeatSafe: true,
  }),
  licenseOrderSave: defineCall({
    ...management,
    path: '/licenseOrder/save',
    summary:
      'Saves an order of a subject and makes its licence, once; saved again with a change it changes the licence. IA_OK: the same is stored.',
    body: z.strictObject({ subject, license_order: requestedOrder }),
    answer: z.object({ license_order: licenseOrder }),
    errors: {
      ...withStatus(404, {
        ORDER_SYSTEM_UNKNOWN:
          'No order system is registered by this name with the client that calls. Only applications need one.',
      }),
      ...productNotFound,
      ...withStatus(404, { GROUP_NOT_FOUND: 'The subject leads no group with this id.' }),
      ...withStatus(409, {
        LICENSE_ORDER_CONFLICT:
          'The order is for another subject, or it has changed since the version that the request was made on: then the text of the refusal names the version that is stored.',
        LICENSE_ORDER_DELETED: 'The order was deleted. Its identifier cannot be used again.',
      }),
    },
  }),
  licenseOrderDelete: defineCall({
    ...management,
    path: '/licenseOrder/delete',
    summary:
      'Deletes an order of a subject: its licence goes, with the seats. IA_OK: it was deleted before.',
    body: z.strictObject({ subject, ...key, reason: text(500, 'Why, for the audit log.') }),
    answer: z.object({ license_code: identifier('The licence that is gone.') }),
    errors: withStatus(404, {
      LICENSE_ORDER_NOT_FOUND:
        'The subject has no order with this identifier in this order system.',
    }),
  }),
} as const;
