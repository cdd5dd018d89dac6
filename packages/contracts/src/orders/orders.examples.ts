import type { Contract } from '../contract.ts';
import type { Examples } from '../example.ts';

const registration = {
  order_system_identifier: 'IAPROS1',
  connector_id: 'BEOOK_1',
  notification_address: 'https://shop.example/lectern/notifications',
  orders_address: 'https://shop.example/lectern/orders',
} as const;

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

const terms = {
  mandant_identifier: 'LECTERN',
  product_reference: 'wasser-entdecken',
  license_strategy: 'LICENSE_STRATEGY_USER',
  seats: 1,
  license_duration_in_days: 365,
} as const;
const coupon_code = 'WSRD-7K3M-Q9XP-2HTV';

const batch = {
  batch_identifier: 'schulstart-2026',
  order_system_identifier: 'IAPROS1',
  ...terms,
} as const;

const made = {
  ...batch,
  coupon_code,
  coupon_state: 'VALID',
  updated_at: '2026-11-21T09:30:00.000Z',
} as const;

const assigned = {
  ...made,
  coupon_state: 'ASSIGNED',
  assigned_subject: 'demo-mia',
  updated_at: '2026-11-21T10:00:00.000Z',
} as const;

const reason = 'Replaces a lost card.';

export const ordersExamples: Examples<Omit<Contract['osc'], 'cacheFlush' | 'ping'>> = {
  orderSystemRegister: {
    body: {
      ...registration,
      mandant_identifiers: ['LECTERN'],
      credentials: {
        client_id: 'lectern-order-system',
        notification_key: 'example-of-a-key-with-32-characters-or-more',
      },
    },
    answer: {
      order_system: {
        ...registration,
        client_id: 'lectern-order-system',
        mandant_identifiers: ['LECTERN'],
        updated_at: '2026-11-21T09:30:00.000Z',
      },
    },
  },
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
  orderSystemUserRelationGetInfo: {
    body: { subject: 'demo-thomas' },
    answer: {
      order_system_user_relations: [
        {
          order_system_identifier: 'IAPROS1',
          connector_id: 'BEOOK_1',
          customer_id: 'K-20815',
          updated_at: '2026-11-21T09:30:00.000Z',
        },
      ],
      undelivered: [
        {
          delivery_id: 'c0ffee00-0000-4000-8000-000000000003',
          order_system_identifier: 'IAPROS1',
          change_type: 'CUSTOMER_LINKED',
          created_at: '2026-11-21T09:30:00.000Z',
          attempts: 2,
          last_attempt_at: '2026-11-21T09:30:05.000Z',
          last_failure: 'answered with status 503',
        },
      ],
    },
  },
  orderSystemUserRelationNotifyChanges: {
    body: {
      subject: 'demo-thomas',
      notification_id: 'c0ffee00-0000-4000-8000-000000000002',
      relation_changes: [
        {
          order_system_identifier: 'IAPROS1',
          change_type: 'CUSTOMER_LINKED',
          customer_id: 'K-20815',
        },
      ],
    },
    answer: {
      deliveries: [
        {
          order_system_identifier: 'IAPROS1',
          delivery_id: 'c0ffee00-0000-4000-8000-000000000003',
          delivered: false,
        },
      ],
    },
  },
  couponChange: {
    body: { new_coupons: { ...batch, coupon_codes: [coupon_code] } },
    answer: { results: [{ coupon_code, outcome: 'MADE', coupon: made }] },
  },
  couponChangeState: {
    body: {
      state_changes: [
        {
          coupon_code,
          coupon_state: 'ASSIGNED',
          assigned_subject: 'demo-mia',
          reason,
        },
      ],
    },
    answer: { results: [{ coupon_code, outcome: 'CHANGED', coupon: assigned }] },
  },
  couponSearch: {
    body: { coupon_states: ['ASSIGNED'], mandant_identifier: 'LECTERN', with_history: true },
    query: { quicksearch: 'schulstart' },
    answer: {
      coupons: [
        {
          ...assigned,
          history: [
            { coupon_state: 'VALID', changed_at: made.updated_at, changed_by: 'demo-adrian' },
            {
              coupon_state: 'ASSIGNED',
              changed_at: assigned.updated_at,
              changed_by: 'demo-adrian',
              reason,
            },
          ],
        },
      ],
    },
  },
  couponLookUp: {
    body: { coupon_code: 'wsrd-7k3m-q9xp-2htv' },
    answer: {
      coupon: { coupon_code, coupon_state: 'ASSIGNED', ...terms },
      redeemable: true,
    },
  },
  couponActivate: {
    body: { subject: 'demo-mia', coupon_code },
    answer: {
      coupon: { coupon_code, coupon_state: 'ACTIVE', ...terms },
      license_code: 'F7QX-3MKC-9RTW-HD4P',
      license_made: true,
    },
  },
  userDelete: {
    body: { subject: 'demo-ben' },
    answer: { relations_erased: 1, orders_anonymized: 2, coupons_anonymized: 1 },
  },
};
