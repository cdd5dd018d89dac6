import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/index.ts';
import { insertRows } from '../rows.ts';

const product = { product_reference: 'wasser', license_strategy: 'LICENSE_STRATEGY_USER' };
const order_system_identifier = 'IAPROS1';

/** Names a subject in every table of the order service that can. */
export async function leaveOrderTraces(
  database: Database,
  subject: string,
  customer_id = `customer-of-${subject}`,
): Promise<void> {
  const names = { order_system_identifier, mandant_identifier: 'LECTERN' };
  const notification_id = randomUUID();
  const change = { change_type: 'CUSTOMER_LINKED', customer_id };
  await insertRows(database, 'osc.orders', {
    subject,
    external_id: randomUUID(),
    ...names,
    ...product,
    seats: 1,
    ordered_at: new Date(),
  });
  await insertRows(database, 'osc.coupon_batches', {
    batch_identifier: randomUUID(),
    request: JSON.stringify({ order_system_identifier, coupon_codes: ['STILLREDEEMABLE'] }),
    made_by: subject,
  });
  const coupon_code = `redeemable-${randomUUID()}`;
  await insertRows(database, 'osc.coupons', {
    coupon_code,
    coupon_state: 'ASSIGNED',
    batch_identifier: 'b',
    assigned_subject: subject,
    seats: 1,
    ...names,
    ...product,
  });
  await database
    .insertInto('osc.coupon_history')
    .values({ coupon_code, step: 1, coupon_state: 'ASSIGNED', changed_by: subject })
    .execute();
  const relation = { subject, order_system_identifier, customer_id };
  await database.insertInto('osc.customers').values(relation).execute();
  await database.insertInto('osc.order_system_user_relations').values(relation).execute();
  await database
    .insertInto('osc.notifications')
    .values({ notification_id, subject, changes: JSON.stringify([change]) })
    .execute();
  await insertRows(database, 'osc.deliveries', {
    delivery_id: randomUUID(),
    notification_id,
    place: 0,
    order_system_identifier,
    subject,
    change: JSON.stringify(change),
  });
}
