import type { Examples } from '../example.ts';
import type { orderCalls } from './order.ts';

const order = {
  subject: 'demo-thomas',
  order_system_identifier: 'IAPROS1',
  external_id: '2026-004711',
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  article_number: '978-3-000000-01-5',
  license_strategy: 'LICENSE_STRATEGY_GROUP',
  seats: 25,
  valid_from: '2026-11-21T00:00:00+01:00',
  valid_until: '2027-07-31T23:59:59+02:00',
  ordered_at: '2026-11-21T10:12:00+01:00',
} as const;

export const orderExamples: Examples<typeof orderCalls> = {
  orderCreateForProduct: {
    body: order,
    answer: {
      order: {
        ...order,
        order_state: 'ORDER_STATE_RECEIVED',
        updated_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },
  orderSyncForUser: {
    body: { subject: 'demo-thomas' },
    answer: {
      order_systems: [
        {
          order_system_identifier: 'IAPROS1',
          outcome: 'SYNCED',
          orders_created: 0,
          orders_changed: 1,
        },
      ],
      orders: [
        {
          ...order,
          order_state: 'ORDER_STATE_FULFILLED',
          license_code: 'ORDER-IAPROS1-2026-004711',
          updated_at: '2026-11-21T09:31:00.000Z',
        },
      ],
    },
  },
};
