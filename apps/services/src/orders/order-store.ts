import { createHash } from 'node:crypto';
import type { Answer, Body, Contract } from '@lectern/contracts';
import { identifierMaximumInBytes } from '@lectern/contracts/calls/limits';
import type { Selectable } from 'kysely';
import type { LicenseOrder } from '../licenses/public.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** An order as stored. */
export type OrderRow = Selectable<Tables['osc.orders']>;
/** An order as received: from `createForProduct`, or from its order system. */
export type ReceivedOrder = Body<Contract['osc']['orderCreateForProduct']>;
/** An order as answers carry it. */
export type WireOrder = Answer<Contract['osc']['orderCreateForProduct']>['order'];

export interface OrderKey {
  readonly order_system_identifier: string;
  readonly external_id: string;
}

/** Fields of an order that its licence follows from, but for its owner, who stays as first received. */
export function contentOf(order: ReceivedOrder) {
  return {
    mandant_identifier: order.mandant_identifier,
    product_reference: order.product_reference,
    article_number: order.article_number ?? null,
    license_strategy: order.license_strategy,
    seats: order.seats,
    valid_from: order.valid_from === undefined ? null : new Date(order.valid_from),
    valid_until: order.valid_until === undefined ? null : new Date(order.valid_until),
    ordered_at: new Date(order.ordered_at),
  };
}

export function isSameContent(stored: OrderRow, received: ReceivedOrder): boolean {
  return Object.entries(contentOf(received)).every(([field, value]) =>
    isSameValue(stored[field as keyof OrderRow], value),
  );
}

/** True for equal values of a column; times are compared as such. */
export function isSameValue(stored: unknown, value: unknown): boolean {
  return stored instanceof Date && value instanceof Date
    ? stored.getTime() === value.getTime()
    : stored === value;
}

/** An order, which stays as it is until the transaction ends. */
export function lockOrder(
  transaction: Database,
  { order_system_identifier, external_id }: OrderKey,
): Promise<OrderRow | undefined> {
  return transaction
    .selectFrom('osc.orders')
    .selectAll()
    .where('external_id', '=', external_id)
    .where('order_system_identifier', '=', order_system_identifier)
    .forUpdate()
    .executeTakeFirst();
}

/** @returns the order, or `undefined` where one with its name is there already. */
export function insertOrder(
  transaction: Database,
  order: ReceivedOrder,
): Promise<OrderRow | undefined> {
  const { order_system_identifier, external_id } = order;
  return transaction
    .insertInto('osc.orders')
    .values({
      order_system_identifier,
      external_id,
      subject: order.subject,
      ...contentOf(order),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes an order; gives it as it is then. */
export function updateOrder(
  transaction: Database,
  { order_system_identifier, external_id }: OrderKey,
  changes: Partial<Omit<OrderRow, keyof OrderKey | 'updated_at'>>,
): Promise<OrderRow> {
  return transaction
    .updateTable('osc.orders')
    .set({ ...changes, updated_at: new Date() })
    .where('external_id', '=', external_id)
    .where('order_system_identifier', '=', order_system_identifier)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Key of an order's licence at the licence service. */
export function licenseOrderKey({ order_system_identifier, external_id }: OrderKey) {
  const plain = `order:${external_id}`;
  const license_order_identifier =
    Buffer.byteLength(plain) <= identifierMaximumInBytes
      ? plain
      : `order:sha256:${createHash('sha256').update(external_id).digest('hex')}`;
  return { order_system_identifier, license_order_identifier };
}

/** @param subject The order's own, where it has one yet. */
export function licenseOrderOf(order: OrderRow, subject: string): LicenseOrder {
  const { article_number, valid_from, valid_until } = order;
  return {
    ...licenseOrderKey(order),
    subject,
    mandant_identifier: order.mandant_identifier,
    product_reference: order.product_reference,
    ...(article_number !== null && { article_number }),
    license_strategy: order.license_strategy as LicenseOrder['license_strategy'],
    seats: order.seats,
    ...(valid_from && { valid_from: valid_from.toISOString() }),
    ...(valid_until && { valid_until: valid_until.toISOString() }),
  };
}

/** @param subject Whose order it is: the caller knows it. */
export function orderToWire(order: OrderRow, subject: string): WireOrder {
  const { article_number, license_code, valid_from, valid_until } = order;
  return {
    subject,
    order_system_identifier: order.order_system_identifier,
    external_id: order.external_id,
    mandant_identifier: order.mandant_identifier,
    product_reference: order.product_reference,
    ...(article_number !== null && { article_number }),
    license_strategy: order.license_strategy as WireOrder['license_strategy'],
    seats: order.seats,
    ...(valid_from && { valid_from: valid_from.toISOString() }),
    ...(valid_until && { valid_until: valid_until.toISOString() }),
    ordered_at: order.ordered_at.toISOString(),
    order_state: order.order_state,
    ...(license_code !== null && { license_code }),
    updated_at: order.updated_at.toISOString(),
  };
}
