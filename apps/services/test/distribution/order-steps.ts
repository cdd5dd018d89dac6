import { step, type Step } from './school.ts';

const order_system_identifier = 'IAPROS1';
const coupon_code = 'WSRD7K3MQ9XP2HTV';
const classCode = 'WSRD7K3MQ9XP2HTW';
const wanted = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
} as const;

/**
 * A pupil becomes a customer, orders, and redeems a coupon; its teacher redeems one for the class.
 *
 * @param orderSystem Address of an order system that knows no orders.
 */
export function orderSteps(orderSystem: string): readonly Step[] {
  return [
    step('osc', 'orderSystemRegister', 'administrator', (orders) =>
      orders.orderSystemRegister({
        body: {
          order_system_identifier,
          mandant_identifiers: ['LECTERN'],
          notification_address: `${orderSystem}/notifications`,
          orders_address: `${orderSystem}/orders`,
          credentials: {
            client_id: 'order-system',
            notification_key: 'a key that only the order system knows',
          },
        },
      }),
    ),
    step('osc', 'orderSystemUserRelationNotifyChanges', 'administrator', (orders) =>
      orders.orderSystemUserRelationNotifyChanges({
        body: {
          subject: 'pupil',
          notification_id: '7c1de0a2-5d8e-4b53-9c05-3a0b6f7d1e04',
          relation_changes: [
            {
              order_system_identifier,
              change_type: 'CUSTOMER_LINKED',
              customer_id: 'K-20815',
            },
          ],
        },
      }),
    ),
    step('osc', 'orderSystemUserRelationGetInfo', 'administrator', (orders) =>
      orders.orderSystemUserRelationGetInfo({ body: { subject: 'pupil' } }),
    ),
    step('osc', 'orderCreateForProduct', 'administrator', (orders) =>
      orders.orderCreateForProduct({
        body: {
          subject: 'pupil',
          order_system_identifier,
          external_id: '2026-004711',
          ...wanted,
          ordered_at: '2026-11-21T10:12:00+01:00',
        },
      }),
    ),
    step('osc', 'orderSyncForUser', 'pupil', (orders) =>
      orders.orderSyncForUser({ body: { subject: 'pupil' } }),
    ),
    step('osc', 'couponChange', 'administrator', (orders) =>
      orders.couponChange({
        body: {
          new_coupons: { batch_identifier: 'schulstart', coupon_codes: [coupon_code], ...wanted },
        },
      }),
    ),
    step('osc', 'couponChange', 'administrator', (orders) =>
      orders.couponChange({
        body: {
          new_coupons: {
            batch_identifier: 'klassen',
            coupon_codes: [classCode],
            ...wanted,
            license_strategy: 'LICENSE_STRATEGY_GROUP',
          },
        },
      }),
    ),
    step('osc', 'couponChange', 'administrator', (orders) =>
      orders.couponChange({ body: { changed_coupons: [{ coupon_code, note: 'Karte' }] } }),
    ),
    step('osc', 'couponChangeState', 'administrator', (orders) =>
      orders.couponChangeState({
        body: {
          state_changes: [{ coupon_code, coupon_state: 'ASSIGNED', assigned_subject: 'pupil' }],
        },
      }),
    ),
    step('osc', 'couponSearch', 'administrator', (orders) =>
      orders.couponSearch({
        body: { batch_identifier: 'schulstart', with_history: true },
        query: { quicksearch: 'schul' },
      }),
    ),
    step('osc', 'couponLookUp', 'pupil', (orders) =>
      orders.couponLookUp({ body: { coupon_code } }),
    ),
    step('osc', 'couponActivate', 'pupil', (orders) =>
      orders.couponActivate({ body: { subject: 'pupil', coupon_code } }),
    ),
    step('osc', 'couponActivate', 'teacher', (orders) =>
      orders.couponActivate({ body: { subject: 'teacher', coupon_code: classCode } }),
    ),
    step('osc', 'cacheFlush', 'administrator', (orders) => orders.cacheFlush()),
    step('osc', 'userDelete', 'administrator', (orders) =>
      orders.userDelete({ body: { subject: 'pupil' } }),
    ),
  ];
}
